import type { Language } from '#app/i18n/languages.ts';

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
