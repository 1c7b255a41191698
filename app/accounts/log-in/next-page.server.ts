import { ownPathOr } from '#app/http/own-path.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';

/** The page to go to after login: the `redirectTo` of the log-in pages' URLs, else the home page. */
export function nextPage(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  return ownPathOr(localePath('/', languageOfPath(pathname)), searchParams.get('redirectTo'));
}

/** The page that asks for the second factor, and leads on as the log-in page does. */
export function secondStepOf(request: Request): string {
  return withNext('/login/second-factor', request);
}

/** The log-in page, from a page after it. */
export function logInPageOf(request: Request): string {
  return withNext('/login', request);
}

function withNext(page: string, request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const redirectTo = searchParams.get('redirectTo');
  const query = redirectTo === null ? '' : `?${new URLSearchParams({ redirectTo })}`;
  return localePath(page, languageOfPath(pathname)) + query;
}
