import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { NOTIFICATION_KINDS } from '#protocol/notification.ts';
import { session, user } from './accounts.ts';
import { booking } from './bookings.ts';
import { identity, instant } from './columns.ts';
import { freeCall } from './free-calls.ts';
import { callRequest } from './requests.ts';

/** A device that receives push notifications (https://www.w3.org/TR/push-api/#pushsubscription-interface). */
export const pushNotification = pgTable(
  'push_notification',
  {
    ...identity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Logging out on the device ends its notifications. */
    sessionId: uuid('session_id').references(() => session.id, { onDelete: 'cascade' }),
    /** The push service's URL for the device: a capability URL, so anyone who has it can send to the device. */
    endpoint: varchar({ length: 1000 }).notNull().unique(),
    p256dh: varchar({ length: 200 }).notNull(),
    auth: varchar({ length: 100 }).notNull(),
  },
  (table) => [
    index('push_notification_user').on(table.userId),
    index('push_notification_session').on(table.sessionId),
  ],
);

/**
 * `NOTIFY` channel: a notification was added or changed. The payload is the person's id, a space and the notification's
 * id.
 */
export const NOTIFICATION_CHANGE = 'notification_change';

/** A notification; each person gets each one only once. */
export const notification = pgTable(
  'notification',
  {
    ...identity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    bookingId: uuid('booking_id').references(() => booking.id, { onDelete: 'cascade' }),
    requestId: uuid('request_id').references(() => callRequest.id, { onDelete: 'cascade' }),
    freeCallId: uuid('free_call_id').references(() => freeCall.id, { onDelete: 'cascade' }),
    readAt: instant('read_at'),
  },
  (table) => [
    index('notification_user').on(table.userId, table.createdAt),
    unique('notification_once')
      .on(table.userId, table.kind, table.bookingId, table.requestId, table.freeCallId)
      .nullsNotDistinct(),
    index('notification_created').on(table.createdAt),
    index('notification_request').on(table.requestId),
    index('notification_booking').on(table.bookingId),
    index('notification_free_call').on(table.freeCallId),
    check(
      'notification_about',
      sql`num_nonnulls(${table.bookingId}, ${table.requestId}, ${table.freeCallId}) = case ${table.kind} when 'PAYOUT' then 0 else 1 end`,
    ),
  ],
);
