/** What a role can allow (rows of the table `authority`). */
export const AUTHORITIES = ['ADMINISTER', 'STREAM'] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** Somebody who is signed in. */
export type SignedIn = {
  id: string;
  sessionId: string;
  authorities: ReadonlySet<Authority>;
};

/** Who asks, by their session; null where nobody is signed in. */
export type Viewer = SignedIn | null;
