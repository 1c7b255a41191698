import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallState } from '../state/call-state.ts';
import { TestPayments } from './test-payments.tsx';

/** Summary of an ended paid call: the delivered time, and its cost or earnings so far. */
export function Delivered({ call: { meter, seat } }: { call: CallState }) {
  const { t, language } = useTranslation('call');
  if (!meter) return null;
  const { deliveredMs, amountMinor, currency } = meter;
  return (
    <div className="grid w-full gap-1 tabular-nums">
      <p>
        {`${t('meter.delivered')}: ${formatSeconds(Math.floor(deliveredMs / 1000))} · `}
        {`${t(`meter.${seat}`)}: ${formatAmount(amountMinor, currency, language)}`}
      </p>
      <TestPayments />
    </div>
  );
}
