import { LANGUAGES, type Language } from '#protocol/languages.ts';

export { LANGUAGES, type Language };

/** Language without a prefix in URLs. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Name of each language in itself. */
export const OWN_NAMES: Record<Language, string> = { en: 'English', es: 'Español' };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Language of a URL's first segment; null if that is not a language prefix. */
export function languageOfPrefix(prefix: string | undefined): Language | null {
  if (prefix === undefined) return DEFAULT_LANGUAGE;
  return isLanguage(prefix) && prefix !== DEFAULT_LANGUAGE ? prefix : null;
}

/** Language of a path, with or without query string; English if the path has no prefix. */
export function languageOfPath(path: string): Language {
  return languageOfPrefix(/^\/([^/?#]+)/.exec(path)?.[1]) ?? DEFAULT_LANGUAGE;
}

/** Adds a language's prefix to a path without one: `/help` becomes `/es/help`, `/` becomes `/es`. */
export function localePath(path: string, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return `/${language}${path.replace(/^\/(?=$|[?#])/, '')}`;
}

/**
 * The same page in another language, keeping query string and hash. The result starts with exactly one slash: browsers
 * would read two, as left by `/es//example.org`, as a URL of another site.
 */
export function inLanguage(path: string, language: Language): string {
  const current = languageOfPath(path);
  const bare = current === DEFAULT_LANGUAGE ? path : path.slice(current.length + 1);
  return localePath(`/${bare.replace(/^[/\\]+/, '')}`, language);
}
