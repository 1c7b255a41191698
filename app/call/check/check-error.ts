import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';

/** Why a step of the check has no result, besides what a server refuses with. */
const FAILURES = [
  'noCamera',
  'noPicture',
  'noMicrophone',
  'noSound',
  'noPath',
  'late',
  'unsupported',
] as const;
export type CheckFailure = (typeof FAILURES)[number];

export class CheckError extends Error {
  readonly reason: CheckFailure;
  constructor(reason: CheckFailure) {
    super(reason);
    this.name = 'CheckError';
    this.reason = reason;
  }
}

/** One of the check's own, as against a server's. */
export function isCheckFailure(reason: CheckFailure | ErrorCode): reason is CheckFailure {
  return FAILURES.some((own) => own === reason);
}

/** What browsers themselves refuse with is called unsupported. */
export function reasonOf(error: unknown): CheckFailure | ErrorCode {
  if (error instanceof CheckError) return error.reason;
  return error instanceof ProtocolError ? error.code : 'unsupported';
}
