import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { session, user } from './accounts.ts';
import { booking } from './bookings.ts';
import { identity, instant } from './columns.ts';
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

/** Kinds of notifications shown on pages and devices, besides emails. */
export const NOTIFICATION_KINDS = [
  /** A ringing request. It becomes `MISSED` if it ends unanswered. */
  'REQUEST',
  'MISSED',
  'BOOKING_WAITING',
  'BOOKING_CONFIRMED',
  'BOOKING_REJECTED',
  'BOOKING_CANCELLED',
  'BOOKING_MOVED',
  /** The time zone rules of a booking have changed, so that it starts at another local time. */
  'BOOKING_CLOCK',
  'BOOKING_CARD',
  /** A booked call starts in a few minutes. */
  'BOOKING_SOON',
  /** To the streamer: they cancelled a confirmed booking, or did not come. */
  'BOOKING_STRIKE',
  /** To the streamer: the payer complains about a call; to the payer: the streamer's answer; to both: the decision. */
  'COMPLAINT',
  'COMPLAINT_ANSWERED',
  'COMPLAINT_DECIDED',
  /** To the customer: the card for a later hold expires before the booking ends. */
  'BOOKING_CARD_ENDS',
  /** To the streamer: the payer's bank disputes a charge, and has decided the dispute. */
  'DISPUTE_OPENED',
  'DISPUTE_CLOSED',
  /** To the streamer: Stripe needs details before it pays them. Deleted once it has them. */
  'PAYOUT',
] as const;

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
    readAt: instant('read_at'),
  },
  (table) => [
    index('notification_user').on(table.userId, table.createdAt),
    unique('notification_once')
      .on(table.userId, table.kind, table.bookingId, table.requestId)
      .nullsNotDistinct(),
    index('notification_created').on(table.createdAt),
    index('notification_request').on(table.requestId),
    index('notification_booking').on(table.bookingId),
    check(
      'notification_about',
      sql`num_nonnulls(${table.bookingId}, ${table.requestId}) = case ${table.kind} when 'PAYOUT' then 0 else 1 end`,
    ),
  ],
);
