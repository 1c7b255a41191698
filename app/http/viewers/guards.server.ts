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
    // Reported by the form.
    if (error.code === 'RATE_LIMITED') throw error;
    throw new Response(null, { status: ERROR_STATUS[error.code] });
  }
}

/**
 * Requires a logged-in user on a page.
 * @param page page to return to after login. Default: the request's
 * @throws Response redirect to the login page, with a notice if the request was to change data, and back
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
 * Requires one of the administrators' authorities on a page.
 * @throws Response as `requireUser`; redirects an administrator who lacks a second factor to its set-up, anyone else
 *   home
 */
export async function requireAuthority(request: Request, authority: Authority): Promise<SignedIn> {
  const viewer = await requireUser(request);
  if (viewer.authorities.has(authority)) return viewer;
  await recordRefusedAccess();
  const page = viewer.secondFactorMissing ? '/personal/account#second-factor' : '/';
  throw redirect(localePath(page, languageOfPath(new URL(request.url).pathname)));
}
