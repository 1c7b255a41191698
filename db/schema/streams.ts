import { sql } from 'drizzle-orm';
import { char, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { booking } from './bookings.ts';
import { identity, instant } from './columns.ts';
import { currency } from './lookups.ts';
import { callRequest } from './requests.ts';

/** The side of a booking that did not come in time. */
export const ABSENT_SIDES = ['PRODUCER', 'CONSUMER'] as const;

/**
 * A call that is paid by what is delivered, of a booking or of a request. Its rooms refer to it, and the media server
 * that holds them counts. Outlives the two accounts.
 */
export const stream = pgTable(
  'stream',
  {
    ...identity(),
    bookingId: uuid('booking_id')
      .unique()
      .references(() => booking.id),
    requestId: uuid('request_id')
      .unique()
      .references(() => callRequest.id),
    producerId: uuid('producer_id').references(() => user.id, { onDelete: 'set null' }),
    consumerId: uuid('consumer_id').references(() => user.id, { onDelete: 'set null' }),
    /** Price of a minute, in the currency's smallest unit. */
    priceMinor: integer('price_minor').notNull(),
    currency: char({ length: 3 })
      .notNull()
      .references(() => currency.name),
    /** The call ends when this much was delivered; null for a booking, which ends at its time. Includes extensions. */
    budgetMs: integer('budget_ms'),
    /** How long the streamer sent a picture, how long the other person could be reached, and how long both. */
    offeredMs: integer('offered_ms').notNull().default(0),
    attendedMs: integer('attended_ms').notNull().default(0),
    deliveredMs: integer('delivered_ms').notNull().default(0),
    /** Bookings only: how long the other person was there and the streamer sent no picture. */
    missedMs: integer('missed_ms').notNull().default(0),
    /**
     * Bookings only: when the call ended, unless the customer ended it. The time since counts as missed until it
     * resumes.
     */
    unofferedSince: instant('unoffered_since'),
    /** Bookings only: who did not come in time. */
    absent: text({ enum: ABSENT_SIDES }),
    /** When a picture was first delivered. */
    startedAt: instant('started_at'),
    /** When it was settled; counting ends. */
    endedAt: instant('ended_at'),
    /** The charge, in the currency's smallest unit; null until it is decided. */
    charge: integer(),
  },
  (table) => [
    index('stream_producer').on(table.producerId, table.createdAt),
    index('stream_consumer').on(table.consumerId, table.createdAt),
    check('stream_of', sql`num_nonnulls(${table.bookingId}, ${table.requestId}) = 1`),
    check(
      'stream_ms',
      sql`least(${table.offeredMs}, ${table.attendedMs}, ${table.deliveredMs}, ${table.missedMs}) >= 0 and ${table.deliveredMs} <= ${table.offeredMs}`,
    ),
    check(
      'stream_booked',
      sql`${table.bookingId} is not null or (${table.missedMs} = 0 and num_nonnulls(${table.unofferedSince}, ${table.absent}) = 0)`,
    ),
    check('stream_absent', sql`${table.absent} in ('PRODUCER', 'CONSUMER')`),
    check('stream_settled', sql`${table.charge} is null or ${table.endedAt} is not null`),
    check('stream_budget', sql`(${table.budgetMs} is null) = (${table.requestId} is null)`),
    check('stream_charge', sql`${table.charge} >= 0`),
  ],
);

/** What the media server counted of a stream within a few seconds. */
export const streamTick = pgTable(
  'stream_tick',
  {
    streamId: uuid('stream_id')
      .notNull()
      .references(() => stream.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().defaultNow(),
    ms: integer().notNull(),
    offeredMs: integer('offered_ms').notNull(),
    attendedMs: integer('attended_ms').notNull(),
    deliveredMs: integer('delivered_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.streamId, table.at] }),
    index('stream_tick_at').on(table.at),
    check(
      'stream_tick_ms',
      sql`least(${table.offeredMs}, ${table.attendedMs}, ${table.deliveredMs}) >= 0 and greatest(${table.offeredMs}, ${table.attendedMs}, ${table.deliveredMs}) <= ${table.ms}`,
    ),
  ],
);
