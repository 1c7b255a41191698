import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import type { Reader } from '#app/i18n/reader.ts';
import { db } from '#app/platform/database.server.ts';
import { notification } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Notification } from '#protocol/notification.ts';
import { findNotifications } from './found.server.ts';
import { shown } from './shown.server.ts';

/** Notifications per page of the list. */
export const NOTIFICATIONS_A_PAGE = 20;

const isOf = ({ id }: Pick<SignedIn, 'id'>): SQL => eq(notification.userId, id);

/**
 * A page of the viewer's notifications, newest first, with the total and the number of unread ones.
 * @param page from 1
 * @param reader default: the language of their account
 */
export async function listNotifications(viewer: SignedIn, page: number, reader?: Reader) {
  const [rows, total, unread] = await Promise.all([
    findNotifications()
      .where(isOf(viewer))
      .orderBy(desc(notification.createdAt), desc(notification.id))
      .limit(NOTIFICATIONS_A_PAGE)
      .offset((page - 1) * NOTIFICATIONS_A_PAGE),
    db.$count(notification, isOf(viewer)),
    countUnread(viewer.id),
  ]);
  const notifications = rows.map((row) => shown(row, reader ?? languageOfRecord(row.language)));
  return { notifications, total, unread };
}

/** One of the viewer's notifications, in the language of their account. @throws ProtocolError NOT_FOUND */
export async function readNotification(viewer: SignedIn, id: string): Promise<Notification> {
  const [row] = await findNotifications().where(and(isOf(viewer), eq(notification.id, id)));
  if (!row) throw new ProtocolError('NOT_FOUND');
  return shown(row, languageOfRecord(row.language));
}

const countUnread = (userId: string): Promise<number> =>
  db.$count(notification, and(isOf({ id: userId }), isNull(notification.readAt)));

/** Marks notifications as read. Ids of other users' notifications are ignored. */
export async function markRead(viewer: SignedIn, ids: readonly string[]): Promise<void> {
  await db
    .update(notification)
    .set({ readAt: sql`now()` })
    .where(and(isOf(viewer), inArray(notification.id, [...ids]), isNull(notification.readAt)));
}
