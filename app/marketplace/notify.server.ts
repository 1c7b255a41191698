import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineQueue, enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { NOTIFICATION_CHANGE, notification, pushNotification } from '#db/schema/index.ts';
import type { NotificationKind } from '#protocol/notification.ts';

/** Sends one notification to one device; handled in `app/notifications/push`. */
export const pushes = defineQueue({
  name: 'push-send',
  data: z.object({ notificationId: z.uuid(), deviceId: z.uuid() }),
});

type BookingKind = Extract<NotificationKind, `BOOKING_${string}`>;
type CallKind = Extract<NotificationKind, `COMPLAINT${string}` | `DISPUTE${string}`>;
type News = { userId: string } & (
  | { kind: 'REQUEST'; requestId: string }
  | { kind: 'REQUEST'; freeCallId: string }
  | { kind: BookingKind; bookingId: string }
  /** Exactly one of the two is set. */
  | { kind: CallKind; bookingId: string | null; requestId: string | null }
  /** About the person's payout account. */
  | { kind: 'PAYOUT' }
);

/**
 * Notifies a person about a booking, a complaint, a dispute, their payout account, or a ringing request or free call.
 * Open pages and devices receive it once the transaction commits. Does nothing if the same notification already exists.
 */
export async function notify(tx: Transaction, news: News): Promise<void> {
  const [made] = await tx.insert(notification).values(news).onConflictDoNothing().returning();
  if (made) await tell(tx, made);
}

/**
 * Ends the ringing of a request or free call: pages and devices remove its notification, or show “Missed request” if
 * nobody answered. Idempotent.
 * @param how `ANSWERED`: the person who is called accepted or rejected it, on any device
 */
export async function endRing(
  tx: Transaction,
  about: { requestId: string } | { freeCallId: string },
  how: 'ANSWERED' | 'MISSED',
): Promise<void> {
  const isIt =
    'requestId' in about
      ? eq(notification.requestId, about.requestId)
      : eq(notification.freeCallId, about.freeCallId);
  const ended = await tx
    .update(notification)
    .set(how === 'MISSED' ? { kind: 'MISSED', readAt: null } : { readAt: sql`now()` })
    .where(and(isIt, eq(notification.kind, 'REQUEST')))
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
