import { Alert } from '#app/components/ui/alert.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { useLabels } from '../labels.ts';
import type { Uncovered } from './stripe-fee.ts';

/** Warns that the site loses money on the cheapest bookings. */
export function UncoveredFees({ uncovered }: { uncovered: readonly Uncovered[] }) {
  const { t, language } = useLabels();
  return uncovered.map(({ currency, amount, share, fee, from }) => {
    const price = (minor: number) => formatAmount(minor, currency, language);
    const values = { amount: price(amount), share: price(share), fee: price(fee) };
    return (
      <Alert key={currency} tone="info">
        {from === null ? t('uncovered.never', values) : t('uncovered.from', { ...values, from: price(from) })}
      </Alert>
    );
  });
}
