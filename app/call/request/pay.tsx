import { payWords } from '#app/i18n/pay-words.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Pay as Brings } from '#protocol/call-request.ts';

/** What a ringing request brings its streamer of what is paid, a minute and at most. */
export function Pay({ pay }: { pay: Brings }) {
  const { t, language } = useTranslation('call');
  return t('request.pay', payWords(pay, language));
}
