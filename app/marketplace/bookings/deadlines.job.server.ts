import { and, eq, lte, sql } from 'drizzle-orm';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { booking } from '#db/schema/index.ts';
import { changeBookings, closeBookings } from './change-bookings.server.ts';
import { CLOSE_AFTER_MS, closings, confirmTimeouts } from './deadlines.server.ts';

/** Cancels a booking that the streamer has neither confirmed nor rejected in time. */
export const confirmTimeout = defineJob({
  ...confirmTimeouts,
  run({ id }) {
    // The condition uses the database's clock, so early and repeated jobs change nothing.
    const isDue = and(eq(booking.id, id), lte(booking.confirmBy, sql`now()`));
    const values = { status: 'CANCELLED', endedReason: 'CONFIRM_TIMEOUT' } as const;
    return inTransaction((tx) => changeBookings(tx, 'WAITING', isDue, values));
  },
});

/** Records the outcome of a booking. */
export const closeBooking = defineJob({
  ...closings,
  run({ id }) {
    const isOver = lte(booking.endAt, sql`now() - ${CLOSE_AFTER_MS} * interval '1 ms'`);
    return inTransaction((tx) => closeBookings(tx, and(eq(booking.id, id), isOver)));
  },
});
