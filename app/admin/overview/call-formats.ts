import type { Span } from '#app/call-health/spans.ts';
import type { Language } from '#app/i18n/languages.ts';
import { dateLocale } from '#app/i18n/long-date.ts';

/** Formats numbers of calls, shares and, in UTC, the parts of a span. */
export function callFormats(language: Language, span: Span) {
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(dateLocale(language), {
    ...(span === 'year' ? { month: 'long', year: 'numeric' } : { day: 'numeric', month: 'short' }),
    ...(span === 'day' && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    timeZone: 'UTC',
  });
  return {
    count: (value: number) => whole.format(value),
    share: (value: number) => percent.format(value),
    time: (seconds: number) => date.format(seconds * 1000),
  };
}
