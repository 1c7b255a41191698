import type { Language } from './languages.ts';

/**
 * Spoken languages by their codes in URLs. `name` is their name in the database, `tag` their BCP 47 tag,
 * which differs from the code for two of them.
 */
export const LANGUAGE_TABLE = {
  en: { name: 'ENGLISH', tag: 'en' },
  es: { name: 'SPANISH', tag: 'es' },
  fr: { name: 'FRENCH', tag: 'fr' },
  de: { name: 'GERMAN', tag: 'de' },
  it: { name: 'ITALIAN', tag: 'it' },
  pt: { name: 'PORTUGUESE', tag: 'pt' },
  cn: { name: 'CHINESE', tag: 'zh' },
  jp: { name: 'JAPANESE', tag: 'ja' },
} as const;

/** The database name of a language the site is available in. */
export type LanguageRecord = (typeof LANGUAGE_TABLE)[Language]['name'];
