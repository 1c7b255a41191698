/** The authorities a role can grant: rows of the table `authority`. */
export const AUTHORITIES = ['ADMINISTER', 'STREAM'] as const;
type Authority = (typeof AUTHORITIES)[number];

/** A logged-in user. */
export type SignedIn = {
  id: string;
  sessionId: string;
  /** When they last proved who they are. */
  confirmedAt: Date;
  authorities: ReadonlySet<Authority>;
};

/** The logged-in user of a request, or null. */
export type Viewer = SignedIn | null;
