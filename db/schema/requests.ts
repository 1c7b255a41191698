import { sql } from 'drizzle-orm';
import {
  char,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { identity, instant } from './columns.ts';
import { currency } from './lookups.ts';

/**
 * `PAYING`: the amount is not held yet; the streamer does not know of it. `RINGING` until `ring_until`. `BUSY`: the streamer
 * could not be called, so nothing was held. `FAILED`: not paid in time, or the call could not begin.
 */
export const REQUEST_STATUSES = [
  'PAYING',
  'RINGING',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
  'BUSY',
  'FAILED',
] as const;

/** Someone calls a streamer now, and pays for what is delivered. Ended ones outlive the two accounts. */
export const callRequest = pgTable(
  'call_request',
  {
    ...identity(),
    producerId: uuid('producer_id').references(() => user.id, { onDelete: 'set null' }),
    consumerId: uuid('consumer_id').references(() => user.id, { onDelete: 'set null' }),
    status: text({ enum: REQUEST_STATUSES }).notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** The call ends when so much was delivered. Extensions count. */
    budgetMinutes: smallint('budget_minutes').notNull(),
    /** For a minute, in the currency's smallest unit. */
    priceMinor: integer('price_minor').notNull(),
    currency: char({ length: 3 })
      .notNull()
      .references(() => currency.name),
    /** Of the whole budget, in the currency's smallest unit: what is held. */
    amount: integer().notNull(),
    /** How long after its end it can be complained about, by the policy when it was made; then it is charged. */
    complaintHours: smallint('complaint_hours').notNull().default(24),
    /** Chosen by the page that made it, so that a request that is sent twice calls once. */
    clientKey: uuid('client_key').notNull(),
    /** Unless it is paid by then, it has failed. */
    payBy: instant('pay_by'),
    /** Unless it is answered by then, it has expired. */
    ringUntil: instant('ring_until'),
    /** When it began to ring. What has not rung, as it was cancelled or failed before, the streamer is not told of. */
    rangAt: instant('rang_at'),
    answeredAt: instant('answered_at'),
    /** When the call ends at the latest: until then, or until `over_at`, both people are taken. */
    endsAt: instant('ends_at'),
    /** When an accepted call was over. */
    overAt: instant('over_at'),
  },
  (table) => [
    index('call_request_producer').on(table.producerId, table.createdAt),
    index('call_request_consumer').on(table.consumerId, table.createdAt),
    unique('call_request_once').on(table.consumerId, table.clientKey),
    index('call_request_unreached').on(table.createdAt).where(sql`${table.status} = 'BUSY'`),
    uniqueIndex('call_request_rings').on(table.producerId).where(sql`${table.status} = 'RINGING'`),
    uniqueIndex('call_request_one').on(table.consumerId).where(sql`${table.status} in ('PAYING', 'RINGING')`),
    check(
      'call_request_status',
      sql`${table.status} in ('PAYING', 'RINGING', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'BUSY', 'FAILED')`,
    ),
    check('call_request_other', sql`${table.producerId} <> consumer_id`),
    check(
      'call_request_people',
      sql`${table.status} not in ('PAYING', 'RINGING') or num_nulls(${table.producerId}, ${table.consumerId}) = 0`,
    ),
    check('call_request_budget', sql`${table.budgetMinutes} between 1 and 240`),
    check('call_request_price', sql`${table.priceMinor} > 0 and ${table.amount} > 0`),
    check('call_request_pays', sql`(${table.status} = 'PAYING') = (${table.payBy} is not null)`),
    check('call_request_rings', sql`(${table.status} = 'RINGING') = (${table.ringUntil} is not null)`),
    check(
      'call_request_accepted',
      sql`(${table.status} = 'ACCEPTED') = (${table.endsAt} is not null) and (${table.overAt} is null or ${table.status} = 'ACCEPTED')`,
    ),
  ],
);
