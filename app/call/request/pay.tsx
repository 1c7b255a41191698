import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallRequest } from '#protocol/call-request.ts';

type PayProps = { pay: NonNullable<Extract<CallRequest, { status: 'RINGING' }>['pay']> };

/** What a ringing request brings its streamer, and for how long at most. */
export function Pay({ pay: { minorPerMinute, currency, minutes } }: PayProps) {
  const { t, language } = useTranslation('call');
  return t('request.pay', { amount: formatAmount(minorPerMinute, currency, language), count: minutes });
}
