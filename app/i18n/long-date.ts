import type { Language } from './languages.ts';
import { makeOnce } from './make-once.ts';

/** Locale for dates and times: the site's English is British. */
export const dateLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** Formats dates like `3 May 2026`, in UTC, so that every reader sees the same. */
export const longDate = makeOnce(
  (language: Language) =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' }),
);

/** As `longDate`, without the year: `3 May`. */
export const shortDate = makeOnce(
  (language: Language) =>
    new Intl.DateTimeFormat(dateLocale(language), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** Formats a date in UTC. Empty for null. */
export function dateInWords(date: Date | null, language: Language): string {
  if (!date) return '';
  return longDate(language).format(date);
}
