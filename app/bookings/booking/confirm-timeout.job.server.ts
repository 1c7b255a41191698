import { and, eq, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { booking } from '#db/schema/index.ts';

/** Cancels a booking that the streamer has neither confirmed nor rejected in time. */
export const confirmTimeout = defineJob({
  name: 'booking-confirm-timeout',
  data: z.object({ id: z.uuid() }),
  run: ({ id }) =>
    db
      .update(booking)
      .set({ status: 'CANCELLED', endedReason: 'CONFIRM_TIMEOUT', confirmBy: null })
      // The database's clock decides: early and repeated jobs change nothing.
      .where(and(eq(booking.id, id), eq(booking.status, 'WAITING'), lte(booking.confirmBy, sql`now()`))),
});
