import { and, eq, exists, notInArray, sql } from 'drizzle-orm';
import { isBookingOf } from '#app/entities/booking/descriptor.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { roomOfBooking } from '#app/rooms/booked-rooms.server.ts';
import { booking, payment } from '#db/schema/index.ts';
import type { SeatName } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { ROOM_OPENS_MS } from '../schema.ts';

const opensAt = sql`${booking.startAt} - ${ROOM_OPENS_MS} * interval '1 millisecond'`;

/** The booking's amount is not held. Bookings made before the site took payments have no payment and are free. */
const isUnpaid = exists(
  db
    .select({ one: sql`1` })
    .from(payment)
    .where(
      and(eq(payment.bookingId, booking.id), notInArray(payment.status, ['HELD', 'CAPTURING', 'CAPTURED'])),
    ),
);

/**
 * The room of a booking, created on first use, and the viewer's seat in it as one of its two people.
 * @throws ProtocolError NOT_FOUND; WRONG_STATE unless it is confirmed and paid, and its room is open; UNAVAILABLE, FULL
 */
export function enterRoomOf(viewer: SignedIn, id: string): Promise<{ token: string; seat: SeatName }> {
  return inTransaction(async (tx) => {
    const [found] = await tx
      .select({
        producerId: booking.producerId,
        consumerId: booking.consumerId,
        endAt: booking.endAt,
        priceMinor: booking.priceMinor,
        currency: booking.currency,
        isOpen: sql<boolean>`${booking.status} = 'CONFIRMED' and ${booking.outcome} is null
          and ${opensAt} <= now() and now() < ${booking.endAt} and not ${isUnpaid}`,
      })
      .from(booking)
      .where(and(eq(booking.id, id), isBookingOf(viewer)))
      // A concurrent cancellation waits for this lock, then finds and ends the room.
      .for('no key update');
    if (!found) throw new ProtocolError('NOT_FOUND');
    const { producerId, consumerId, isOpen, ...booked } = found;
    if (!isOpen || !producerId || !consumerId) throw new ProtocolError('WRONG_STATE');
    const token = await roomOfBooking(tx, { ...booked, id, producerId, consumerId });
    return { token, seat: viewer.id === producerId ? 'host' : 'guest' };
  });
}

/** Redirects a page's form to the booking's room. @throws ProtocolError as `enterRoomOf` */
export async function redirectToRoom(request: Request, viewer: SignedIn, id: string) {
  const { token, seat } = await enterRoomOf(viewer, id);
  const language = languageOfPath(new URL(request.url).pathname);
  return redirect(localePath(`/room/${seat}/${token}?skip=true`, language));
}
