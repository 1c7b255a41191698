import { momentIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { brandName } from '#app/marketplace/payments/brand-name.ts';
import { momentsOf } from '#app/marketplace/terms.ts';
import type { listRefunds } from '#app/payments/refunds/list.server.ts';
import { netOf } from '#protocol/charge.ts';
import type { OwnBooking } from '../own-bookings.server.ts';

type Refunds = Awaited<ReturnType<typeof listRefunds>>;

type PaymentStatusProps = {
  booking: OwnBooking;
  refunds: Refunds;
  /** The viewer's. */
  timeZone: string;
};

/** The state of a booking's payment, for either of its two people. */
export function PaymentStatus({ booking, refunds, timeZone }: PaymentStatusProps) {
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const { side, status, amount, currency, paid } = booking;
  if (!paid || status === 'PAYING') return null;
  const { fixBy, complainBy } = momentsOf(booking);
  const price = (minor: number) => formatAmount(minor, currency, language);
  const moment = (at: number) => momentIn(at, timeZone, reader);
  const values = {
    amount: price(amount),
    card: t('pay.cardName', { brand: brandName(paid.cardBrand ?? ''), last4: paid.cardLast4 ?? '' }),
    holdAt: paid.holdAt ? moment(paid.holdAt.getTime()) : '',
    fixBy: moment(fixBy),
    captureAt: moment(paid.captureAt?.getTime() ?? complainBy),
    due: price(paid.toCapture ?? 0),
    yoursDue: price(netOf(paid.toCapture ?? 0, paid.feeBps)),
    captured: price(paid.captured),
    capturedAt: paid.capturedAt ? moment(paid.capturedAt.getTime()) : '',
    fee: price(paid.fee),
    refunded: price(paid.refunded),
    earned: price(paid.earned),
    yours: price(netOf(amount, paid.feeBps)),
  };
  const isDue = paid.status === 'HELD' && paid.toCapture !== null;
  // What is still to be released at Stripe is charged no more than what has been.
  const isLetGo = paid.status === 'RELEASING' && paid.toCapture === null;
  const state = paid.refunded > 0 ? 'REFUNDED' : isDue ? 'DUE' : isLetGo ? 'RELEASED' : paid.status;
  return (
    <div id="payment">
      <dt>{t('paid.title')}</dt>
      <dd>{t(paid.waits ? 'paid.producer.TRANSFER' : `paid.${side}.${state}`, values)}</dd>
      {refunds.map(
        ({ id, status, reason }) =>
          status !== 'FAILED' && (
            <dd key={id} className="text-muted">
              {t('paid.refundReason', { reason })}
            </dd>
          ),
      )}
    </div>
  );
}
