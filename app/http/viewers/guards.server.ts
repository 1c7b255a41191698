import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';
import { recordRefusedAccess } from '../limits/refused-access.server.ts';
import { redirect } from '../redirect.server.ts';
import { loggedOut } from './logged-out.ts';
import { viewerOf } from './viewer.server.ts';
import type { Authority, SignedIn, Viewer } from './viewer.ts';

/** The viewer of a page. @throws Response 403 for cross-site requests; ProtocolError RATE_LIMITED in actions */
export async function pageViewer(request: Request): Promise<Viewer> {
  try {
    return await viewerOf(request);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    if (error.code === 'NOT_SIGNED_IN') return null;
    // Shown at the form.
    if (error.code === 'RATE_LIMITED') throw error;
    throw new Response(null, { status: ERROR_STATUS[error.code] });
  }
}

/**
 * For pages that require login.
 * @param page to come back to. Default: the request's
 * @throws Response that redirects to the login page, which says so if the request was to change something, and back
 */
export async function requireUser(request: Request, page?: string): Promise<SignedIn> {
  const viewer = await pageViewer(request);
  if (viewer) return viewer;
  const { pathname, search } = new URL(request.url);
  const back = new URLSearchParams({ redirectTo: page ?? pathname + search });
  const query = request.method === 'POST' ? loggedOut(back) : back;
  throw redirect(`${localePath('/login', languageOfPath(pathname))}?${query}`);
}

/** For administrators' pages. @throws Response as `requireAuthority` */
export const requireAdmin = (request: Request): Promise<SignedIn> => requireAuthority(request, 'ADMINISTER');

/**
 * For pages that need an authority of administrators'.
 * @throws Response as `requireUser`; redirects who lacks a second factor to where it is set up, everyone else home
 */
export async function requireAuthority(request: Request, authority: Authority): Promise<SignedIn> {
  const viewer = await requireUser(request);
  if (viewer.authorities.has(authority)) return viewer;
  await recordRefusedAccess();
  const page = viewer.secondFactorMissing ? '/personal/account#second-factor' : '/';
  throw redirect(localePath(page, languageOfPath(new URL(request.url).pathname)));
}
