import { ownPathOrHome } from '#app/http/own-path.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';

/** Page to go to after login: the `redirectTo` in the login pages' URLs, else the home page. */
export function nextPage(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  return ownPathOrHome(localePath('/', languageOfPath(pathname)), searchParams.get('redirectTo'));
}

/** Page that asks for the second factor, keeping the request's `redirectTo`. */
export function secondStepOf(request: Request): string {
  return withNext('/login/second-factor', request);
}

/** Login page, keeping the `redirectTo` of a request to a later step. */
export function logInPageOf(request: Request): string {
  return withNext('/login', request);
}

function withNext(page: string, request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const redirectTo = searchParams.get('redirectTo');
  const query = redirectTo === null ? '' : `?${new URLSearchParams({ redirectTo })}`;
  return localePath(page, languageOfPath(pathname)) + query;
}
