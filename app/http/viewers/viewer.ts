import { ProtocolError } from '#protocol/errors.ts';

/** The authorities a role can grant: rows of the table `authority`. */
export const AUTHORITIES = ['ADMINISTER', 'STREAM', 'FINANCE'] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** A logged-in user. */
export type SignedIn = {
  id: string;
  sessionId: string;
  /** When they last proved who they are. */
  confirmedAt: Date;
  authorities: ReadonlySet<Authority>;
  /** The authorities ADMINISTER and FINANCE of their role rest: they are not among `authorities` until they have a second factor. */
  secondFactorMissing: boolean;
};

/** The logged-in user of a request, or null. */
export type Viewer = SignedIn | null;

/** Who sees what is shown to them, also where they send no request. */
export type Looker = Pick<SignedIn, 'id'> | null;

/** A refusal of someone whose authority rests says so: with it, they might not be refused. */
export function forbidden(viewer: Viewer, code: 'FORBIDDEN' | 'NOT_FOUND' = 'FORBIDDEN'): ProtocolError {
  return new ProtocolError(viewer?.secondFactorMissing ? 'SECOND_FACTOR_DEMANDED' : code);
}
