import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { cardEnds } from '#app/marketplace/bookings/card-ends.server.ts';
import { enqueueCardEnds } from '#app/marketplace/bookings/mails.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { booking, payment } from '#db/schema/index.ts';

/** Days before the start when the customer is notified. */
const DAYS = 7;

/** Notifies customers, once, whose card expires before their booking ends. */
export const tellOfCards = defineJob({
  name: 'booking-cards',
  data: z.object({}),
  schedule: '51 * * * *',
  async run() {
    const isNear = and(
      gt(booking.startAt, sql`now()`),
      lt(booking.startAt, sql`now() + ${DAYS} * interval '1 day'`),
    );
    const rows = await db
      .select({ row: booking })
      .from(booking)
      .innerJoin(payment, eq(payment.bookingId, booking.id))
      .where(and(isNear, cardEnds));
    for (const { row } of rows) await inTransaction((tx) => enqueueCardEnds(tx, row));
  },
});
