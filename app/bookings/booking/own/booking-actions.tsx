import { Form } from '@remix-run/react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Ask } from '#app/components/ui/ask.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { cancellationFee, isMovable } from '#app/marketplace/terms.ts';
import type { OwnBooking } from '../own-bookings.server.ts';
import { isToPay } from '../pay/payment-form.tsx';
import { EnterRoom } from './enter-room.tsx';

type BookingActionsProps = {
  booking: OwnBooking;
  /** The viewer's. */
  timeZone: string;
  /** In words, to label buttons in a list of bookings. */
  when?: string;
  /** Of the page's last form. */
  refusal: Refusal | undefined;
};

/** Buttons for what a person can do with a booking now; they post to the current page. */
export function BookingActions({ booking, timeZone, when, refusal }: BookingActionsProps) {
  const { id, status, side, startAt, paid, now } = booking;
  const { t, language } = useTranslation('bookings');
  const isToCome = startAt.getTime() > now;
  const label = (action: string) => (when ? `${action}: ${when}` : undefined);
  const waitsForMe = isToCome && status === 'WAITING' && side === 'producer';
  const mayCancel =
    isToCome &&
    (status === 'CONFIRMED' || (side === 'consumer' && (status === 'WAITING' || status === 'PAYING')));
  const isCharged = side === 'consumer' && status === 'CONFIRMED' && paid?.status === 'HELD';
  const mayMove = side === 'consumer' && !booking.next && isMovable(booking, now);
  const isStrike = side === 'producer' && !booking.waived;
  // The server's fee, if it differs from the one shown.
  const changed = refusal?.typed.id?.[0] === id ? refusal.price : undefined;
  const fee = changed?.amount ?? (isCharged ? cancellationFee(booking, now) : 0);
  const feeText = formatAmount(fee, booking.currency, language);
  const emails = `${id}-emails`;
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {when && isToPay(booking) && (
        <LocaleLink
          to={`/personal/booking/${id}`}
          aria-label={label(t('bookings.payNow'))}
          className={buttonClass({ variant: 'primary' })}
        >
          {t('bookings.payNow')}
        </LocaleLink>
      )}
      <EnterRoom booking={booking} timeZone={timeZone} label={label} />
      {waitsForMe && (
        <>
          <Change
            id={id}
            intent="confirm"
            variant="primary"
            label={label(t('bookings.confirm'))}
            describedBy={emails}
          >
            {t('bookings.confirm')}
          </Change>
          <Change
            id={id}
            intent="reject"
            variant="secondary"
            label={label(t('bookings.reject'))}
            describedBy={emails}
          >
            {t('bookings.reject')}
          </Change>
          <p id={emails} className="text-sm text-muted">
            {t('emails')}
          </p>
        </>
      )}
      {mayMove && booking.urlname && (
        <LocaleLink
          to={`/user/${booking.urlname}/book?${new URLSearchParams({ moving: id })}`}
          aria-label={label(t('move.choose'))}
          className={buttonClass({ variant: 'secondary' })}
        >
          {t('move.choose')}
        </LocaleLink>
      )}
      {mayCancel && (
        <Ask
          trigger={t('bookings.cancel')}
          label={label(t('bookings.cancel'))}
          text={
            fee > 0
              ? t('bookings.cancelFee', { fee: feeText })
              : t(isStrike ? 'bookings.cancelStrike' : 'bookings.cancelSure')
          }
          className="-ml-5"
          open={changed !== undefined}
        >
          {changed && <Alert tone="error">{t('bookings.feeChanged', { fee: feeText })}</Alert>}
          <Change
            id={id}
            intent="cancel"
            variant="primary"
            fee={fee}
            describedBy={status === 'PAYING' ? undefined : emails}
          >
            {t('bookings.cancel')}
          </Change>
          {status !== 'PAYING' && (
            <p id={emails} className="text-sm text-muted">
              {t('emails')}
            </p>
          )}
        </Ask>
      )}
    </div>
  );
}

type ChangeProps = {
  id: string;
  intent: 'confirm' | 'reject' | 'cancel';
  variant: 'primary' | 'secondary';
  /** The accessible name, where the text alone is ambiguous. */
  label?: string;
  /** Id of the note on the emails that it sends. */
  describedBy: string | undefined;
  /** Cancellation fee, in the smallest unit. */
  fee?: number;
  children: string;
};

function Change({ id, intent, variant, label, describedBy, fee, children }: ChangeProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {fee !== undefined && <input type="hidden" name="fee" value={fee} />}
      <Button
        type="submit"
        name="id"
        value={id}
        variant={variant}
        aria-label={label}
        aria-describedby={describedBy}
      >
        {children}
      </Button>
    </Form>
  );
}
