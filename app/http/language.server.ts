import { createCookie } from '@remix-run/node';
import { LanguageDetector } from 'remix-i18next/server';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from './languages.ts';

/** Holds the language that somebody chose, or that their browser asked for at the first visit. */
const languageCookie = createCookie('language', {
  path: '/',
  sameSite: 'lax',
  maxAge: 365 * 24 * 60 * 60,
});

const detector = new LanguageDetector({
  supportedLanguages: [...LANGUAGES],
  fallbackLanguage: DEFAULT_LANGUAGE,
  cookie: languageCookie,
  order: ['cookie', 'header'],
});

/**
 * The language for a page at `/`, which says none: the one chosen earlier, else the browser's if we have it, else
 * English. Only a page that is opened from outside asks; who goes home within the site stays in their language.
 */
export async function detectLanguage(request: Request): Promise<Language> {
  const opened = request.headers.get('Accept')?.includes('text/html') ?? false;
  const detected = opened ? await detector.detect(request) : DEFAULT_LANGUAGE;
  return isLanguage(detected) ? detected : DEFAULT_LANGUAGE;
}

/** The header that makes the browser keep a language. */
export function serializeLanguage(language: Language, request: Request): Promise<string> {
  return languageCookie.serialize(language, { secure: new URL(request.url).protocol === 'https:' });
}
