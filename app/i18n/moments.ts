import type { Language } from './languages.ts';
import { dateLocale } from './long-date.ts';
import { makeOnce } from './make-once.ts';
import { formattable, laterName } from './time-zones.ts';

const timeFormat = makeOnce(
  (language: Language, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(language), { timeStyle: 'short', timeZone: formattable(timeZone) }),
);

const offsetFormat = makeOnce(
  (language: Language, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(language), {
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'shortOffset',
      timeZone: formattable(timeZone),
    }),
);

const dayFormat = makeOnce(
  (language: Language, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(language), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: formattable(timeZone),
    }),
);

const dateFormat = makeOnce(
  (language: Language, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: formattable(timeZone) }),
);

const shortDayFormat = makeOnce(
  (language: Language, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(language), {
      weekday: 'short',
      day: 'numeric',
      timeZone: formattable(timeZone),
    }),
);

/** `09:30` in a time zone. @param at ms since 1970 */
export const timeIn = (at: number, timeZone: string, language: Language): string =>
  timeFormat(language, timeZone).format(at);

/** `02:30 GMT+2`, for a time that occurs twice on a day. */
export const timeWithOffset = (at: number, timeZone: string, language: Language): string =>
  offsetFormat(language, timeZone).format(at);

/** `Monday 7 December` */
export const dayIn = (at: number, timeZone: string, language: Language): string =>
  dayFormat(language, timeZone).format(at);

/** `Mon 7` */
export const shortDayIn = (at: number, timeZone: string, language: Language): string =>
  shortDayFormat(language, timeZone).format(at);

/** `7 December 2027`, for what may be years ago. */
export const dateIn = (at: number, timeZone: string, language: Language): string =>
  dateFormat(language, timeZone).format(at);

/** @param date `2027-12-07` @returns `Mon 7` */
export const shortDay = (date: string, language: Language): string =>
  shortDayIn(Date.parse(date), 'UTC', language);

/** @param date `2027-12-07` @returns `Monday 7 December` */
export const weekdayAndDay = (date: string, language: Language): string =>
  dayIn(Date.parse(date), 'UTC', language);

/** `Monday 7 December, 09:00–10:30`: not `formatRange`, whose spaces differ between the server and browsers. */
export function spanIn(from: number, to: number, timeZone: string, language: Language): string {
  return `${dayIn(from, timeZone, language)}, ${timeIn(from, timeZone, language)}–${timeIn(to, timeZone, language)}`;
}

/** `Monday 7 December, 09:00` */
export const momentIn = (at: number, timeZone: string, language: Language): string =>
  `${dayIn(at, timeZone, language)}, ${timeIn(at, timeZone, language)}`;

/** Display name of a time zone: `America/New York`. */
export const zoneName = (timeZone: string): string => laterName(timeZone).replaceAll('_', ' ');
