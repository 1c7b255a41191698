import { useMemo } from 'react';
import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import type { Choice, SectionName } from '#app/entities/entity-view.ts';
import { secondIn, shortDateIn, shortMomentIn } from '#app/i18n/moments.ts';
import { languageOf, type Reader } from '#app/i18n/reader.ts';
import type { Translate } from '#app/i18n/translate.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

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
    instant: (iso: string) => shortMomentIn(Date.parse(iso), zone, reader),
    utc: (iso: string) => `${shortMomentIn(Date.parse(iso), 'UTC', reader)} UTC`,
    zone,
    reader,
    /** To the second, with the time zone. */
    exactInstant: (iso: string) => {
      const at = Date.parse(iso);
      return `${shortDateIn(at, 'UTC', language)}, ${secondIn(at, 'UTC', reader)} UTC`;
    },
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
