import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { momentIn } from '#app/i18n/moments.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** When a streamer can be booked next, on the viewer's clock. @param at ms since 1970 */
export function NextSlot({ at }: { at: number }) {
  const { t, language } = useTranslation('people');
  const timeZone = useTimeZone();
  return <span>{t('list.next', { time: momentIn(at, timeZone, language) })}</span>;
}
