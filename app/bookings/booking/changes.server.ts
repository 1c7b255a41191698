import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { booking } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { BOOKING_CHANGES, type BookingChange } from './schema.ts';

type Change = Pick<typeof booking.$inferInsert, 'status' | 'endedReason'>;

/**
 * Does to a booking what a form or a call names.
 * @throws ProtocolError BAD_MESSAGE for another change; as `confirm`, `reject` and `cancel`
 */
export async function changeBooking(viewer: SignedIn, name: string, id: string): Promise<BookingChange> {
  const named = BOOKING_CHANGES.find((one) => one === name);
  if (!named) throw new ProtocolError('BAD_MESSAGE');
  await { confirm, reject, cancel }[named](viewer, id);
  return named;
}

/** By its streamer. @throws ProtocolError NOT_FOUND; WRONG_STATE once it does not wait any more */
function confirm(viewer: SignedIn, id: string): Promise<void> {
  const waits = and(eq(booking.producerId, viewer.id), eq(booking.status, 'WAITING'));
  return change(viewer, id, waits, { status: 'CONFIRMED' });
}

/** By its streamer. @throws ProtocolError NOT_FOUND; WRONG_STATE once it does not wait any more */
function reject(viewer: SignedIn, id: string): Promise<void> {
  const waits = and(eq(booking.producerId, viewer.id), eq(booking.status, 'WAITING'));
  return change(viewer, id, waits, { status: 'REJECTED', endedReason: 'PRODUCER' });
}

/**
 * By either of the two, before it starts; the streamer once they have confirmed it.
 * @throws ProtocolError NOT_FOUND; WRONG_STATE if it has started or ended
 */
async function cancel(viewer: SignedIn, id: string): Promise<void> {
  const [found] = await db
    .select({ consumerId: booking.consumerId })
    .from(booking)
    .where(and(eq(booking.id, id), isOf(viewer)));
  const isConsumer = found?.consumerId === viewer.id;
  const open = isConsumer
    ? and(eq(booking.consumerId, viewer.id), inArray(booking.status, ['WAITING', 'CONFIRMED']))
    : and(eq(booking.producerId, viewer.id), eq(booking.status, 'CONFIRMED'));
  await change(viewer, id, open, {
    status: 'CANCELLED',
    endedReason: isConsumer ? 'CONSUMER' : 'PRODUCER',
  });
}

/** Condition: the viewer is one of the two people. */
function isOf({ id }: SignedIn): SQL | undefined {
  return or(eq(booking.producerId, id), eq(booking.consumerId, id));
}

/** Compares and sets, so that of two who press at once one wins. */
async function change(
  viewer: SignedIn,
  id: string,
  condition: SQL | undefined,
  values: Change,
): Promise<void> {
  const changed = await db
    .update(booking)
    .set({ ...values, confirmBy: null, updatedAt: sql`now()`, version: sql`${booking.version} + 1` })
    .where(and(eq(booking.id, id), condition, gt(booking.startAt, sql`now()`)))
    .returning({ id: booking.id });
  if (changed.length > 0) return;
  const seen = await db.$count(booking, and(eq(booking.id, id), isOf(viewer)));
  throw new ProtocolError(seen > 0 ? 'WRONG_STATE' : 'NOT_FOUND');
}
