import type { Language } from './languages.ts';
import { makeOnce } from './make-once.ts';

/** How a page writes a day: `3 May 2026` and the like, by UTC, so that every reader gets the same. */
export const longDate = makeOnce(
  (language: Language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** A date as people write it, by UTC: the same for every reader. Empty for none. */
export function dateInWords(date: Date | null, language: Language): string {
  if (!date) return '';
  return longDate(language).format(date);
}
