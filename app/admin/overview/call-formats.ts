import type { Span } from '#app/call-health/spans.ts';
import { monthIn, shortestDateIn, timeIn } from '#app/i18n/moments.ts';
import { languageOf, type Reader } from '#app/i18n/reader.ts';

/** Formats numbers of calls, shares and, in UTC, the parts of a span. */
export function callFormats(reader: Reader, span: Span) {
  const language = languageOf(reader);
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const time = (seconds: number) => {
    const at = seconds * 1000;
    if (span === 'year') return monthIn(at, 'UTC', language);
    const date = shortestDateIn(at, 'UTC', language);
    return span === 'day' ? `${date}, ${timeIn(at, 'UTC', reader)}` : date;
  };
  return {
    count: (value: number) => whole.format(value),
    share: (value: number) => percent.format(value),
    time,
  };
}
