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
import { BOOKING_OUTCOMES } from '#protocol/settle.ts';
import { user } from './accounts.ts';
import { editable, instant } from './columns.ts';
import { currency } from './lookups.ts';
import { callRequest } from './requests.ts';

/** `PAYING`: reserved until the customer has paid; hidden from the streamer. */
export const BOOKING_STATUSES = ['PAYING', 'WAITING', 'CONFIRMED', 'REJECTED', 'CANCELLED'] as const;

/** Why a booking was rejected or cancelled: who did it, or what happened. */
export const BOOKING_ENDINGS = [
  'PRODUCER',
  'CONSUMER',
  /** An administrator, with a reason. */
  'ADMIN',
  'CONFIRM_TIMEOUT',
  /** It was never paid; hidden from the streamer. */
  'NOT_PAID',
  /** As `NOT_PAID`, because the payer let the deadline pass. */
  'PAY_TIMEOUT',
  /** The money could not be held before the start. */
  'HOLD_FAILED',
  'SUSPENDED',
  'ACCOUNT_DELETED',
  'BLOCKED',
  /** Another booking replaces it. */
  'MOVED',
] as const;

/** Why the customer may move or cancel at any time free of charge: the time zone rules of the booking have changed. */
export const BOOKING_WAIVERS = ['CLOCK'] as const;

/** The agreed terms about money, copied from the policy in force when the booking was made. */
export type BookingTerms = {
  /** The site's share of what is charged, in hundredths of a percent. */
  feeBps: number;
  /** The customer cancels free of charge until this many hours before the start, or this many minutes after booking. */
  freeHours: number;
  regretMinutes: number;
  /** After that this percentage of the amount is charged, and from `lastHours` before the start `lastPercent`. */
  latePercent: number;
  lastHours: number;
  lastPercent: number;
  /** The next four are missing in older bookings, for which they were 10, 48, 24 and 24. Time allowed for paying. */
  payMinutes?: number;
  /** How long before the start the amount is held. */
  holdHours?: number;
  /** Until how long before the start a refused card can be fixed. */
  fixHours?: number;
  /** How long after the end the payer can complain; then it is captured. */
  complaintHours?: number;
};

/** A customer's booking of a streamer's time. Ended bookings outlive the two accounts. */
export const booking = pgTable(
  'booking',
  {
    ...editable(),
    producerId: uuid('producer_id').references(() => user.id, { onDelete: 'set null' }),
    consumerId: uuid('consumer_id').references(() => user.id, { onDelete: 'set null' }),
    status: text({ enum: BOOKING_STATUSES }).notNull(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    /** The streamer's free minutes after the end, as set when it was booked. */
    restMinutes: smallint('rest_minutes').notNull(),
    /** Price of a minute, in the currency's smallest unit. */
    priceMinor: integer('price_minor').notNull(),
    currency: char({ length: 3 })
      .notNull()
      .references(() => currency.name),
    /** Price of the whole booking, in the currency's smallest unit. */
    amount: integer().notNull(),
    /** The time zone it was offered in, the local start there, and the version of the time zone rules that gave it. */
    timeZone: text('time_zone').notNull(),
    localStart: timestamp('local_start', { mode: 'string' }).notNull(),
    tzVersion: text('tz_version').notNull(),
    /** The customer's time zone, as their browser named it. */
    consumerTimeZone: text('consumer_time_zone'),
    /** Null if it was made before the site took payments. */
    terms: jsonb().$type<BookingTerms>(),
    /** Deadline for paying, after which it is cancelled. */
    payBy: instant('pay_by'),
    /** Deadline for confirming, after which it is cancelled. */
    confirmBy: instant('confirm_by'),
    /** The booking that this one replaces: once this one is placed, or confirmed if that one was. */
    movedFrom: uuid('moved_from').references((): AnyPgColumn => booking.id, { onDelete: 'set null' }),
    /**
     * The first booking of a series of moves; null for the first itself. Identifies the series in calendars; its
     * bookings may overlap in time, as at most one takes place.
     */
    appointmentId: uuid('appointment_id'),
    waived: text({ enum: BOOKING_WAIVERS }),
    /** Chosen by the page, so that a request sent twice makes one booking. */
    clientKey: uuid('client_key').notNull(),
    endedReason: text('ended_reason', { enum: BOOKING_ENDINGS }),
    /**
     * The person who ended a confirmed booking, by cancelling it, blocking the other or deleting the account: the
     * customer pays the fee, the streamer gets a strike. Null if neither did.
     */
    endedBy: text('ended_by', { enum: ['PRODUCER', 'CONSUMER'] }),
    /** The reason that the administrator who cancelled it gave both people. */
    endedNote: varchar('ended_note', { length: 500 }),
    outcome: text({ enum: BOOKING_OUTCOMES }),
  },
  (table) => [
    index('booking_producer').on(table.producerId, table.startAt),
    index('booking_consumer').on(table.consumerId, table.startAt),
    unique('booking_once').on(table.consumerId, table.clientKey),
    // At most one replacement at a time.
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
    check(
      'booking_ended_by',
      sql`${table.endedBy} is null or (${table.endedBy} in ('PRODUCER', 'CONSUMER') and ${table.status} = 'CANCELLED')`,
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
 * Periods in which a person is taken, in either role; `busy_apart` excludes overlaps. Triggers of `booking` and
 * `call_request` maintain the rows. A booking that is being paid, waits or is confirmed has two, the streamer's
 * including their rest; so has an accepted request until its call is over.
 */
export const busy = pgTable(
  'busy',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    bookingId: uuid('booking_id').references(() => booking.id, { onDelete: 'cascade' }),
    requestId: uuid('request_id').references(() => callRequest.id, { onDelete: 'cascade' }),
    /** The appointment, or the request; periods of the same one may overlap. */
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

/**
 * Refuses two overlapping periods of one person, unless one moves the other; created by a migration, because Drizzle
 * does not support it.
 */
export const BUSY_APART = 'busy_apart';
