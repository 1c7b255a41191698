import { desc, eq, getTableColumns } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { inPages } from '#app/platform/in-pages.server.ts';
import { notification, pushNotification, user } from '#db/schema/index.ts';

/** A user's notifications, devices and switched-off kinds. */
export async function notificationData(id: string) {
  const { userId, ...fields } = getTableColumns(notification);
  const [devicesToNotify, [off]] = await Promise.all([
    db
      .select({ createdAt: pushNotification.createdAt, endpoint: pushNotification.endpoint })
      .from(pushNotification)
      .where(eq(pushNotification.userId, id)),
    db.select({ pushOff: user.pushOff }).from(user).where(eq(user.id, id)),
  ]);
  const notifications = inPages((limit, offset) =>
    db
      .select(fields)
      .from(notification)
      .where(eq(userId, id))
      .orderBy(desc(notification.createdAt), desc(notification.id))
      .limit(limit)
      .offset(offset),
  );
  return { devicesToNotify, notNotifiedOf: off?.pushOff ?? [], notifications };
}
