import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineQueue, enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import {
  NOTIFICATION_CHANGE,
  type NOTIFICATION_KINDS,
  notification,
  pushNotification,
} from '#db/schema/index.ts';

/** One notification to one device; `app/notifications/push` sends it. */
export const pushes = defineQueue({
  name: 'push-send',
  data: z.object({ notificationId: z.uuid(), deviceId: z.uuid() }),
});

type BookingKind = Extract<(typeof NOTIFICATION_KINDS)[number], `BOOKING_${string}`>;
type CallKind = Extract<(typeof NOTIFICATION_KINDS)[number], `COMPLAINT${string}` | `DISPUTE${string}`>;
type News = { userId: string } & (
  | { kind: 'REQUEST'; requestId: string }
  | { kind: BookingKind; bookingId: string }
  /** One of the two. */
  | { kind: CallKind; bookingId: string | null; requestId: string | null }
  /** Of what they are paid. */
  | { kind: 'PAYOUT' }
);

/**
 * Tells a person of a booking, a complaint, a dispute or their payout account, or a streamer of a request that rings: their open pages and their devices, once the
 * transaction is committed. Does nothing if they were told of the same before.
 */
export async function notify(tx: Transaction, news: News): Promise<void> {
  const [made] = await tx.insert(notification).values(news).onConflictDoNothing().returning();
  if (made) await tell(tx, made);
}

/**
 * A request rings no more. Pages and devices take it away; one that nobody answered becomes “Missed request”. Repeated, it
 * does no harm.
 * @param how `ANSWERED`: the streamer accepted or rejected it, on whichever device
 */
export async function endRing(tx: Transaction, requestId: string, how: 'ANSWERED' | 'MISSED'): Promise<void> {
  const ended = await tx
    .update(notification)
    .set(how === 'MISSED' ? { kind: 'MISSED', readAt: null } : { readAt: sql`now()` })
    .where(and(eq(notification.requestId, requestId), eq(notification.kind, 'REQUEST')))
    .returning();
  for (const row of ended) await tell(tx, row);
}

async function tell(tx: Transaction, { id, userId }: typeof notification.$inferSelect): Promise<void> {
  await tx.execute(sql`select pg_notify(${NOTIFICATION_CHANGE}, ${`${userId} ${id}`})`);
  const devices = await tx
    .select({ deviceId: pushNotification.id })
    .from(pushNotification)
    .where(eq(pushNotification.userId, userId));
  for (const { deviceId } of devices) await enqueue(tx, pushes, { notificationId: id, deviceId });
}
