import { LanguageDetector } from 'remix-i18next/server';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#app/i18n/languages.ts';
import { siteCookie } from './viewers/cookie.server.ts';

/** Stores the language chosen, or the browser's preferred one at the first visit. */
const languageCookie = siteCookie('language', { maxAge: 365 * 24 * 60 * 60 });

/**
 * Language for a visit from outside, to `/` or by an invitation: the one chosen earlier, else the browser's if available.
 * Links within the site keep the language.
 * @param otherwise if neither is known, and for requests of other programs, such as link previews
 */
export async function detectLanguage(
  request: Request,
  otherwise: Language = DEFAULT_LANGUAGE,
): Promise<Language> {
  if (!request.headers.get('Accept')?.includes('text/html')) return otherwise;
  const chosen = await languageCookie.read(request);
  if (isLanguage(chosen)) return chosen;
  const detector = new LanguageDetector({
    supportedLanguages: [...LANGUAGES],
    fallbackLanguage: otherwise,
    order: ['header'],
  });
  const detected = await detector.detect(request);
  return isLanguage(detected) ? detected : otherwise;
}

/** The `Set-Cookie` header that stores a language. */
export function serializeLanguage(language: Language, request: Request): Promise<string> {
  return languageCookie.serialize(language, request);
}
