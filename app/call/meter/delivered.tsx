import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallState } from '../state/call-state.ts';
import { TestPayments } from './test-payments.tsx';

/**
 * Summary of an ended paid call: the delivered time, and its cost or earnings. Says that they are not known yet while they
 * are not, or if they did not arrive.
 */
export function Delivered({ call: { meter, seat, channel } }: { call: CallState }) {
  const { t, language } = useTranslation('call');
  if (!meter) return null;
  const { deliveredMs, amountMinor, currency, budgetMs, final } = meter;
  const isBookedTime = budgetMs === null && channel?.endReason !== 'time';
  return (
    <div role="status" className="grid w-full gap-1 tabular-nums">
      <p>
        {final
          ? `${t('meter.delivered')}: ${formatSeconds(Math.floor(deliveredMs / 1000))} · ${t(`meter.${seat}`)}: ${formatAmount(amountMinor, currency, language)}`
          : t(isBookedTime ? 'meter.open.booked' : 'meter.open.call')}
      </p>
      <TestPayments />
    </div>
  );
}
