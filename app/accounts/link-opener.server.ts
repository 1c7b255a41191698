import type { Viewer } from '#app/http/viewers/viewer.ts';
import type { LinkOpener } from './log-in/dead-link.tsx';
import { readAccount } from './settings/settings.server.ts';

/** Reads the viewer's address, to explain to them why a link no longer works. */
export async function linkOpener(viewer: Viewer): Promise<LinkOpener> {
  if (!viewer) return null;
  const { email, emailVerifiedAt } = await readAccount(viewer);
  return { email, confirmed: emailVerifiedAt !== null };
}
