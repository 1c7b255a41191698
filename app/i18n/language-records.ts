import type { Language } from './languages.ts';

/** What the database calls the languages that the site is written in. */
export const LANGUAGE_RECORDS = { en: 'ENGLISH', es: 'SPANISH' } as const satisfies Record<Language, string>;
