import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { createRow } from '#app/entities/crud/crud.server.ts';
import { filled } from '#app/entities/fields.ts';
import { pushNotificationEntity } from '#app/entities/push-notification/descriptor.server.ts';
import { parseJson } from '#app/http/bodies/json-body.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { pushNotification } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** `JSON.stringify(subscription)` of a `PushSubscription`. */
const subscriptionSchema = z.object({
  endpoint: filled(1000),
  keys: z.object({ p256dh: filled(200), auth: filled(100) }),
});

function subscriptionIn(token: string): z.output<typeof subscriptionSchema> | null {
  try {
    return subscriptionSchema.parse(parseJson(token));
  } catch {
    return null;
  }
}

/**
 * Takes the device that logs in as one to notify, for as long as its session. A device that had notifications in an
 * earlier session, of this or another account, moves to the new one. A token that is no subscription, or whose device is
 * refused, is left out: it keeps nobody from logging in.
 */
export async function takeDevice(viewer: SignedIn, token: string): Promise<void> {
  const subscription = subscriptionIn(token);
  if (!subscription) return;
  const { endpoint, keys } = subscription;
  const { p256dh, auth } = pushNotification;
  // Only the device itself has the keys.
  const former = and(eq(pushNotification.endpoint, endpoint), eq(p256dh, keys.p256dh), eq(auth, keys.auth));
  await db.delete(pushNotification).where(former);
  try {
    await createRow(pushNotificationEntity, viewer, { endpoint, ...keys });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
}
