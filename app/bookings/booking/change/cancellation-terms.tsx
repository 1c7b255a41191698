import { momentIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnBooking } from '../own-bookings.server.ts';

const HOUR_MS = 60 * 60_000;

type CancellationTermsProps = {
  booking: Pick<OwnBooking, 'amount' | 'currency' | 'startAt' | 'terms' | 'now'>;
  /** The viewer's. */
  timeZone: string;
};

/** Until when cancelling is free, and what it costs after that. */
export function CancellationTerms({ booking, timeZone }: CancellationTermsProps) {
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const { amount, currency, startAt, terms, now } = booking;
  if (!terms) return null;
  const before = (hours: number) => startAt.getTime() - hours * HOUR_MS;
  const moment = (at: number) => momentIn(at, timeZone, reader);
  const part = (percent: number) => formatAmount(Math.floor((amount * percent) / 100), currency, language);
  const isNow = (hours: number) => before(hours) <= now;
  const last = part(terms.lastPercent);
  const lastFrom = moment(before(terms.lastHours));
  return (
    <ul className="grid list-disc gap-1 ps-5 text-muted">
      {isNow(terms.lastHours) ? (
        <li>{t('pay.last', { last })}</li>
      ) : (
        <>
          <li>
            {isNow(terms.freeHours)
              ? t('pay.regret', { minutes: terms.regretMinutes })
              : t('pay.free', { time: moment(before(terms.freeHours)) })}
          </li>
          <li>{t('pay.late', { late: part(terms.latePercent), last, time: lastFrom })}</li>
        </>
      )}
      <li>{t('pay.absent')}</li>
      <li>{t('pay.ownAbsence')}</li>
    </ul>
  );
}
