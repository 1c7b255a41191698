import { and, eq, exists, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { changeBookings } from '#app/marketplace/bookings/change-bookings.server.ts';
import { fixTime, holdTimeouts, payTimeouts } from '#app/marketplace/bookings/deadlines.server.ts';
import { refreshPayment } from '#app/payments/holds/intent.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { booking, payment } from '#db/schema/index.ts';

/** Cancels a booking that was not paid in time. */
export const payTimeout = defineJob({
  ...payTimeouts,
  async run({ id }) {
    await readAgain(id);
    // The condition uses the database's clock, so early and repeated jobs change nothing.
    const isDue = and(eq(booking.id, id), lte(booking.payBy, sql`now()`));
    const values = { status: 'CANCELLED', endedReason: 'PAY_TIMEOUT' } as const;
    await inTransaction((tx) => changeBookings(tx, 'PAYING', isDue, values));
  },
});

/** Cancels an upcoming booking whose amount could not be held by its deadline. */
export const holdTimeout = defineJob({
  ...holdTimeouts,
  async run({ id }) {
    await readAgain(id);
    const isNear = lte(booking.startAt, sql`now() + ${fixTime}`);
    const notHeld = db
      .select({ one: sql`1` })
      .from(payment)
      .where(and(eq(payment.bookingId, booking.id), isNotHeld));
    // A booking that has started is charged afterwards.
    const isDue = and(eq(booking.id, id), isNear, gt(booking.startAt, sql`now()`), exists(notHeld));
    const values = { status: 'CANCELLED', endedReason: 'HOLD_FAILED' } as const;
    await inTransaction(async (tx) => {
      await changeBookings(tx, 'WAITING', isDue, values);
      await changeBookings(tx, 'CONFIRMED', isDue, values);
    });
  },
});

/** SQL condition on a payment: it is not held. A hold that is being placed again does not count as refused yet. */
const isNotHeld = or(
  inArray(payment.status, ['ACTION', 'EXPIRED']),
  and(eq(payment.status, 'NEW'), eq(payment.attempt, 1)),
);

/** Rereads the payment from Stripe, as it may have been paid a moment ago. */
async function readAgain(bookingId: string): Promise<void> {
  const [found] = await db.select().from(payment).where(eq(payment.bookingId, bookingId));
  if (found) await refreshPayment(found);
}
