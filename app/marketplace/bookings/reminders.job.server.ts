import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineJob, enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking } from '#db/schema/index.ts';
import { notify } from '../notify.server.ts';
import { enqueueReminders } from './mails.server.ts';

type Booking = typeof booking.$inferSelect;

/** Time before the start at which people are reminded by email. */
const REMIND_MS = 24 * 60 * 60_000;
/** Time before the start of the notification that a booking is about to start. */
const SOON_MS = 10 * 60_000;

/** Reminds both people of a booking a day before it starts. */
export const bookingReminder = defineJob({
  name: 'booking-remind',
  data: z.object({ id: z.uuid() }),
  run: ({ id }) => whenNear(id, REMIND_MS, enqueueReminders),
});

/** Tells both people that a booking is about to start. */
export const bookingSoon = defineJob({
  name: 'booking-soon',
  data: z.object({ id: z.uuid() }),
  run: ({ id }) =>
    whenNear(id, SOON_MS, async (tx, { producerId, consumerId }) => {
      for (const userId of [producerId, consumerId])
        if (userId) await notify(tx, { userId, kind: 'BOOKING_SOON', bookingId: id });
    }),
});

/** Runs `work` on a confirmed booking that starts within `ms`. */
async function whenNear(
  id: string,
  ms: number,
  work: (tx: Transaction, row: Booking) => Promise<void>,
): Promise<void> {
  const { inTransaction } = await import('#app/platform/transaction.server.ts');
  // The database's clock decides: early and late jobs do nothing.
  const isDue = and(
    eq(booking.status, 'CONFIRMED'),
    gt(booking.startAt, sql`now()`),
    lte(booking.startAt, sql`now() + ${ms} * interval '1 ms'`),
  );
  await inTransaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(booking)
      .where(and(eq(booking.id, id), isDue));
    if (row) await work(tx, row);
  });
}

/** Schedules the reminders of a confirmed booking that are not yet due. */
export async function scheduleReminders(tx: Transaction, { id, startAt }: Booking): Promise<void> {
  const remindAt = new Date(startAt.getTime() - REMIND_MS);
  if (remindAt > new Date()) await enqueue(tx, bookingReminder, { id }, { startAfter: remindAt });
  const soonAt = new Date(startAt.getTime() - SOON_MS);
  if (soonAt > new Date()) await enqueue(tx, bookingSoon, { id }, { startAfter: soonAt });
}
