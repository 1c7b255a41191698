import { useMemo } from 'react';
import type { Choice, SectionName } from '#app/entities/entity-view.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Localised labels for the values shown in the administration. */
export function useLabels() {
  const { t, language } = useTranslation('admin');
  return useMemo(() => {
    const countries = new Intl.DisplayNames(language, { type: 'region' });
    // UTC, so that all administrators see the same times.
    const instants = new Intl.DateTimeFormat(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone: 'UTC',
    });
    const exact = new Intl.DateTimeFormat(language, {
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
      instant: (iso: string) => instants.format(new Date(iso)),
      /** To the second, and with the time zone. */
      exactInstant: (iso: string) => exact.format(new Date(iso)),
      number: (value: number) => numbers.format(value),
    };
  }, [t, language]);
}

/** Gives untitled rows a placeholder. */
export function useTitle(): (title: string) => string {
  const { t } = useTranslation('admin');
  return (title) => title || t('value.untitled');
}

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
