import type { Span } from '#app/call-health/spans.ts';
import { dateLocale } from '#app/i18n/long-date.ts';
import { languageOf, onClock, type Reader } from '#app/i18n/reader.ts';

/** Formats numbers of calls, shares and, in UTC, the parts of a span. */
export function callFormats(reader: Reader, span: Span) {
  const language = languageOf(reader);
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
    time: (seconds: number) => onClock(date.format(seconds * 1000), reader),
  };
}
