import { LANGUAGE_TABLE, type LanguageRecord } from '#protocol/language-table.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './languages.ts';

/** Name of a language in database rows: `es` is `SPANISH`. */
export function recordOf(language: Language): LanguageRecord {
  return LANGUAGE_TABLE[language].name;
}

/** Reverse of `recordOf`; English for a language the site is not available in. */
export function languageOfRecord(record: string): Language {
  return LANGUAGES.find((language) => recordOf(language) === record) ?? DEFAULT_LANGUAGE;
}

export const LANGUAGE_RECORDS = LANGUAGES.map(recordOf);
