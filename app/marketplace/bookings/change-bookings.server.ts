import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import {
  type BOOKING_ENDINGS,
  booking,
  CHANNEL_END,
  channel,
  producerSetting,
  stream,
} from '#db/schema/index.ts';
import type { EndReason } from '#protocol/channel.ts';
import { payForEnded, payForPast } from '../payments/charge.server.ts';
import { type PolicyNumbers, readPolicy } from '../policy.server.ts';
import { settleBooking } from '../streams/settle.ts';
import { momentsOf } from '../terms.ts';
import { enqueueDeadlines, strikes } from './deadlines.server.ts';
import { enqueueMails } from './mails.job.server.ts';

const MINUTE_MS = 60_000;
/** A streamer has at least so long to confirm. */
const CONFIRM_LEAST_MS = 15 * MINUTE_MS;

/** Condition: it has not started, by the database's clock. */
const isToCome = gt(booking.startAt, sql`now()`);

type Booking = typeof booking.$inferSelect;
type Change = Pick<typeof booking.$inferInsert, 'status' | 'endedReason' | 'endedNote' | 'confirmBy'>;

/**
 * Changes the bookings that a condition matches, and enqueues the emails about it and what comes later; ends the rooms of
 * those that are cancelled, and decides what is charged. Compares and sets, so that of two who press at once one wins.
 * @returns how many
 */
export async function changeBookings(
  tx: Transaction,
  from: 'PAYING' | 'WAITING' | 'CONFIRMED',
  condition: SQL | undefined,
  values: Change,
): Promise<number> {
  const changed = await tx
    .update(booking)
    .set({
      payBy: null,
      confirmBy: null,
      ...values,
      updatedAt: sql`now()`,
      version: sql`${booking.version} + 1`,
    })
    .where(and(eq(booking.status, from), condition))
    .returning();
  const wasConfirmed = from === 'CONFIRMED';
  for (const row of changed) {
    const isMove = await endMoved(tx, row);
    // The streamer has not heard of a booking that was never paid, and who did not pay was there.
    const isUnpaid = row.endedReason === 'NOT_PAID' || row.endedReason === 'PAY_TIMEOUT';
    if (!isUnpaid) await enqueueMails(tx, row, { wasConfirmed, isMove });
    await enqueueDeadlines(tx, row);
    if (row.endedReason) await payForEnded(tx, row, wasConfirmed);
    if (row.endedReason === 'PRODUCER' && wasConfirmed) await enqueue(tx, strikes, { id: row.id });
  }
  if (values.status === 'CANCELLED') await endBookedRooms(tx, changed);
  return changed.length;
}

/**
 * Ends the booking in whose place another one stands now: one that waits for its streamer makes way for one that waits, one
 * that is confirmed only for one that is.
 * @returns whether a confirmed one has ended
 */
async function endMoved(tx: Transaction, { movedFrom, status }: Booking): Promise<boolean> {
  if (!movedFrom || (status !== 'WAITING' && status !== 'CONFIRMED')) return false;
  const isIt = and(eq(booking.id, movedFrom), isToCome);
  const values = { status: 'CANCELLED', endedReason: 'MOVED' } as const;
  await changeBookings(tx, 'WAITING', isIt, values);
  return status === 'CONFIRMED' && (await changeBookings(tx, 'CONFIRMED', isIt, values)) > 0;
}

/**
 * Places a booking whose amount is held, or will be: its streamer is asked to confirm it, unless they always do. If it is to
 * move one that has started meanwhile, it is cancelled.
 * @returns whether it waited for that
 */
export async function placeBooking(tx: Transaction, id: string): Promise<boolean> {
  const [found] = await tx
    .select({
      startAt: booking.startAt,
      movedFrom: booking.movedFrom,
      autoConfirm: producerSetting.autoConfirm,
    })
    .from(booking)
    .leftJoin(producerSetting, eq(producerSetting.userId, booking.producerId))
    .where(eq(booking.id, id));
  if (!found) return false;
  const { startAt, movedFrom, autoConfirm } = found;
  // Once that one has started, both would take place.
  const movedAt = movedFrom ? await lockConfirmed(tx, movedFrom) : null;
  const latest = Math.min(startAt.getTime(), movedAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const values: Change =
    movedAt && movedAt <= new Date()
      ? { status: 'CANCELLED', endedReason: 'NOT_PAID' }
      : autoConfirm
        ? { status: 'CONFIRMED' }
        : { status: 'WAITING', confirmBy: confirmBy(latest, await readPolicy(tx)) };
  return (await changeBookings(tx, 'PAYING', eq(booking.id, id), values)) > 0;
}

/** @returns the start of a booking that is confirmed; null of another one */
async function lockConfirmed(tx: Transaction, id: string): Promise<Date | null> {
  const [found] = await tx.select().from(booking).where(eq(booking.id, id)).for('update');
  return found?.status === 'CONFIRMED' ? found.startAt : null;
}

/** @param latest ms since 1970, as late as that at the most */
function confirmBy(latest: number, numberOf: PolicyNumbers): Date {
  const now = Date.now();
  const wanted = Math.min(
    now + numberOf('booking-confirm-hours') * 60 * MINUTE_MS,
    latest - numberOf('booking-confirm-before-minutes') * MINUTE_MS,
  );
  return new Date(Math.min(latest, Math.max(now + CONFIRM_LEAST_MS, wanted)));
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
  const due = and(condition, isToCome);
  const values = { status: 'CANCELLED', endedReason } as const;
  // In this order: each finds what was paid or confirmed meanwhile.
  const unpaid = await changeBookings(tx, 'PAYING', due, { ...values, endedReason: 'NOT_PAID' });
  const waiting = await changeBookings(tx, 'WAITING', due, values);
  return unpaid + waiting + (await changeBookings(tx, 'CONFIRMED', due, values));
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
 * Closes a person's bookings that have started, before the account goes, as those that are open have two people: by what
 * was delivered.
 */
export async function closeStarted(tx: Transaction, person: string): Promise<void> {
  const { producerId, consumerId, startAt } = booking;
  const started = and(or(eq(producerId, person), eq(consumerId, person)), lte(startAt, sql`now()`));
  // Their jobs are late.
  await changeBookings(tx, 'PAYING', started, { status: 'CANCELLED', endedReason: 'NOT_PAID' });
  await changeBookings(tx, 'WAITING', started, { status: 'CANCELLED', endedReason: 'CONFIRM_TIMEOUT' });
  await closeBookings(tx, started);
}

/**
 * Records what became of confirmed bookings by what was counted of them, and decides what is charged. Nothing is counted
 * any more after that.
 */
export async function closeBookings(tx: Transaction, condition: SQL | undefined): Promise<void> {
  const open = await tx
    .select()
    .from(booking)
    .where(and(condition, eq(booking.status, 'CONFIRMED'), isNull(booking.outcome)))
    .orderBy(asc(booking.id))
    .for('update');
  const now = new Date();
  for (const row of open) {
    const [counted] = await tx.select().from(stream).where(eq(stream.bookingId, row.id)).for('update');
    const { outcome, charge: due } = settleBooking(row, counted ?? null, now);
    await tx.update(booking).set({ outcome }).where(eq(booking.id, row.id));
    if (outcome === 'PRODUCER_ABSENT') await enqueue(tx, strikes, { id: row.id });
    const charge = await payForPast(tx, { bookingId: row.id }, due, momentsOf(row).complainBy);
    await tx.update(stream).set({ endedAt: sql`now()`, charge }).where(eq(stream.bookingId, row.id));
  }
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
