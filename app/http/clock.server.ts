import { LANGUAGES, type Language } from '#app/i18n/languages.ts';
import type { Reader } from '#app/i18n/reader.ts';

/**
 * The languages in which times are written with twelve hours for a browser, by the regions of its preferred languages
 * (`Accept-Language`). The region of another language counts if its own has none; without any region, no language.
 */
export function twelveHourLanguages({ headers }: Request): Language[] {
  const regional = localesOf(headers.get('Accept-Language') ?? '').filter(({ region }) => region);
  return LANGUAGES.filter((language) => {
    const { region } = regional.find((locale) => locale.language === language) ?? regional[0] ?? {};
    return region !== undefined && hasTwelveHours(`${language}-${region}`);
  });
}

/** For whom a page in a language is written. */
export const readerOf = (request: Request, language: Language): Reader =>
  twelveHourLanguages(request).includes(language) ? `${language}-12` : language;

/** Locales of an `Accept-Language` (RFC 9110, section 12.5.4), the preferred first. */
function localesOf(accepted: string): Intl.Locale[] {
  return accepted
    .slice(0, MAX_LENGTH)
    .split(',')
    .map((one) => {
      const [tag = '', quality] = one.split(';').map((part) => part.trim());
      return { tag, quality: Number(/^q=([\d.]+)$/i.exec(quality ?? '')?.[1] ?? 1) };
    })
    .toSorted((one, other) => other.quality - one.quality)
    .flatMap(({ tag }) => {
      try {
        return new Intl.Locale(tag);
      } catch {
        return [];
      }
    });
}

/** A browser sends far fewer characters. */
const MAX_LENGTH = 500;

function hasTwelveHours(locale: string): boolean {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h12' || hourCycle === 'h11';
}
