import { Form } from '@remix-run/react';
import { Ask } from '#app/components/ui/ask.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatPrice, mainOf } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { momentIn, spanIn } from './moments.ts';
import type { OwnBooking, Side } from './own-bookings.server.ts';

type BookingListProps = {
  bookings: readonly OwnBooking[];
  side: Side;
  /** The reader's. */
  timeZone: string;
};

export function BookingList({ bookings, side, timeZone }: BookingListProps) {
  return (
    <ul className="divide-y divide-line">
      {bookings.map((booking) => (
        <BookingItem key={booking.id} booking={booking} side={side} timeZone={timeZone} />
      ))}
    </ul>
  );
}

type BookingItemProps = Omit<BookingListProps, 'bookings'> & { booking: OwnBooking };

function BookingItem({ booking, side, timeZone }: BookingItemProps) {
  const { t, language } = useTranslation('bookings');
  const { id, status, startAt, endAt, amount, currency, confirmBy, endedReason, name, urlname } = booking;
  const when = spanIn(startAt.getTime(), endAt.getTime(), timeZone, language);
  const person = name ?? t('bookings.gone');
  const isOpen = startAt.getTime() > Date.now();
  const mayCancel = isOpen && (status === 'CONFIRMED' || (status === 'WAITING' && side === 'consumer'));
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold first-letter:uppercase">{when}</span>
        <span className="text-sm">{t(`bookings.${status}`)}</span>
      </p>
      <p className="wrap-anywhere">
        {side === 'consumer' && urlname ? (
          <LocaleLink to={`/user/${urlname}`} className="underline">
            {t('bookings.with', { name: person })}
          </LocaleLink>
        ) : (
          t(side === 'consumer' ? 'bookings.with' : 'bookings.by', { name: person })
        )}
        {` · ${formatPrice(mainOf(amount, currency), currency, language)}`}
      </p>
      {endedReason && <p className="text-muted">{t(`bookings.reason.${endedReason}`)}</p>}
      {status === 'WAITING' && confirmBy && isOpen && (
        <p className="text-muted">
          {t('bookings.confirmBy', { time: momentIn(confirmBy.getTime(), timeZone, language) })}
        </p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {status === 'WAITING' && side === 'producer' && isOpen && (
          <>
            <Change id={id} intent="confirm" variant="primary" label={`${t('bookings.confirm')}: ${when}`}>
              {t('bookings.confirm')}
            </Change>
            <Change id={id} intent="reject" variant="secondary" label={`${t('bookings.reject')}: ${when}`}>
              {t('bookings.reject')}
            </Change>
          </>
        )}
        {mayCancel && (
          <Ask
            trigger={t('bookings.cancel')}
            label={`${t('bookings.cancel')}: ${when}`}
            text={t('bookings.cancelSure')}
          >
            <Change id={id} intent="cancel" variant="primary">
              {t('bookings.cancel')}
            </Change>
          </Ask>
        )}
      </div>
    </li>
  );
}

type ChangeProps = {
  id: string;
  intent: 'confirm' | 'reject' | 'cancel';
  variant: 'primary' | 'secondary';
  /** The accessible name, where the text alone does not say what it is about. */
  label?: string;
  children: string;
};

function Change({ id, intent, variant, label, children }: ChangeProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" name="id" value={id} variant={variant} aria-label={label}>
        {children}
      </Button>
    </Form>
  );
}
