import { desc, eq } from 'drizzle-orm';
import { deviceName } from '#app/accounts/sessions/device-name.server.ts';
import { deleteRow } from '#app/entities/crud/crud.server.ts';
import { pushNotificationEntity } from '#app/entities/push-notification/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { pushNotification, session } from '#db/schema/index.ts';

/** The viewer's devices with push notifications, newest first. */
export async function ownDevices(viewer: SignedIn) {
  const { id, createdAt, endpoint, sessionId } = pushNotification;
  const rows = await db
    .select({ id, createdAt, endpoint, userAgent: session.userAgent })
    .from(pushNotification)
    .leftJoin(session, eq(session.id, sessionId))
    .where(eq(pushNotification.userId, viewer.id))
    .orderBy(desc(createdAt));
  return rows.map(({ userAgent, ...device }) => ({ ...device, name: deviceName(userAgent) }));
}

export type OwnDevice = Awaited<ReturnType<typeof ownDevices>>[number];

/** @throws ProtocolError NOT_FOUND */
export const removeDevice = (viewer: SignedIn, id: string): Promise<void> =>
  deleteRow(pushNotificationEntity, viewer, id);
