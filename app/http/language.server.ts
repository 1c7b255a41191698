import { LanguageDetector } from 'remix-i18next/server';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#app/i18n/languages.ts';
import { siteCookie } from './viewers/cookie.server.ts';

/** Stores the language chosen, or the browser's preferred one at the first visit. */
const languageCookie = siteCookie('language', { maxAge: 365 * 24 * 60 * 60 });

const detector = new LanguageDetector({
  supportedLanguages: [...LANGUAGES],
  fallbackLanguage: DEFAULT_LANGUAGE,
  order: ['header'],
});

/**
 * Language for `/`, whose URL has none: the one chosen earlier, else the browser's if available, else English. Only
 * used for visits from outside: links within the site keep the language.
 */
export async function detectLanguage(request: Request): Promise<Language> {
  if (!request.headers.get('Accept')?.includes('text/html')) return DEFAULT_LANGUAGE;
  const chosen = await languageCookie.read(request);
  if (isLanguage(chosen)) return chosen;
  const detected = await detector.detect(request);
  return isLanguage(detected) ? detected : DEFAULT_LANGUAGE;
}

/** The `Set-Cookie` header that stores a language. */
export function serializeLanguage(language: Language, request: Request): Promise<string> {
  return languageCookie.serialize(language, request);
}
