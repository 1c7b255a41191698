import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  char,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { editable, instant } from './columns.ts';
import { currency } from './lookups.ts';
import { callRequest } from './requests.ts';

/** `PAYING`: taken for whoever books until they have paid; the streamer does not see it yet. */
export const BOOKING_STATUSES = ['PAYING', 'WAITING', 'CONFIRMED', 'REJECTED', 'CANCELLED'] as const;

/** Why a booking was rejected or cancelled: who did it, or what happened. */
export const BOOKING_ENDINGS = [
  'PRODUCER',
  'CONSUMER',
  /** An administrator, who says why. */
  'ADMIN',
  'CONFIRM_TIMEOUT',
  /** It never got beyond `PAYING`; the streamer is not told of it. */
  'NOT_PAID',
  /** The same, because its payer let the time go by. */
  'PAY_TIMEOUT',
  /** The money could not be held before it starts. */
  'HOLD_FAILED',
  'SUSPENDED',
  'ACCOUNT_DELETED',
  'BLOCKED',
  /** Another one stands in its place. */
  'MOVED',
] as const;

/** Why whoever booked moves or cancels it free of charge, whenever that is: the rules of its clock have changed. */
export const BOOKING_WAIVERS = ['CLOCK'] as const;

/** What was agreed about money when a booking was made, in the terms of the policy at that time. */
export type BookingTerms = {
  /** The site's share of what is charged, in hundredths of a percent. */
  feeBps: number;
  /** Who books cancels free of charge so many hours before the start, or so many minutes after booking. */
  freeHours: number;
  regretMinutes: number;
  /** After that so much of the amount is charged, and from `lastHours` before the start `lastPercent`. */
  latePercent: number;
  lastHours: number;
  lastPercent: number;
  /** Missing in older bookings, for which they were 10, 48, 24 and 24: how long one has to pay, … */
  payMinutes?: number;
  /** … how long before the start its amount is held, … */
  holdHours?: number;
  /** … until how long before it a refused card can be put right, … */
  fixHours?: number;
  /** … and how long after the end it can be complained about; then it is charged. */
  complaintHours?: number;
};

/** What became of a confirmed booking. */
export const BOOKING_OUTCOMES = [
  'DELIVERED',
  'PARTLY',
  'PRODUCER_ABSENT',
  'CONSUMER_ABSENT',
  'BOTH_ABSENT',
] as const;

/** A streamer's time, taken by someone. Ended bookings outlive the two accounts. */
export const booking = pgTable(
  'booking',
  {
    ...editable(),
    producerId: uuid('producer_id').references(() => user.id, { onDelete: 'set null' }),
    consumerId: uuid('consumer_id').references(() => user.id, { onDelete: 'set null' }),
    status: text({ enum: BOOKING_STATUSES }).notNull(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    /** The streamer's free minutes after the end, as set when it was made. */
    restMinutes: smallint('rest_minutes').notNull(),
    /** For a minute, in the currency's smallest unit. */
    priceMinor: integer('price_minor').notNull(),
    currency: char({ length: 3 })
      .notNull()
      .references(() => currency.name),
    /** Of the whole booking, in the currency's smallest unit. */
    amount: integer().notNull(),
    /** The clock on which it was offered, what that clock shows at the start, and the rules of clocks that said so. */
    timeZone: text('time_zone').notNull(),
    localStart: timestamp('local_start', { mode: 'string' }).notNull(),
    tzVersion: text('tz_version').notNull(),
    /** That of whoever booked, as their browser named it. */
    consumerTimeZone: text('consumer_time_zone'),
    /** Null if it was made before the site took payments. */
    terms: jsonb().$type<BookingTerms>(),
    /** Unless it is paid by then, it is cancelled. */
    payBy: instant('pay_by'),
    /** Unless it is confirmed by then, it is cancelled. */
    confirmBy: instant('confirm_by'),
    /** The one in whose place it stands, or will once it is placed, and confirmed if that one was. */
    movedFrom: uuid('moved_from').references((): AnyPgColumn => booking.id, { onDelete: 'set null' }),
    /**
     * The first one of those that were moved; null if that is itself. Calendars know all of them by it, and their times may
     * overlap, as one at most takes place.
     */
    appointmentId: uuid('appointment_id'),
    waived: text({ enum: BOOKING_WAIVERS }),
    /** Chosen by the page that made it, so that a request that is sent twice makes one booking. */
    clientKey: uuid('client_key').notNull(),
    endedReason: text('ended_reason', { enum: BOOKING_ENDINGS }),
    /** What the administrator who cancelled it told both people. */
    endedNote: varchar('ended_note', { length: 500 }),
    outcome: text({ enum: BOOKING_OUTCOMES }),
  },
  (table) => [
    index('booking_producer').on(table.producerId, table.startAt),
    index('booking_consumer').on(table.consumerId, table.startAt),
    unique('booking_once').on(table.consumerId, table.clientKey),
    // One other time at once.
    uniqueIndex('booking_moved_once')
      .on(table.movedFrom)
      .where(sql`${table.status} in ('PAYING', 'WAITING', 'CONFIRMED')`),
    check(
      'booking_moved',
      sql`${table.movedFrom} <> ${table.id} and (${table.movedFrom} is null or ${table.appointmentId} is not null)`,
    ),
    check(
      'booking_status',
      sql`${table.status} in ('PAYING', 'WAITING', 'CONFIRMED', 'REJECTED', 'CANCELLED')`,
    ),
    check('booking_span', sql`${table.endAt} > start_at and ${table.endAt} - start_at <= interval '8 hours'`),
    check('booking_other', sql`${table.producerId} <> consumer_id`),
    check(
      'booking_people',
      sql`${table.status} in ('REJECTED', 'CANCELLED') or ${table.outcome} is not null
        or num_nulls(${table.producerId}, ${table.consumerId}) = 0`,
    ),
    check(
      'booking_ended',
      sql`(${table.status} in ('REJECTED', 'CANCELLED')) = (${table.endedReason} is not null)`,
    ),
    check(
      'booking_note',
      sql`(${table.endedReason} is not distinct from 'ADMIN') = (${table.endedNote} is not null)`,
    ),
    check('booking_outcome', sql`${table.outcome} is null or ${table.status} = 'CONFIRMED'`),
    check('booking_pays', sql`(${table.status} = 'PAYING') = (${table.payBy} is not null)`),
    check('booking_waits', sql`(${table.status} = 'WAITING') = (${table.confirmBy} is not null)`),
    check('booking_rest', sql`${table.restMinutes} between 0 and 120`),
    check('booking_price', sql`${table.priceMinor} > 0 and ${table.amount} > 0`),
  ],
);

const period = customType<{ data: string }>({ dataType: () => 'tstzrange' });

/**
 * When a person is taken, in either role; `busy_apart` excludes overlaps. Triggers of `booking` and `call_request` keep the
 * rows: bookings that are being paid, wait or are confirmed have two, the streamer's with their rest, and so have requests
 * that were accepted until their call is over.
 */
export const busy = pgTable(
  'busy',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    bookingId: uuid('booking_id').references(() => booking.id, { onDelete: 'cascade' }),
    requestId: uuid('request_id').references(() => callRequest.id, { onDelete: 'cascade' }),
    /** The appointment, or the request: periods of the same one may overlap. */
    claimId: uuid('claim_id').notNull(),
    period: period().notNull(),
  },
  (table) => [
    unique('busy_once').on(table.bookingId, table.requestId, table.userId).nullsNotDistinct(),
    index('busy_request').on(table.requestId),
    check('busy_by', sql`num_nonnulls(${table.bookingId}, ${table.requestId}) = 1`),
    check(
      'busy_period',
      sql`not (isempty(${table.period}) or lower_inf(${table.period}) or upper_inf(${table.period}))`,
    ),
  ],
);

/** Refuses two periods of one person that overlap, unless one moves the other; made by the migration, because Drizzle has no word for it. */
export const BUSY_APART = 'busy_apart';
