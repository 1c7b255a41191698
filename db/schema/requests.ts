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
 * `PAYING`: the amount is not held yet; hidden from the streamer. `RINGING`: until `ring_until`. `BUSY`: the streamer
 * could not be called, so nothing was held. `FAILED`: not paid in time, or the call could not start.
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

/**
 * A request for an immediate call to a streamer, paid by what is delivered. Ended requests outlive the two accounts.
 */
export const callRequest = pgTable(
  'call_request',
  {
    ...identity(),
    producerId: uuid('producer_id').references(() => user.id, { onDelete: 'set null' }),
    consumerId: uuid('consumer_id').references(() => user.id, { onDelete: 'set null' }),
    status: text({ enum: REQUEST_STATUSES }).notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** The call ends when this much was delivered. Includes extensions. */
    budgetMinutes: smallint('budget_minutes').notNull(),
    /** Price of a minute, in the currency's smallest unit. */
    priceMinor: integer('price_minor').notNull(),
    currency: char({ length: 3 })
      .notNull()
      .references(() => currency.name),
    /** Price of the whole budget, in the currency's smallest unit: the amount held. */
    amount: integer().notNull(),
    /** How long after the end the payer can complain, by the policy when it was made; then it is captured. */
    complaintHours: smallint('complaint_hours').notNull().default(24),
    /** Chosen by the page, so that a request sent twice calls once. */
    clientKey: uuid('client_key').notNull(),
    /** Deadline for paying, after which it fails. */
    payBy: instant('pay_by'),
    /** Deadline for answering, after which it expires. */
    ringUntil: instant('ring_until'),
    /** When it started to ring. A request that was cancelled or failed before is hidden from the streamer. */
    rangAt: instant('rang_at'),
    answeredAt: instant('answered_at'),
    /** Latest end of the call: until then, or until `over_at`, both people are taken. */
    endsAt: instant('ends_at'),
    /** When the call of an accepted request was over. */
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
