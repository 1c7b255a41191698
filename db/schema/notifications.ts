import { index, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import { session, user } from './accounts.ts';
import { identity } from './columns.ts';

/** A device to be notified of incoming calls (https://www.w3.org/TR/push-api/#pushsubscription-interface). */
export const pushNotification = pgTable(
  'push_notification',
  {
    ...identity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Logging out on the device ends its notifications. */
    sessionId: uuid('session_id').references(() => session.id, { onDelete: 'cascade' }),
    /** The push service's URL for the device: a capability URL, whoever has it can send to the device. */
    endpoint: varchar({ length: 1000 }).notNull().unique(),
    p256dh: varchar({ length: 200 }).notNull(),
    auth: varchar({ length: 100 }).notNull(),
  },
  (table) => [index('push_notification_user').on(table.userId)],
);
