import { ProtocolError } from '#protocol/errors.ts';

/** Authorities a role can grant: rows of the table `authority`. */
export const AUTHORITIES = ['ADMINISTER', 'STREAM', 'FINANCE'] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** A logged-in user. */
export type SignedIn = {
  id: string;
  sessionId: string;
  /** When they last proved their identity. */
  confirmedAt: Date;
  authorities: ReadonlySet<Authority>;
  /** Whether they lack a second factor, without which `authorities` leaves out ADMINISTER and FINANCE. */
  secondFactorMissing: boolean;
};

/** The logged-in user of a request, or null. */
export type Viewer = SignedIn | null;

/** The person something is shown to, even without a request of theirs. */
export type Audience = Pick<SignedIn, 'id'> | null;

/** Error for a refused viewer. If their authority is on hold, it says so: with it, they might not be refused. */
export function forbidden(viewer: Viewer, code: 'FORBIDDEN' | 'NOT_FOUND' = 'FORBIDDEN'): ProtocolError {
  return new ProtocolError(viewer?.secondFactorMissing ? 'SECOND_FACTOR_DEMANDED' : code);
}
