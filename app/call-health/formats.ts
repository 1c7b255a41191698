import type { Language } from '#app/i18n/languages.ts';
import { dateLocale } from '#app/i18n/long-date.ts';
import { languageOf, onClock, type Reader } from '#app/i18n/reader.ts';

/** The smallest differences that `healthFormats` shows. */
export const STEPS = { bitrate: 1e5, share: 0.001, frames: 1, ms: 1 };

/** Formats the numbers of a call's health. */
export function healthFormats(language: Language) {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const fine = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return {
    bitrate: (value: number) => `${fine.format(value / 1e6)} Mbit/s`,
    share: (value: number) => percent.format(value),
    frames: (value: number) => whole.format(value),
    ms: (value: number) => `${whole.format(value)} ms`,
  };
}

/** Formats a time of day to the second; in seconds since 1970. */
export function timeOfDay(reader: Reader, timeZone: string): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(dateLocale(languageOf(reader)), {
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  });
  return (seconds) => onClock(format.format(seconds * 1000), reader);
}
