import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking, CHANNEL_END, channel, producerSetting, stream } from '#db/schema/index.ts';
import type { EndReason } from '#protocol/channel.ts';
import { settleBooking } from '#protocol/settle.ts';
import { payForEnded, payForPast } from '../payments/charge.server.ts';
import { type PolicyNumbers, readPolicy } from '../read-policy.server.ts';
import { momentsOf } from '../terms.ts';
import { bookingsAs } from './bookings-as.server.ts';
import { enqueueDeadlines, strikes } from './deadlines.server.ts';
import { enqueueOver, enqueueStateMails } from './mails.server.ts';
import { scheduleReminders } from './reminders.job.server.ts';

const MINUTE_MS = 60_000;
/** Minimum time a streamer has to confirm. */
const CONFIRM_LEAST_MS = 15 * MINUTE_MS;

/** SQL condition: the booking has not started, by the database's clock. */
const isToCome = gt(booking.startAt, sql`now()`);

type Booking = typeof booking.$inferSelect;
type Change = Pick<
  typeof booking.$inferInsert,
  'status' | 'endedReason' | 'endedBy' | 'endedNote' | 'confirmBy'
>;
type Ending = Pick<Booking, 'endedReason' | 'endedBy'>;

/**
 * Changes the bookings that match a condition, enqueues their emails and deadlines, ends the rooms of cancelled ones
 * and decides what is charged. The update compares the status, so of two concurrent changes only one succeeds.
 * @returns the number of changed bookings
 */
export async function changeBookings(
  tx: Transaction,
  from: 'PAYING' | 'WAITING' | 'CONFIRMED',
  condition: SQL | undefined,
  values: Change,
): Promise<number> {
  const wasConfirmed = from === 'CONFIRMED';
  const changed = await tx
    .update(booking)
    .set({
      payBy: null,
      confirmBy: null,
      ...values,
      endedBy: wasConfirmed ? values.endedBy : null,
      updatedAt: sql`now()`,
      version: sql`${booking.version} + 1`,
    })
    .where(and(eq(booking.status, from), condition))
    .returning();
  for (const row of changed) {
    const isMove = await endMoved(tx, row);
    // The streamer never saw an unpaid booking, and the customer was on the payment page.
    const isUnpaid = row.endedReason === 'NOT_PAID' || row.endedReason === 'PAY_TIMEOUT';
    if (!isUnpaid) await enqueueStateMails(tx, row, { wasConfirmed, isMove });
    if (row.status === 'CONFIRMED') await scheduleReminders(tx, row);
    await enqueueDeadlines(tx, row);
    if (row.endedReason) await payForEnded(tx, row);
    if (row.endedBy === 'PRODUCER') await enqueue(tx, strikes, { id: row.id });
  }
  if (values.status === 'CANCELLED') await endBookedRooms(tx, changed);
  return changed.length;
}

/**
 * Ends the booking that this one replaces: a waiting one once this one waits, a confirmed one only once this one is
 * confirmed.
 * @returns whether a confirmed booking was ended
 */
async function endMoved(tx: Transaction, { movedFrom, status }: Booking): Promise<boolean> {
  if (!movedFrom || (status !== 'WAITING' && status !== 'CONFIRMED')) return false;
  const isIt = and(eq(booking.id, movedFrom), isToCome);
  const values = { status: 'CANCELLED', endedReason: 'MOVED' } as const;
  await changeBookings(tx, 'WAITING', isIt, values);
  return status === 'CONFIRMED' && (await changeBookings(tx, 'CONFIRMED', isIt, values)) > 0;
}

/**
 * Places a booking whose amount is held, or will be: the streamer is asked to confirm, or it is confirmed
 * automatically. If it replaces a booking that has started meanwhile, it is cancelled instead.
 * @returns false if it was not in status `PAYING`
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
  // Once the former booking has started, both would take place.
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

/** @returns the start of a confirmed booking; null if it is not confirmed */
async function lockConfirmed(tx: Transaction, id: string): Promise<Date | null> {
  const [found] = await tx.select().from(booking).where(eq(booking.id, id)).for('update');
  return found?.status === 'CONFIRMED' ? found.startAt : null;
}

/** Deadline for the streamer to confirm. @param latest upper bound, ms since 1970 */
function confirmBy(latest: number, numberOf: PolicyNumbers): Date {
  const now = Date.now();
  const wanted = Math.min(
    now + numberOf('booking-confirm-hours') * 60 * MINUTE_MS,
    latest - numberOf('booking-confirm-before-minutes') * MINUTE_MS,
  );
  return new Date(Math.min(latest, Math.max(now + CONFIRM_LEAST_MS, wanted)));
}

/**
 * Cancels the open bookings that match a condition and have not started.
 * @returns the number of cancelled bookings
 */
export async function cancelOpen(
  tx: Transaction,
  condition: SQL | undefined,
  ending: Ending,
): Promise<number> {
  const due = and(condition, isToCome);
  const values = { status: 'CANCELLED', ...ending } as const;
  // This order also catches bookings that are paid or confirmed meanwhile.
  const unpaid = await changeBookings(tx, 'PAYING', due, { ...values, endedReason: 'NOT_PAID' });
  const waiting = await changeBookings(tx, 'WAITING', due, values);
  return unpaid + waiting + (await changeBookings(tx, 'CONFIRMED', due, values));
}

const ROLES = ['PRODUCER', 'CONSUMER'] as const;

/**
 * Cancels a person's bookings that have not started, in both roles, and ends their rooms.
 * @param own whether they caused it: then fees and strikes are those of cancelling each of them
 * @param other limits it to bookings with this person
 */
export async function cancelBookings(
  tx: Transaction,
  person: string,
  { reason, own, other }: { reason: Booking['endedReason']; own: boolean; other?: string },
): Promise<void> {
  for (const role of ROLES)
    await cancelOpen(tx, bookingsAs[role](person, other), {
      endedReason: reason,
      endedBy: own ? role : null,
    });
}

/**
 * Closes a person's started bookings, before the account is deleted, as open bookings require both people.
 * @param own whether they delete it themselves: then they count as absent from now on
 */
export async function closeStarted(tx: Transaction, person: string, own: boolean): Promise<void> {
  for (const role of ROLES) {
    const started = and(bookingsAs[role](person), lte(booking.startAt, sql`now()`));
    // Their timeout jobs are late.
    await changeBookings(tx, 'PAYING', started, { status: 'CANCELLED', endedReason: 'NOT_PAID' });
    await changeBookings(tx, 'WAITING', started, { status: 'CANCELLED', endedReason: 'CONFIRM_TIMEOUT' });
    await closeBookings(tx, started, own ? role : null);
  }
}

/**
 * Records the outcome of confirmed bookings from their counted times and decides what is charged. Ends the counting.
 * @param leaver the person who leaves before the end, by deleting the account
 */
export async function closeBookings(
  tx: Transaction,
  condition: SQL | undefined,
  leaver: Booking['endedBy'] = null,
): Promise<void> {
  const open = await tx
    .select()
    .from(booking)
    .where(and(condition, eq(booking.status, 'CONFIRMED'), isNull(booking.outcome)))
    .orderBy(asc(booking.id))
    .for('update');
  const now = new Date();
  for (const row of open) {
    const [counted] = await tx.select().from(stream).where(eq(stream.bookingId, row.id)).for('update');
    const { outcome, charge: due } = settleBooking(row, counted ?? null, now, leaver);
    await tx.update(booking).set({ outcome }).where(eq(booking.id, row.id));
    if (outcome === 'PRODUCER_ABSENT') await enqueue(tx, strikes, { id: row.id });
    const charge = await payForPast(tx, { bookingId: row.id }, due, momentsOf(row).complainBy);
    await tx.update(stream).set({ endedAt: sql`now()`, charge }).where(eq(stream.bookingId, row.id));
    await enqueueOver(tx, row, charge);
  }
}

/** Has the media server end the rooms of cancelled bookings, once the transaction commits. */
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
