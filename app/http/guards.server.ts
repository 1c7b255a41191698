import { redirect } from '@remix-run/node';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';
import { viewerOf } from './viewer.server.ts';
import type { SignedIn, Viewer } from './viewer.ts';

/** Who looks at a page. @throws Response 403 where another site made the browser send it */
export async function pageViewer(request: Request): Promise<Viewer> {
  try {
    return await viewerOf(request);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    if (error.code === 'NOT_SIGNED_IN') return null;
    throw new Response(null, { status: ERROR_STATUS[error.code] });
  }
}

/** For pages of people who are signed in. @throws Response that leads to the login, and from there back */
export async function requireUser(request: Request): Promise<SignedIn> {
  const viewer = await pageViewer(request);
  if (viewer) return viewer;
  const { pathname, search } = new URL(request.url);
  const query = new URLSearchParams({ redirectTo: pathname + search });
  throw redirect(`${localePath('/login', languageOfPath(pathname))}?${query}`);
}

/** For pages of administrators. @throws Response as `requireUser`; anybody else is led home */
export async function requireAdmin(request: Request): Promise<SignedIn> {
  const viewer = await requireUser(request);
  if (viewer.authorities.has('ADMINISTER')) return viewer;
  throw redirect(localePath('/', languageOfPath(new URL(request.url).pathname)));
}
