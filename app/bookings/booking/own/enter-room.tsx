import { Form } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useNow } from '#app/components/page/use-now.ts';
import { Button } from '#app/components/ui/button.tsx';
import { timeIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnBooking } from '../own-bookings.server.ts';
import { ROOM_OPENS_MS } from '../schema.ts';

const DAY_MS = 24 * 60 * 60_000;

type EnterRoomProps = {
  booking: Pick<OwnBooking, 'id' | 'status' | 'startAt' | 'endAt' | 'entered' | 'now'>;
  /** The viewer's. */
  timeZone: string;
  /** The accessible name of an action, where its text alone does not say which room. */
  label(action: string): string | undefined;
};

/** Button to enter the room of a confirmed booking while it is open; within a day before, the time when it opens. */
export function EnterRoom({ booking, timeZone, label }: EnterRoomProps) {
  const { t } = useTranslation('bookings');
  const reader = useReader();
  const opensAt = booking.startAt.getTime() - ROOM_OPENS_MS;
  const now = useNow(booking.now);
  const isOpen = useReached(opensAt, now);
  const isOver = useReached(booking.endAt.getTime(), now);
  if (booking.status !== 'CONFIRMED' || isOver) return null;
  if (!isOpen) {
    if (opensAt - now() > DAY_MS) return null;
    return <p className="text-muted">{t('bookings.opens', { time: timeIn(opensAt, timeZone, reader) })}</p>;
  }
  const action = t(booking.entered ? 'bookings.return' : 'bookings.enter');
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="room" />
      <Button type="submit" name="id" value={booking.id} aria-label={label(action)}>
        {action}
      </Button>
    </Form>
  );
}

/** Whether a time has come; renders again when it does, if that is within a day. @param at ms since 1970, as `now` */
function useReached(at: number, now: () => number): boolean {
  const [reached, setReached] = useState(() => now() >= at);
  useEffect(() => {
    const left = at - now();
    setReached(left <= 0);
    if (left <= 0 || left > DAY_MS) return;
    const timer = setTimeout(() => setReached(true), left);
    return () => clearTimeout(timer);
  }, [at, now]);
  return reached;
}
