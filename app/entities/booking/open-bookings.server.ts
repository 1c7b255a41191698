import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { type BOOKING_ENDINGS, booking, CHANNEL_END, channel } from '#db/schema/index.ts';
import type { EndReason } from '#protocol/channel.ts';
import { enqueueMails } from './mails.job.server.ts';

/**
 * Changes the bookings that a condition matches, and enqueues the emails about it; ends the rooms of those that are
 * cancelled. Compares and sets, so that of two who press at once one wins.
 * @returns how many
 */
export async function changeBookings(
  tx: Transaction,
  from: 'WAITING' | 'CONFIRMED',
  condition: SQL | undefined,
  values: Pick<typeof booking.$inferInsert, 'status' | 'endedReason'>,
): Promise<number> {
  const changed = await tx
    .update(booking)
    .set({ ...values, confirmBy: null, updatedAt: sql`now()`, version: sql`${booking.version} + 1` })
    .where(and(eq(booking.status, from), condition))
    .returning();
  for (const row of changed) await enqueueMails(tx, row, from === 'CONFIRMED');
  if (values.status === 'CANCELLED') await endBookedRooms(tx, changed);
  return changed.length;
}

/**
 * Cancels the open bookings that a condition matches and that have not started.
 * @returns how many
 */
export async function cancelOpen(
  tx: Transaction,
  condition: SQL | undefined,
  endedReason: (typeof BOOKING_ENDINGS)[number],
): Promise<number> {
  const due = and(condition, gt(booking.startAt, sql`now()`));
  const values = { status: 'CANCELLED', endedReason } as const;
  // In this order: the second finds what is confirmed meanwhile.
  const waiting = await changeBookings(tx, 'WAITING', due, values);
  return waiting + (await changeBookings(tx, 'CONFIRMED', due, values));
}

/**
 * Cancels a person's bookings that have not started, in both roles, and ends their rooms.
 * @param other only those with this person
 */
export async function cancelBookings(
  tx: Transaction,
  person: string,
  reason: (typeof BOOKING_ENDINGS)[number],
  other?: string,
): Promise<void> {
  const { producerId, consumerId } = booking;
  const theirs = or(
    and(eq(producerId, person), other ? eq(consumerId, other) : undefined),
    and(eq(consumerId, person), other ? eq(producerId, other) : undefined),
  );
  await cancelOpen(tx, theirs, reason);
}

/**
 * Closes a person's bookings that have started, before the account goes, as those that are open have two people: by
 * whether they met.
 */
export async function closeStarted(tx: Transaction, person: string): Promise<void> {
  const { producerId, consumerId, status, startAt } = booking;
  const started = and(or(eq(producerId, person), eq(consumerId, person)), lte(startAt, sql`now()`));
  // Its job is late.
  await changeBookings(tx, 'WAITING', started, { status: 'CANCELLED', endedReason: 'CONFIRM_TIMEOUT' });
  const met = tx
    .select({ one: sql`1` })
    .from(channel)
    .where(and(eq(channel.bookingId, booking.id), isNotNull(channel.startedAt)));
  await tx
    .update(booking)
    .set({ outcome: sql`case when exists ${met} then 'DELIVERED' else 'BOTH_ABSENT' end` })
    .where(and(started, eq(status, 'CONFIRMED'), isNull(booking.outcome)));
}

/** Once the transaction is committed, has the media server end the rooms of bookings that were cancelled. */
async function endBookedRooms(tx: Transaction, cancelled: readonly { id: string }[]): Promise<void> {
  if (cancelled.length === 0) return;
  const ids = cancelled.map(({ id }) => id);
  const reason: EndReason = 'cancelled';
  const payload = sql`${channel.token} || ${` ${reason}`}::text`;
  await tx
    .select({ notified: sql`pg_notify(${CHANNEL_END}, ${payload})` })
    .from(channel)
    .where(and(inArray(channel.bookingId, ids), isNull(channel.endedAt)));
}
