import { and, eq, gt, sql } from 'drizzle-orm';
import { isOf } from '#app/entities/booking/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { cancelOpen, changeBookings } from '#app/marketplace/bookings/change-bookings.server.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking, payment } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { BOOKING_CHANGES, type BookingChange } from '../schema.ts';

const isToCome = gt(booking.startAt, sql`now()`);

/**
 * Does to a booking what a form or a call names.
 * @param fee as for `cancel`
 * @throws ProtocolError BAD_MESSAGE for another change; as `confirm`, `reject` and `cancel`
 */
export async function changeBooking(
  viewer: SignedIn,
  name: string,
  id: string,
  fee: number,
): Promise<BookingChange> {
  const named = BOOKING_CHANGES.find((one) => one === name);
  if (!named) throw new ProtocolError('BAD_MESSAGE');
  await { confirm, reject, cancel }[named](viewer, id, fee);
  return named;
}

/** By its streamer. @throws ProtocolError NOT_FOUND; WRONG_STATE once it does not wait any more */
function confirm(viewer: SignedIn, id: string): Promise<void> {
  // By then one that it moves has not started, either.
  const inTime = gt(booking.confirmBy, sql`now()`);
  const waits = and(eq(booking.id, id), eq(booking.producerId, viewer.id), isToCome, inTime);
  return change(viewer, id, (tx) => changeBookings(tx, 'WAITING', waits, { status: 'CONFIRMED' }));
}

/** By its streamer. @throws ProtocolError NOT_FOUND; WRONG_STATE once it does not wait any more */
function reject(viewer: SignedIn, id: string): Promise<void> {
  const waits = and(eq(booking.id, id), eq(booking.producerId, viewer.id), isToCome);
  const values = { status: 'REJECTED', endedReason: 'PRODUCER' } as const;
  return change(viewer, id, (tx) => changeBookings(tx, 'WAITING', waits, values));
}

/**
 * By either of the two, before it starts; the streamer once they have confirmed it.
 * @param fee what whoever booked was shown that it costs them, in the smallest unit
 * @throws ProtocolError NOT_FOUND; WRONG_STATE if it has started or ended; PRICE_CHANGED, with what it costs as `current`
 */
function cancel(viewer: SignedIn, id: string, fee: number): Promise<void> {
  const asConsumer = and(eq(booking.id, id), eq(booking.consumerId, viewer.id));
  const asProducer = and(eq(booking.id, id), eq(booking.producerId, viewer.id), isToCome);
  const values = { status: 'CANCELLED', endedReason: 'PRODUCER' } as const;
  return change(viewer, id, async (tx) => {
    const cancelled = await cancelOpen(tx, asConsumer, 'CONSUMER');
    if (cancelled === 0) return changeBookings(tx, 'CONFIRMED', asProducer, values);
    await refuseOtherFee(tx, id, fee);
    return cancelled;
  });
}

/** Compares what has been decided, so that it is undone with the transaction. @throws ProtocolError PRICE_CHANGED */
async function refuseOtherFee(tx: Transaction, id: string, shown: number): Promise<void> {
  const [decided] = await tx
    .select({ amount: sql`coalesce(${payment.toCapture}, 0)`.mapWith(Number), currency: booking.currency })
    .from(booking)
    .leftJoin(payment, eq(payment.bookingId, booking.id))
    .where(eq(booking.id, id));
  if (decided?.amount !== shown) throw new ProtocolError('PRICE_CHANGED', undefined, decided);
}

/** @param work changes the booking, or nothing if it may not be changed so; returns how many it has changed */
async function change(
  viewer: SignedIn,
  id: string,
  work: (tx: Transaction) => Promise<number>,
): Promise<void> {
  if ((await inTransaction(work)) > 0) return;
  const seen = await db.$count(booking, and(eq(booking.id, id), isOf(viewer)));
  throw new ProtocolError(seen > 0 ? 'WRONG_STATE' : 'NOT_FOUND');
}
