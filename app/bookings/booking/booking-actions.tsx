import { Form } from '@remix-run/react';
import { Ask } from '#app/components/ui/ask.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { EnterRoom } from './enter-room.tsx';
import type { OwnBooking } from './own-bookings.server.ts';

type BookingActionsProps = {
  booking: OwnBooking;
  /** The reader's. */
  timeZone: string;
  /** In words, for buttons that stand among those of other bookings. */
  when?: string;
};

/** What a person can do with a booking now; posts to the page it is on. */
export function BookingActions({ booking, timeZone, when }: BookingActionsProps) {
  const { id, status, side, startAt } = booking;
  const { t } = useTranslation('bookings');
  const isToCome = startAt.getTime() > Date.now();
  const label = (action: string) => (when ? `${action}: ${when}` : undefined);
  const waitsForMe = isToCome && status === 'WAITING' && side === 'producer';
  const mayCancel = isToCome && (status === 'CONFIRMED' || (status === 'WAITING' && side === 'consumer'));
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      <EnterRoom booking={booking} timeZone={timeZone} label={label(t('bookings.enter'))} />
      {waitsForMe && (
        <>
          <Change id={id} intent="confirm" variant="primary" label={label(t('bookings.confirm'))}>
            {t('bookings.confirm')}
          </Change>
          <Change id={id} intent="reject" variant="secondary" label={label(t('bookings.reject'))}>
            {t('bookings.reject')}
          </Change>
        </>
      )}
      {mayCancel && (
        <Ask
          trigger={t('bookings.cancel')}
          label={label(t('bookings.cancel'))}
          text={t('bookings.cancelSure')}
          className="-ml-5"
        >
          <Change id={id} intent="cancel" variant="primary">
            {t('bookings.cancel')}
          </Change>
        </Ask>
      )}
    </div>
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
