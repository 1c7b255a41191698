import type { Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { momentIn, spanIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnBooking } from '../own-bookings.server.ts';
import { BookingActions } from './booking-actions.tsx';
import { StreamersPart } from './streamers-part.tsx';

type BookingListProps = {
  bookings: readonly OwnBooking[];
  /** The viewer's. */
  timeZone: string;
  /** Of the page's last form. */
  refusal: Refusal | undefined;
};

export function BookingList({ bookings, ...rest }: BookingListProps) {
  return (
    <ul className="divide-y divide-line">
      {bookings.map((booking) => (
        <BookingItem key={booking.id} booking={booking} {...rest} />
      ))}
    </ul>
  );
}

type BookingItemProps = Omit<BookingListProps, 'bookings'> & { booking: OwnBooking };

function BookingItem({ booking, timeZone, refusal }: BookingItemProps) {
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const { id, side, status, startAt, endAt, amount, currency, payBy, confirmBy, endedReason, name } = booking;
  const when = spanIn(startAt.getTime(), endAt.getTime(), timeZone, reader);
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <LocaleLink
          to={`/personal/booking/${id}`}
          prefetch="intent"
          className="inline-block font-semibold underline first-letter:uppercase"
        >
          {when}
        </LocaleLink>
        <span className="text-sm">{t(`bookings.${status}`)}</span>
      </p>
      <p className="wrap-anywhere">
        {t(side === 'consumer' ? 'bookings.with' : 'bookings.by', { name: name ?? t('bookings.gone') })}
        {` · ${formatAmount(amount, currency, language)}`}
        <StreamersPart booking={booking} before=" · " />
      </p>
      {endedReason && <p className="text-muted">{t(`bookings.reason.${endedReason}`)}</p>}
      {status === 'WAITING' && confirmBy && (
        <p className="text-muted">
          {t('bookings.confirmBy', { time: momentIn(confirmBy.getTime(), timeZone, reader) })}
        </p>
      )}
      {status === 'PAYING' && payBy && (
        <p className="text-muted">
          {t('bookings.payBy', { time: momentIn(payBy.getTime(), timeZone, reader) })}
        </p>
      )}
      <BookingActions booking={booking} timeZone={timeZone} when={when} refusal={refusal} />
    </li>
  );
}
