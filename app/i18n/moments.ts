import { type Fields, fieldsIn, monthName, weekdayName } from './calendar.ts';
import type { Language } from './languages.ts';
import { makeOnce } from './make-once.ts';
import { languageOf, onClock, type Reader } from './reader.ts';
import { formattable, laterName } from './time-zones.ts';

/*
 * Dates and times in words. The site's English is British. The words' order and punctuation are written here, as those
 * of `Intl` depend on the version of its data: where the browser's text differs from the server's, React discards the
 * page and renders it again.
 */

const offsetFormat = makeOnce(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset', timeZone: formattable(timeZone) }),
);

const two = (part: number) => String(part).padStart(2, '0');

const between = { en: ' ', es: ' de ' };
const beforeTime = { en: ' at ', es: ' a las ' };

/** `7 December` */
const dayAndMonth = ({ day, month }: Fields, language: Language) =>
  `${day}${between[language]}${monthName(month, language)}`;

/** `7 December 2027` */
const date = (fields: Fields, language: Language) =>
  `${dayAndMonth(fields, language)}${between[language]}${fields.year}`;

/** `09:30` */
const time = ({ hour, minute }: Fields, reader: Reader) =>
  onClock(`${languageOf(reader) === 'es' ? hour : two(hour)}:${two(minute)}`, reader);

/** `09:30` in a time zone, `9:30 am` for readers with such a clock. @param at ms since 1970 */
export const timeIn = (at: number, timeZone: string, reader: Reader): string =>
  time(fieldsIn(at, timeZone), reader);

/** As `timeIn`, to the second: `09:30:00`. */
export function secondIn(at: number, timeZone: string, reader: Reader): string {
  const { hour, minute, second } = fieldsIn(at, timeZone);
  return onClock(`${two(hour)}:${two(minute)}:${two(second)}`, reader);
}

/** `02:30 GMT+2`, for a time that occurs twice on a day. */
export function timeWithOffset(at: number, timeZone: string, reader: Reader): string {
  const parts = offsetFormat(timeZone).formatToParts(at);
  return `${timeIn(at, timeZone, reader)} ${parts.find(({ type }) => type === 'timeZoneName')?.value}`;
}

/** `3 May 2026 at 14:05`, which says so if it is in UTC: the reader's time zone may be unknown. */
export function longMomentIn(at: number, timeZone: string, reader: Reader): string {
  const fields = fieldsIn(at, timeZone);
  const language = languageOf(reader);
  return date(fields, language) + beforeTime[language] + time(fields, reader) + utcOf(timeZone);
}

const utcOf = (timeZone: string) => (timeZone === 'UTC' ? ' UTC' : '');

/** `3 May 2026, 14:05` with the month's short name. */
export const shortMomentIn = (at: number, timeZone: string, reader: Reader): string =>
  `${shortDateIn(at, timeZone, languageOf(reader))}, ${timeIn(at, timeZone, reader)}`;

/** `Monday 7 December` */
export function dayIn(at: number, timeZone: string, language: Language): string {
  const fields = fieldsIn(at, timeZone);
  const after = { en: ' ', es: ', ' }[language];
  return weekdayName(fields.weekday, language) + after + dayAndMonth(fields, language);
}

/** `Mon 7` */
export function shortDayIn(at: number, timeZone: string, language: Language): string {
  const { weekday, day } = fieldsIn(at, timeZone);
  return `${weekdayName(weekday, language, 'short')} ${day}`;
}

/** `7 December 2027`, for what may be years ago. */
export const dateIn = (at: number, timeZone: string, language: Language): string =>
  date(fieldsIn(at, timeZone), language);

/** `7 Dec 2027` */
export function shortDateIn(at: number, timeZone: string, language: Language): string {
  const fields = fieldsIn(at, timeZone);
  return `${fields.day} ${monthName(fields.month, language, 'short')} ${fields.year}`;
}

/** `7 Dec` */
export function shortestDateIn(at: number, timeZone: string, language: Language): string {
  const { day, month } = fieldsIn(at, timeZone);
  return `${day} ${monthName(month, language, 'short')}`;
}

/** `December 2027` */
export function monthIn(at: number, timeZone: string, language: Language): string {
  const { month, year } = fieldsIn(at, timeZone);
  return monthName(month, language) + between[language] + year;
}

/** The date for a URL or a field: `2027-12-07`. */
export function isoDayIn(at: number, timeZone: string): string {
  const { year, month, day } = fieldsIn(at, timeZone);
  return `${year}-${two(month + 1)}-${two(day)}`;
}

/** @param date `2027-12-07` @returns `Mon 7` */
export const shortDay = (date: string, language: Language): string =>
  shortDayIn(Date.parse(date), 'UTC', language);

/** @param date `2027-12-07` @returns `Monday 7 December` */
export const weekdayAndDay = (date: string, language: Language): string =>
  dayIn(Date.parse(date), 'UTC', language);

/** `Monday 7 December, 09:00–10:30` */
export const spanIn = (from: number, to: number, timeZone: string, reader: Reader): string =>
  `${momentIn(from, timeZone, reader)}–${timeIn(to, timeZone, reader)}`;

/** `Monday 7 December, 09:00` */
export const momentIn = (at: number, timeZone: string, reader: Reader): string =>
  `${dayIn(at, timeZone, languageOf(reader))}, ${timeIn(at, timeZone, reader)}`;

/** As `momentIn`, where no other text names the time zone: it says so if it is in UTC. */
export const clearMomentIn = (at: number, timeZone: string, reader: Reader): string =>
  momentIn(at, timeZone, reader) + utcOf(timeZone);

/** `Mon, 1 August 2027 – Sun, 7 August 2027`, or one day. @param first `2027-08-01`, as `last` */
export function daysInWords(first: string, last: string, language: Language): string {
  const days = [...new Set([first, last])].map((day) => {
    const fields = fieldsIn(Date.parse(day), 'UTC');
    return `${weekdayName(fields.weekday, language, 'short')}, ${date(fields, language)}`;
  });
  return days.join(' – ');
}

/** Display name of a time zone: `America/New York`. */
export const zoneName = (timeZone: string): string => laterName(timeZone).replaceAll('_', ' ');
