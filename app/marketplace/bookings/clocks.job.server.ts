import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { booking } from '#db/schema/index.ts';
import { enqueueClockMails } from './mails.server.ts';

/** Bookings read per query. */
const BATCH = 500;

const tzVersion = process.versions.tz ?? '';

/**
 * SQL condition: the booking is to come and was made under older time zone rules. Version names sort by age: 2025c,
 * 2026a.
 */
const isOlder = and(
  inArray(booking.status, ['WAITING', 'CONFIRMED']),
  gt(booking.startAt, sql`now()`),
  lt(sql`${booking.tzVersion} collate "C"`, tzVersion),
);

/** Local time at an instant under this process's time zone rules: `2027-03-28T12:00:00`. */
export const readClock = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString();

/**
 * Finds upcoming bookings whose local start time has changed since they were made because the rules of their zone
 * changed (IANA's time zone data come with Node). The instant stays the same. Both people are notified once per change,
 * and the customer may move or cancel free of charge. Processes with older rules do not revert anything.
 */
export const checkClocks = defineJob({
  name: 'booking-clocks',
  data: z.object({}),
  // In addition to each start of the web server: a process with older rules may have made bookings since.
  schedule: '21 * * * *',
  async run() {
    for (;;) {
      const found = await db
        .select({ id: booking.id })
        .from(booking)
        .where(isOlder)
        .orderBy(asc(booking.id))
        .limit(BATCH);
      for (const { id } of found) await checkClock(id);
      if (found.length < BATCH) return;
    }
  },
});

function checkClock(id: string): Promise<void> {
  return inTransaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(booking)
      .where(and(eq(booking.id, id), isOlder))
      .for('update');
    if (!row) return;
    const was = Temporal.PlainDateTime.from(row.localStart).toString();
    const localStart = readClock(row.startAt, row.timeZone);
    const isOther = localStart !== was;
    const waived = isOther ? 'CLOCK' : row.waived;
    await tx.update(booking).set({ tzVersion, localStart, waived }).where(eq(booking.id, id));
    if (isOther) await enqueueClockMails(tx, row, was, tzVersion);
  });
}
