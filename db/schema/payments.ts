import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { booking } from './bookings.ts';
import { identity, instant } from './columns.ts';
import { currency } from './lookups.ts';
import { callRequest } from './requests.ts';

/**
 * `NEW`: nothing is held yet. `ACTION`: the payer must act: confirm at their bank, or choose another card. `HELD`:
 * reserved on the card. `CAPTURING` and `RELEASING`: decided, and still to be done at Stripe. `EXPIRED`: the bank
 * dropped the hold, and nothing was due. `UNPAID`: an amount was due, and the bank refused a new hold.
 */
export const PAYMENT_STATUSES = [
  'NEW',
  'ACTION',
  'HELD',
  'CAPTURING',
  'CAPTURED',
  'RELEASING',
  'RELEASED',
  'EXPIRED',
  'UNPAID',
] as const;

/**
 * A payment to a streamer for a booking or a request; outlives both accounts. Amounts are in the currency's smallest
 * unit.
 */
export const payment = pgTable(
  'payment',
  {
    ...identity(),
    bookingId: uuid('booking_id')
      .unique()
      .references(() => booking.id),
    requestId: uuid('request_id').references(() => callRequest.id),
    /** Which hold of a request: 1 before it rings, higher for extensions. */
    part: smallint().notNull().default(1),
    payerId: uuid('payer_id').references(() => user.id, { onDelete: 'set null' }),
    payeeId: uuid('payee_id').references(() => user.id, { onDelete: 'set null' }),
    currency: char({ length: 3 })
      .notNull()
      .references(() => currency.name),
    /** The amount to hold. */
    amount: integer().notNull(),
    /** The site's share of what is captured, in hundredths of a percent. */
    feeBps: smallint('fee_bps').notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('NEW'),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** The account that receives the money: `acct_…`. */
    destination: text().notNull(),
    /** `cus_…` of the payer, from the first intent on, as their account may be deleted later. */
    customer: text(),
    /** The chosen card: `pm_…`, and its display values. */
    paymentMethod: text('payment_method'),
    cardBrand: text('card_brand'),
    cardLast4: char('card_last4', { length: 4 }),
    /** `pi_…` of the current attempt. */
    intent: text().unique(),
    /**
     * Number of the current hold: a hold that is lost before it is captured, or cannot be captured, is placed again.
     */
    attempt: smallint().notNull().default(1),
    /** `pi_…` of the hold that this attempt replaces, until it is released. */
    formerIntent: text('former_intent'),
    /** The amount of a later hold, if less than `amount`. */
    heldAmount: integer('held_amount'),
    /** Why the bank last refused, as Stripe names it. */
    refusal: text(),
    /** When to hold the amount; null for at once. */
    holdAt: instant('hold_at'),
    /** When the bank drops the hold. */
    captureBefore: instant('capture_before'),
    /** The amount to capture, and from when. */
    toCapture: integer('to_capture'),
    captureAt: instant('capture_at'),
    /** When an administrator approved the charge for a suspended streamer's call. */
    approvedAt: instant('approved_at'),
    captured: integer().notNull().default(0),
    /** The site's share of what was captured. */
    fee: integer().notNull().default(0),
    capturedAt: instant('captured_at'),
    /** Part of what was captured; includes pending refunds. */
    refunded: integer().notNull().default(0),
    /**
     * The streamer's account was not ready at capture: the site has received the money and pays them by a separate
     * transfer.
     */
    viaSite: boolean('via_site').notNull().default(false),
    /** The amount of that transfer; null until their account is ready. */
    share: integer(),
    /** `tr_…`; null until the transfer is made. */
    transfer: text().unique(),
  },
  (table) => [
    index('payment_payer').on(table.payerId, table.createdAt),
    unique('payment_part').on(table.requestId, table.part),
    index('payment_payee').on(table.payeeId, table.createdAt),
    index('payment_changed').on(table.status, table.changedAt),
    check(
      'payment_status',
      sql`${table.status} in ('NEW', 'ACTION', 'HELD', 'CAPTURING', 'CAPTURED', 'RELEASING', 'RELEASED', 'EXPIRED', 'UNPAID')`,
    ),
    check('payment_of', sql`num_nonnulls(${table.bookingId}, ${table.requestId}) = 1`),
    check(
      'payment_of_part',
      sql`${table.part} = 1 or (${table.part} > 1 and ${table.requestId} is not null)`,
    ),
    check('payment_amount', sql`${table.amount} > 0`),
    check('payment_fee_bps', sql`${table.feeBps} between 0 and 10000`),
    check('payment_capture', sql`${table.toCapture} between 1 and ${table.amount}`),
    check('payment_capturing', sql`${table.status} <> 'CAPTURING' or ${table.toCapture} is not null`),
    check(
      'payment_captured',
      sql`${table.captured} between 0 and ${table.amount} and (${table.captured} > 0) = (${table.status} = 'CAPTURED')`,
    ),
    check('payment_refunded', sql`${table.refunded} between 0 and ${table.captured}`),
    check('payment_fee', sql`${table.fee} between 0 and ${table.captured}`),
    check('payment_held', sql`${table.heldAmount} between 1 and ${table.amount}`),
    check(
      'payment_share',
      sql`(${table.share} is null or ${table.viaSite}) and ${table.share} between 0 and ${table.captured}
        and (${table.transfer} is null or ${table.share} is not null)`,
    ),
  ],
);

export const REFUND_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;

/** A refund of a payment, by an administrator, or by a streamer after a complaint. */
export const refund = pgTable(
  'refund',
  {
    ...identity(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payment.id),
    amount: integer().notNull(),
    /** Told to both. */
    reason: text().notNull(),
    byId: uuid('by_id').references(() => user.id, { onDelete: 'set null' }),
    status: text({ enum: REFUND_STATUSES }).notNull().default('PENDING'),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** `re_…`; null until Stripe has answered. */
    stripeId: text('stripe_id').unique(),
    /** The part of the site's share that was returned to the streamer with it. */
    feeBack: integer('fee_back').notNull().default(0),
    /** Whether it also reverses part of the streamer's separate transfer. */
    reverses: boolean().notNull().default(false),
  },
  (table) => [
    index('refund_payment').on(table.paymentId),
    index('refund_pending').on(table.changedAt).where(sql`${table.status} = 'PENDING'`),
    check('refund_status', sql`${table.status} in ('PENDING', 'SUCCEEDED', 'FAILED')`),
    check('refund_amount', sql`${table.amount} > 0`),
  ],
);

/** A charge that the payer's bank claims back, as Stripe reports it. */
export const dispute = pgTable(
  'dispute',
  {
    ...identity(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payment.id),
    /** `dp_…` or `du_…` */
    stripeId: text('stripe_id').notNull().unique(),
    amount: integer().notNull(),
    /** As Stripe names them. */
    reason: text().notNull(),
    status: text().notNull(),
    /** Deadline for the answer. */
    dueBy: instant('due_by'),
    /**
     * `trr_…`: the reversal of the streamer's transfer, its amount less the returned share of the site, and that share.
     */
    reversal: text().unique(),
    reversed: integer().notNull().default(0),
    feeBack: integer('fee_back').notNull().default(0),
    /** `tr_…`: pays the same amount back to the streamer after the dispute was won. */
    returned: text().unique(),
    /** The answer to the bank, given once, and when Stripe received it. */
    evidence: jsonb().$type<{ serviceDate: string; log: string; text: string }>(),
    evidenceSentAt: instant('evidence_sent_at'),
  },
  (table) => [
    index('dispute_payment').on(table.paymentId),
    check('dispute_amount', sql`${table.amount} > 0`),
    check('dispute_reversed', sql`${table.reversed} between 0 and ${table.amount}`),
  ],
);

export const LEDGER_ACCOUNTS = ['PAYER', 'STREAMER', 'PLATFORM', 'STRIPE'] as const;

/**
 * Every movement of money, in lines with the same `tx_key` whose sum is 0: amounts paid are negative, amounts received
 * positive. Triggers enforce this and refuse changes.
 */
export const ledger = pgTable(
  'ledger',
  {
    /**
     * The cause and its id: `capture:`, `transfer:`, `refund:`, `refund-failed:`, `dispute:`, `dispute-won:`,
     * `dispute-returned:`.
     */
    txKey: text('tx_key').notNull(),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payment.id),
    currency: char({ length: 3 })
      .notNull()
      .references(() => currency.name),
    amount: bigint({ mode: 'number' }).notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.txKey, table.account] }),
    index('ledger_payment').on(table.paymentId),
    index('ledger_at').on(table.at, table.txKey, table.account),
    check('ledger_account', sql`${table.account} in ('PAYER', 'STREAMER', 'PLATFORM', 'STRIPE')`),
    check('ledger_amount', sql`${table.amount} <> 0`),
  ],
);
