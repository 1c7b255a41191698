import { useLanguage } from '#app/i18n/locale.tsx';
import { dateIn, longMomentIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTimeZone } from './use-time-zone.ts';

/** Writes moments with their year in the reader's time zone, or in UTC, saying so, where that is not known. */
export function useLongMoment(): (at: Date) => string {
  const timeZone = useTimeZone();
  const reader = useReader();
  return (at) => longMomentIn(at.getTime(), timeZone, reader);
}

/** Writes days with their year in the reader's time zone. */
export function useLongDate(): (at: Date) => string {
  const timeZone = useTimeZone();
  const language = useLanguage();
  return (at) => dateIn(at.getTime(), timeZone, language);
}
