/** What a role can allow (rows of the table `authority`). */
export type Authority = 'ADMINISTER' | 'STREAM';

/** Who asks, by their session; null where nobody is signed in. */
export type Viewer = {
  id: string;
  sessionId: string;
  authorities: ReadonlySet<Authority>;
} | null;
