import { timeIn } from '#app/i18n/moments.ts';
import type { Reader } from '#app/i18n/reader.ts';

/** Weekdays by ISO 8601: 1 is Monday, 7 is Sunday. */
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

/** Formats a span of minutes after midnight in a language: `09:00–12:30`. */
export function timesInWords(startMinute: number, endMinute: number, reader: Reader): string {
  const at = (minute: number) => timeIn(minute * 60_000, 'UTC', reader);
  return `${at(startMinute)}–${at(endMinute)}`;
}
