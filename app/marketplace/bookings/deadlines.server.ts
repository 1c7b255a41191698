import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineQueue, enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking } from '#db/schema/index.ts';
import { TERMS } from '../terms.ts';

/**
 * The jobs of these queues change bookings, and changing a booking enqueues them; separate queues avoid an import cycle.
 */
const data = z.object({ id: z.uuid() });
export const confirmTimeouts = defineQueue({ name: 'booking-confirm-timeout', data });
export const closings = defineQueue({ name: 'booking-close', data });
export const strikes = defineQueue({ name: 'booking-strike', data });
export const payTimeouts = defineQueue({ name: 'booking-pay-timeout', data });
export const holdTimeouts = defineQueue({ name: 'booking-hold-timeout', data });

/** How long before its start a booking's refused hold can be fixed, under its terms: an SQL interval. */
export const fixTime: SQL = sql`coalesce((${booking.terms}->>'fixHours')::integer, ${TERMS.fixHours}::integer) * interval '1 hour'`;

/** Delay after the end before the outcome is recorded, when the room is closed. */
export const CLOSE_AFTER_MS = 2 * 60_000;

/** Enqueues the deadlines that follow from a booking's status. */
export async function enqueueDeadlines(tx: Transaction, row: typeof booking.$inferSelect): Promise<void> {
  const { id, status, confirmBy, endAt } = row;
  if (status === 'WAITING' && confirmBy)
    await enqueue(tx, confirmTimeouts, { id }, { startAfter: confirmBy });
  const closeAt = new Date(endAt.getTime() + CLOSE_AFTER_MS);
  if (status === 'CONFIRMED') await enqueue(tx, closings, { id }, { startAfter: closeAt });
}
