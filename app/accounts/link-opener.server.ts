import type { Viewer } from '#app/http/viewers/viewer.ts';
import type { LinkOpener } from './log-in/dead-link.tsx';
import { readAccount } from './settings/settings.server.ts';

/** What a link that no longer works is explained with to whoever opened it. */
export async function linkOpener(viewer: Viewer): Promise<LinkOpener> {
  if (!viewer) return null;
  const { email, emailVerifiedAt } = await readAccount(viewer);
  return { email, confirmed: emailVerifiedAt !== null };
}
