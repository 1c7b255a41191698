import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnStream } from './own-streams.server.ts';

/** The state of a finished call's payment, for either of its two people. */
export function StreamPayment({ stream }: { stream: OwnStream }) {
  const { t, language } = useTranslation('streams');
  const date = useLongDate();
  const { isProducer, endedAt, currency, earned, paid } = stream;
  if (!endedAt) return null;
  const price = (minor: number) => formatAmount(minor, currency, language);
  const values = {
    amount: price(paid.due),
    date: paid.captureAt ? date(paid.captureAt) : '',
    captured: price(paid.captured),
    refunded: price(paid.refunded),
    earned: price(earned ?? 0),
  };
  const state = paid.refunded > 0 ? 'refunded' : paid.isCharged ? 'charged' : 'due';
  const text = `paid.${isProducer ? 'producer' : 'consumer'}.${state}` as const;
  return (
    <dl id="payment" className="[&_dt]:text-sm [&_dt]:text-muted">
      <dt>{t('paid.title')}</dt>
      <dd>{t(paid.due === 0 ? 'paid.nothing' : paid.waits ? 'paid.producer.waits' : text, values)}</dd>
    </dl>
  );
}
