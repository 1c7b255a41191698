import { LANGUAGES, type Language } from '#protocol/languages.ts';

export { LANGUAGES, type Language };

/** English needs no prefix in addresses. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** What each language calls itself. */
export const OWN_NAMES: Record<Language, string> = { en: 'English', es: 'Español' };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The language of an address's first segment; null if it is no prefix of ours. */
export function languageOfPrefix(prefix: string | undefined): Language | null {
  if (prefix === undefined) return DEFAULT_LANGUAGE;
  return isLanguage(prefix) && prefix !== DEFAULT_LANGUAGE ? prefix : null;
}

/** The language of a path, with or without query string; English where the path has no prefix. */
export function languageOfPath(path: string): Language {
  return languageOfPrefix(/^\/([^/?#]+)/.exec(path)?.[1]) ?? DEFAULT_LANGUAGE;
}

/** Puts a path without prefix into a language: `/help` becomes `/es/help`, `/` becomes `/es`. */
export function localePath(path: string, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return `/${language}${path.replace(/^\/(?=$|[?#])/, '')}`;
}

/**
 * The same page in another language. Takes and keeps a query string and hash. The result starts with exactly one slash:
 * with two, as `/es//example.org` would leave behind, browsers take it for the URL of another site.
 */
export function inLanguage(path: string, language: Language): string {
  const current = languageOfPath(path);
  const bare = current === DEFAULT_LANGUAGE ? path : path.slice(current.length + 1);
  return localePath(`/${bare.replace(/^[/\\]+/, '')}`, language);
}
