import { LocaleLink } from '#app/i18n/locale.tsx';
import { spanIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { netOf } from '#protocol/charge.ts';
import type { OwnBooking } from '../own-bookings.server.ts';

type MovedTimesProps = {
  booking: Pick<OwnBooking, 'side' | 'status' | 'former' | 'next'>;
  /** The viewer's. */
  timeZone: string;
};

/** Links from a booking to the one it replaces and to the one replacing it; items of a description list. */
export function MovedTimes({ booking: { side, status, former, next }, timeZone }: MovedTimesProps) {
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const link = ({ id, startAt, endAt }: NonNullable<OwnBooking['next']>) => (
    <LocaleLink to={`/personal/booking/${id}`} className="inline-block py-1 underline first-letter:uppercase">
      {spanIn(startAt.getTime(), endAt.getTime(), timeZone, reader)}
    </LocaleLink>
  );
  const priceOf = ({ amount, currency, feeBps }: NonNullable<OwnBooking['former']>) => {
    const price = formatAmount(amount, currency, language);
    if (side === 'consumer') return price;
    return t('move.part', { amount: price, yours: formatAmount(netOf(amount, feeBps), currency, language) });
  };
  const isKept = former?.status === 'WAITING' || former?.status === 'CONFIRMED';
  const isPending = (status === 'PAYING' || status === 'WAITING') && isKept;
  return (
    <>
      {former && (
        <div>
          <dt>{t('move.from')}</dt>
          <dd>
            {link(former)}
            {` · ${priceOf(former)}`}
          </dd>
          {isPending && <dd className="text-muted">{t('move.stays')}</dd>}
        </div>
      )}
      {next && (
        <div>
          <dt>{t(status === 'CANCELLED' ? 'move.to' : 'move.pending')}</dt>
          <dd>
            {link(next)}
            {` · ${t(`bookings.${next.status}`)}`}
          </dd>
        </div>
      )}
    </>
  );
}
