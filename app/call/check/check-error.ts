import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';

/** Why a step of the check failed, besides a server's error codes. */
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

/** Whether it is a failure of the check itself, not a server's error code. */
export function isCheckFailure(reason: CheckFailure | ErrorCode): reason is CheckFailure {
  return FAILURES.some((own) => own === reason);
}

/** Returns `unsupported` for errors thrown by the browser. */
export function reasonOf(error: unknown): CheckFailure | ErrorCode {
  if (error instanceof CheckError) return error.reason;
  return error instanceof ProtocolError ? error.code : 'unsupported';
}
