import { useMemo } from 'react';
import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import type { Choice, SectionName } from '#app/entities/entity-view.ts';
import { dateLocale } from '#app/i18n/long-date.ts';
import { makeOnce } from '#app/i18n/make-once.ts';
import { languageOf, onClock, type Reader } from '#app/i18n/reader.ts';
import type { Translate } from '#app/i18n/translate.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

const instantFormat = makeOnce(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone }),
);

/** Localised labels for the values shown in the administration. */
export function useLabels(): Labels {
  const { t } = useTranslation('admin');
  const zone = useTimeZone();
  const reader = useReader();
  return useMemo(() => labelsIn(reader, t, zone), [reader, t, zone]);
}

/** As `useLabels`, where hooks are not allowed. */
export function labelsIn(reader: Reader, t: Translate<'admin'>, zone: string) {
  const language = languageOf(reader);
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  const locale = dateLocale(language);
  const [here, utc] = [instantFormat(locale, zone), instantFormat(locale, 'UTC')];
  const exact = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'long',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  return {
    language,
    t,
    /** Falls back to the value itself if it has no label. */
    choice: (value: string, options: readonly Choice[]): string => {
      const known = options.find((option) => option === value);
      return known ? t(`choice.${known}`) : value;
    },
    /** As `choice`, for the name of an entity. */
    section: (value: string, options: readonly SectionName[]): string => {
      const known = options.find((option) => option === value);
      return known ? t(`section.${known}`) : value;
    },
    country: (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
    /** In the reader's time zone. */
    instant: (iso: string) => onClock(here.format(new Date(iso)), reader),
    utc: (iso: string) => `${onClock(utc.format(new Date(iso)), reader)} UTC`,
    zone,
    reader,
    /** To the second, with the time zone. */
    exactInstant: (iso: string) => onClock(exact.format(new Date(iso)), reader),
    number: (value: number) => numbers.format(value),
  };
}
export type Labels = ReturnType<typeof labelsIn>;

/** Values with their labels, sorted by label in the reader's language. */
export function byLabel(
  values: readonly string[],
  label: (value: string) => string,
  language: string,
): [string, string][] {
  const { compare } = new Intl.Collator(language);
  return values
    .map((value): [string, string] => [value, label(value)])
    .toSorted(([, a], [, b]) => compare(a, b));
}
