import type { Language } from './languages.ts';

/**
 * The languages of the data by their codes in URLs: `name` is what rows call them, `tag` is BCP 47, which two of the
 * codes are not.
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

/** What rows call a language that the site is written in. */
export type LanguageRecord = (typeof LANGUAGE_TABLE)[Language]['name'];
