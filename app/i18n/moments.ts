import type { Language } from './languages.ts';
import { dateLocale } from './long-date.ts';
import { makeOnce } from './make-once.ts';
import { languageOf, onClock, type Reader } from './reader.ts';
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

const longFormat = makeOnce(
  (language: Language, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(language), {
      ...{ dateStyle: 'long', timeStyle: 'short', timeZone: formattable(timeZone) },
    }),
);

/** `09:30` in a time zone, `9:30 am` for readers with such a clock. @param at ms since 1970 */
export const timeIn = (at: number, timeZone: string, reader: Reader): string =>
  onClock(timeFormat(languageOf(reader), timeZone).format(at), reader);

/** `02:30 GMT+2`, for a time that occurs twice on a day. */
export const timeWithOffset = (at: number, timeZone: string, reader: Reader): string =>
  onClock(offsetFormat(languageOf(reader), timeZone).format(at), reader);

/** `3 May 2026 at 14:05`, which says so if it is in UTC: the reader's time zone may be unknown. */
export const longMomentIn = (at: number, timeZone: string, reader: Reader): string =>
  onClock(longFormat(languageOf(reader), timeZone).format(at), reader) + utcOf(timeZone);

const utcOf = (timeZone: string) => (timeZone === 'UTC' ? ' UTC' : '');

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
export const spanIn = (from: number, to: number, timeZone: string, reader: Reader): string =>
  `${momentIn(from, timeZone, reader)}–${timeIn(to, timeZone, reader)}`;

/** `Monday 7 December, 09:00` */
export const momentIn = (at: number, timeZone: string, reader: Reader): string =>
  `${dayIn(at, timeZone, languageOf(reader))}, ${timeIn(at, timeZone, reader)}`;

/** As `momentIn`, where no other text names the time zone: it says so if it is in UTC. */
export const clearMomentIn = (at: number, timeZone: string, reader: Reader): string =>
  momentIn(at, timeZone, reader) + utcOf(timeZone);

/** Display name of a time zone: `America/New York`. */
export const zoneName = (timeZone: string): string => laterName(timeZone).replaceAll('_', ' ');
