import { and, eq, exists, inArray, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { changeBookings } from '#app/entities/booking/open-bookings.server.ts';
import { TERMS } from '#app/entities/booking/terms.ts';
import { refreshPayment } from '#app/payments/holds/intent.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { booking, payment } from '#db/schema/index.ts';

const data = z.object({ id: z.uuid() });

/** Cancels a booking that was not paid in time. */
export const payTimeout = defineJob({
  name: 'booking-pay-timeout',
  data,
  async run({ id }) {
    await readAgain(id);
    // The database's clock decides: early and repeated jobs change nothing.
    const isDue = and(eq(booking.id, id), lte(booking.payBy, sql`now()`));
    const values = { status: 'CANCELLED', endedReason: 'PAY_TIMEOUT' } as const;
    await inTransaction((tx) => changeBookings(tx, 'PAYING', isDue, values));
  },
});

/** Cancels a booking that is near and whose amount could not be held. */
export const holdTimeout = defineJob({
  name: 'booking-hold-timeout',
  data,
  async run({ id }) {
    await readAgain(id);
    const isNear = lte(
      booking.startAt,
      sql`now() + coalesce((${booking.terms}->>'fixHours')::integer, ${TERMS.fixHours}::integer) * interval '1 hour'`,
    );
    const notHeld = db
      .select({ one: sql`1` })
      .from(payment)
      .where(and(eq(payment.bookingId, booking.id), inArray(payment.status, ['NEW', 'ACTION', 'EXPIRED'])));
    const isDue = and(eq(booking.id, id), isNear, exists(notHeld));
    const values = { status: 'CANCELLED', endedReason: 'HOLD_FAILED' } as const;
    await inTransaction(async (tx) => {
      await changeBookings(tx, 'WAITING', isDue, values);
      await changeBookings(tx, 'CONFIRMED', isDue, values);
    });
  },
});

/** Someone may have paid a moment ago. */
async function readAgain(bookingId: string): Promise<void> {
  const [found] = await db.select().from(payment).where(eq(payment.bookingId, bookingId));
  if (found) await refreshPayment(found);
}
