import type { Language } from '#app/i18n/languages.ts';
import { dateLocale } from '#app/i18n/long-date.ts';
import { makeOnce } from '#app/i18n/make-once.ts';
import { languageOf, onClock, type Reader } from '#app/i18n/reader.ts';

/** Weekdays by ISO 8601: 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export const DAY_MINUTES = 24 * 60;

/** Formats minutes after midnight for `<input type="time">`: `09:30`. The end of a day is `00:00`. */
export function timeText(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(minute / 60) % 24)}:${pad(minute % 60)}`;
}

/** Parses a time as minutes after midnight; NaN if it is not a time. */
export function minuteOf(text: string): number {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)/.exec(text.trim());
  return match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN;
}

const timeFormat = makeOnce(
  (language: Language) =>
    new Intl.DateTimeFormat(dateLocale(language), { timeStyle: 'short', timeZone: 'UTC' }),
);

/** Formats a span of minutes after midnight in a language: `09:00–12:30`. */
export function timesInWords(startMinute: number, endMinute: number, reader: Reader): string {
  const at = (minute: number) => onClock(timeFormat(languageOf(reader)).format(minute * 60_000), reader);
  return `${at(startMinute)}–${at(endMinute)}`;
}

const weekdayFormat = makeOnce(
  (language: Language, weekday: 'long' | 'short') =>
    new Intl.DateTimeFormat(dateLocale(language), { weekday, timeZone: 'UTC' }),
);

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** @param day ISO 8601: 1 is Monday */
export function weekdayName(day: number, language: Language, length: 'long' | 'short' = 'long'): string {
  return weekdayFormat(language, length).format(MONDAY + (day - 1) * DAY_MINUTES * 60_000);
}

const dayFormat = makeOnce(
  (language: Language) =>
    new Intl.DateTimeFormat(dateLocale(language), {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

/** @param first `2027-08-01`, as `last` */
export function daysInWords(first: string, last: string, language: Language): string {
  const days = [...new Set([first, last])].map((day) => dayFormat(language).format(new Date(day)));
  // Not `formatRange`, whose spaces differ between the server and browsers.
  return days.join(' – ');
}
