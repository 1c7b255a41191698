import { LANGUAGE_TABLE, type LanguageRecord } from '#protocol/language-table.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './languages.ts';

/** What rows call a language: `es` is `SPANISH`. */
export function recordOf(language: Language): LanguageRecord {
  return LANGUAGE_TABLE[language].name;
}

/** The other way round; English for a language that the site is not written in. */
export function languageOfRecord(record: string): Language {
  return LANGUAGES.find((language) => recordOf(language) === record) ?? DEFAULT_LANGUAGE;
}

export const LANGUAGE_RECORDS = LANGUAGES.map(recordOf);
