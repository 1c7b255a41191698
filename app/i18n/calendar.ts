import type { Language } from './languages.ts';
import { makeOnce } from './make-once.ts';
import { formattable } from './time-zones.ts';

/** A moment on the calendar and clock of a time zone; `month` and `weekday` (from Sunday) count from 0. */
export type Fields = Record<'year' | 'month' | 'day' | 'weekday' | 'hour' | 'minute' | 'second', number>;

const fieldsFormat = makeOnce(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
      timeZone: formattable(timeZone),
    }),
);

/** @param at ms since 1970 */
export function fieldsIn(at: number, timeZone: string): Fields {
  const numbers: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of fieldsFormat(timeZone).formatToParts(at)) numbers[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = numbers;
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return { year, month: month - 1, day, weekday, hour, minute, second };
}

const names = makeOnce((language: Language) => {
  const [month, weekday] = (['month', 'weekday'] as const).map(
    (field) => new Intl.DateTimeFormat(language, { [field]: 'long', timeZone: 'UTC' }),
  );
  return {
    months: Array.from({ length: 12 }, (_, index) => month?.format(Date.UTC(2024, index)) ?? ''),
    // 7 January 2024 was a Sunday.
    weekdays: Array.from({ length: 7 }, (_, index) => weekday?.format(Date.UTC(2024, 0, 7 + index)) ?? ''),
  };
});

export type NameLength = 'long' | 'short';

/** `September`, `Sep`. @param month from 0 */
export const monthName = (month: number, language: Language, length: NameLength = 'long'): string =>
  cut(names(language).months[month], length);

/** `Monday`, `Mon`. @param weekday from Sunday, which is 0, and again 7 */
export const weekdayName = (weekday: number, language: Language, length: NameLength = 'long'): string =>
  cut(names(language).weekdays[weekday % 7], length);

/** Not `Intl`'s short names: English has `Sep` or `Sept`, depending on the browser. */
const cut = (name = '', length: NameLength) => (length === 'short' ? name.slice(0, 3) : name);
