import { and, eq } from 'drizzle-orm';
import webPush from 'web-push';
import { pushes } from '#app/marketplace/notify.server.ts';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { defineJob, PermanentFailure } from '#app/platform/jobs/job.server.ts';
import { post } from '#app/platform/outbound/post.server.ts';
import { notification, pushNotification, user } from '#db/schema/index.ts';
import { nameOfOther } from '../found.server.ts';
import { GROUP_OF } from './groups.ts';
import { pushKeys } from './keys.server.ts';

/** How long a push service keeps a message for a device that is off, in s; by default a day. */
const TTL_S = { REQUEST: 60, BOOKING_SOON: 10 * 60 } as const;
const DAY_S = 24 * 60 * 60;

/** The push service no longer knows the device (RFC 8030, 7.3). */
const GONE: readonly number[] = [404, 410];
/** Whether the push service may accept the message later. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/**
 * Sends a notification to a device: only its id and the other person's name, encrypted. The device fetches the rest
 * from us, so that it never passes the push service and a late message shows nothing outdated.
 */
export const sendPush = defineJob({
  ...pushes,
  concurrency: 4,
  // Retries span a few seconds: later it would be no news.
  retries: 3,
  async run({ notificationId, deviceId }) {
    if (!pushKeys) return;
    const [found] = await db
      .select({ device: pushNotification, kind: notification.kind, off: user.pushOff })
      .from(notification)
      .innerJoin(
        pushNotification,
        and(eq(pushNotification.userId, notification.userId), eq(pushNotification.id, deviceId)),
      )
      .innerJoin(user, eq(user.id, notification.userId))
      .where(eq(notification.id, notificationId));
    if (!found || found.off.includes(GROUP_OF[found.kind])) return;
    const { device, kind } = found;
    const { endpoint, p256dh, auth } = device;
    const payload = { id: notificationId, username: await nameOfOther(notificationId) };
    const subscription = { endpoint, keys: { p256dh, auth } };
    const { body, headers } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
      vapidDetails: pushKeys,
      TTL: kind === 'REQUEST' || kind === 'BOOKING_SOON' ? TTL_S[kind] : DAY_S,
      urgency: 'high',
      // A newer message about the same notification replaces one that is undelivered.
      topic: notificationId.replaceAll('-', ''),
    });
    const { status, problem } = await post(endpoint, { body, headers, allowed: env.PUSH_HOSTS });
    if (status === null) throw new Error(`The push service was not reached: ${problem}`);
    if (status >= 200 && status < 300) return;
    if (GONE.includes(status)) {
      await db.delete(pushNotification).where(eq(pushNotification.id, deviceId));
      return;
    }
    // Leaves out the endpoint, which is secret, and the service's response, which is untrusted.
    const message = `The push service answers ${status}`;
    throw isPassing(status) ? new Error(message) : new PermanentFailure(message);
  },
});
