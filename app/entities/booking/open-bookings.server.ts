import { and, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { type BOOKING_ENDINGS, booking } from '#db/schema/index.ts';
import { enqueueMails } from './mails.job.server.ts';

/**
 * Changes the bookings that a condition matches, and enqueues the emails about it. Compares and sets, so that of two
 * who press at once one wins.
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
 * Cancels a person's bookings that have not started, in both roles.
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
