import { and, eq, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { changeBookings } from '#app/entities/booking/open-bookings.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { booking } from '#db/schema/index.ts';

/** Cancels a booking that the streamer has neither confirmed nor rejected in time. */
export const confirmTimeout = defineJob({
  name: 'booking-confirm-timeout',
  data: z.object({ id: z.uuid() }),
  run: ({ id }) =>
    inTransaction((tx) =>
      changeBookings(
        tx,
        'WAITING',
        // The database's clock decides: early and repeated jobs change nothing.
        and(eq(booking.id, id), lte(booking.confirmBy, sql`now()`)),
        { status: 'CANCELLED', endedReason: 'CONFIRM_TIMEOUT' },
      ),
    ),
});
