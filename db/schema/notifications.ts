import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { session, user } from './accounts.ts';
import { booking } from './bookings.ts';
import { identity, instant } from './columns.ts';
import { callRequest } from './requests.ts';

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
  (table) => [
    index('push_notification_user').on(table.userId),
    index('push_notification_session').on(table.sessionId),
  ],
);

/** `NOTIFY` channel: a person was told of something, or it changed. The payload is their id, a space and its id. */
export const NOTIFICATION_CHANGE = 'notification_change';

/** What people are told of beside emails, by what it is about. */
export const NOTIFICATION_KINDS = [
  /** A request rings. It becomes `MISSED` if it ends unanswered. */
  'REQUEST',
  'MISSED',
  'BOOKING_WAITING',
  'BOOKING_CONFIRMED',
  'BOOKING_REJECTED',
  'BOOKING_CANCELLED',
  'BOOKING_MOVED',
  /** The rules of its clock have changed, so that it starts at another time of the day there. */
  'BOOKING_CLOCK',
  'BOOKING_CARD',
  /** A booked call begins in a few minutes. */
  'BOOKING_SOON',
  /** To a streamer: they cancelled a confirmed booking, or did not come. */
  'BOOKING_STRIKE',
  /** To a streamer: whoever paid for a call complains about it; what they answered; and to both, what was decided. */
  'COMPLAINT',
  'COMPLAINT_ANSWERED',
  'COMPLAINT_DECIDED',
  /** To whoever booked: the card with which they are to pay ends before it. */
  'BOOKING_CARD_ENDS',
  /** To a streamer: the bank of whoever paid for a call wants the money back, and has decided. */
  'DISPUTE_OPENED',
  'DISPUTE_CLOSED',
  /** To a streamer: Stripe wants something before it pays them. Deleted once it has that. */
  'PAYOUT',
] as const;

/** Each person is told of each thing once. */
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
