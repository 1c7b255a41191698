import { and, eq, gt, sql } from 'drizzle-orm';
import { isBookingOf } from '#app/entities/booking/descriptor.server.ts';
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
 * Applies the change to a booking that a form or an API call names.
 * @param fee as for `cancel`
 * @throws ProtocolError BAD_MESSAGE for an unknown change; as `confirm`, `reject` and `cancel`
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

/** Confirms a booking as its streamer. @throws ProtocolError NOT_FOUND; WRONG_STATE once it no longer waits */
function confirm(viewer: SignedIn, id: string): Promise<void> {
  // `confirmBy` is before the start of a booking that this one replaces, so that one has not started either.
  const inTime = gt(booking.confirmBy, sql`now()`);
  const waits = and(eq(booking.id, id), eq(booking.producerId, viewer.id), isToCome, inTime);
  return change(viewer, id, (tx) => changeBookings(tx, 'WAITING', waits, { status: 'CONFIRMED' }));
}

/** Rejects a booking as its streamer. @throws ProtocolError NOT_FOUND; WRONG_STATE once it no longer waits */
function reject(viewer: SignedIn, id: string): Promise<void> {
  const waits = and(eq(booking.id, id), eq(booking.producerId, viewer.id), isToCome);
  const values = { status: 'REJECTED', endedReason: 'PRODUCER' } as const;
  return change(viewer, id, (tx) => changeBookings(tx, 'WAITING', waits, values));
}

/**
 * Cancels a booking before it starts, as its customer, or as its streamer once it is confirmed.
 * @param fee the cancellation fee shown to the customer, in the smallest unit
 * @throws ProtocolError NOT_FOUND; WRONG_STATE if it has started or ended; PRICE_CHANGED, with the fee as `current`
 */
function cancel(viewer: SignedIn, id: string, fee: number): Promise<void> {
  const asConsumer = and(eq(booking.id, id), eq(booking.consumerId, viewer.id));
  const asProducer = and(eq(booking.id, id), eq(booking.producerId, viewer.id), isToCome);
  const values = { status: 'CANCELLED', endedReason: 'PRODUCER', endedBy: 'PRODUCER' } as const;
  return change(viewer, id, async (tx) => {
    const cancelled = await cancelOpen(tx, asConsumer, { endedReason: 'CONSUMER', endedBy: 'CONSUMER' });
    if (cancelled === 0) return changeBookings(tx, 'CONFIRMED', asProducer, values);
    await refuseOtherFee(tx, id, fee);
    return cancelled;
  });
}

/**
 * Compares the fee just decided with the one shown; throwing rolls the transaction back. @throws ProtocolError
 * PRICE_CHANGED
 */
async function refuseOtherFee(tx: Transaction, id: string, shown: number): Promise<void> {
  const [decided] = await tx
    .select({ amount: sql`coalesce(${payment.toCapture}, 0)`.mapWith(Number), currency: booking.currency })
    .from(booking)
    .leftJoin(payment, eq(payment.bookingId, booking.id))
    .where(eq(booking.id, id));
  if (decided?.amount !== shown) throw new ProtocolError('PRICE_CHANGED', undefined, decided);
}

/** @param work changes the booking, if that is allowed; returns the number of changed bookings */
async function change(
  viewer: SignedIn,
  id: string,
  work: (tx: Transaction) => Promise<number>,
): Promise<void> {
  if ((await inTransaction(work)) > 0) return;
  const seen = await db.$count(booking, and(eq(booking.id, id), isBookingOf(viewer)));
  throw new ProtocolError(seen > 0 ? 'WRONG_STATE' : 'NOT_FOUND');
}
