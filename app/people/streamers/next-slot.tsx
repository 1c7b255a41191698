import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { clearMomentIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** When a streamer can be booked next, on the viewer's clock. @param at ms since 1970 */
export function NextSlot({ at }: { at: number }) {
  const { t } = useTranslation('people');
  const reader = useReader();
  const timeZone = useTimeZone();
  return <span>{t('list.next', { time: clearMomentIn(at, timeZone, reader) })}</span>;
}
