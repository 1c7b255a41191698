import { sql } from 'drizzle-orm';
import {
  boolean,
  char,
  check,
  index,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { user, userId } from './accounts.ts';
import { identity, instant } from './columns.ts';
import { country } from './lookups.ts';

export const STRIPE_MODES = ['SANDBOX', 'TEST', 'LIVE'] as const;

/** A single row: the mode of Stripe to which the ids in this database belong. */
export const stripeEnvironment = pgTable(
  'stripe_environment',
  {
    only: boolean().primaryKey().default(true),
    mode: text({ enum: STRIPE_MODES }).notNull(),
  },
  (table) => [
    check('stripe_environment_only', sql`${table.only}`),
    check('stripe_environment_mode', sql`${table.mode} in ('SANDBOX', 'TEST', 'LIVE')`),
  ],
);

/**
 * A person's Stripe customer. Without a user: the account was deleted, and the customer is still to be deleted at
 * Stripe.
 */
export const stripeCustomer = pgTable('stripe_customer', {
  ...identity(),
  userId: uuid('user_id')
    .unique()
    .references(() => user.id, { onDelete: 'set null' }),
  /** `cus_…`; null until Stripe has answered. */
  stripeId: text('stripe_id').unique(),
  /** When the stored list of cards was requested. */
  checkedAt: instant('checked_at'),
});

/** A card that Stripe keeps for a person; only what may be displayed. */
export const card = pgTable(
  'card',
  {
    ...identity(),
    userId: userId(),
    /** `pm_…` */
    stripeId: text('stripe_id').notNull().unique(),
    /** Equal for cards with the same number. */
    fingerprint: text().notNull(),
    brand: text().notNull(),
    last4: char({ length: 4 }).notNull(),
    expMonth: smallint('exp_month').notNull(),
    expYear: smallint('exp_year').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
  },
  (table) => [
    unique('card_once').on(table.userId, table.fingerprint),
    uniqueIndex('card_default').on(table.userId).where(sql`${table.isDefault}`),
  ],
);

/** Statuses of a capability of a Stripe account. */
export const CAPABILITY_STATUSES = ['active', 'pending', 'rejected', 'restricted', 'unsupported'] as const;

/**
 * A streamer's Stripe account for payouts. Without a user: the account was deleted, and the one at Stripe is still to
 * be closed.
 */
export const payoutAccount = pgTable(
  'payout_account',
  {
    ...identity(),
    userId: uuid('user_id')
      .unique()
      .references(() => user.id, { onDelete: 'set null' }),
    country: char({ length: 2 })
      .notNull()
      .references(() => country.name),
    /** `acct_…`; null until Stripe has answered. */
    stripeId: text('stripe_id').unique(),
    /** Whether the streamer has once given everything that Stripe asked for. */
    submitted: boolean().notNull().default(false),
    /** Whether the account can receive transfers, and pay out to the streamer's bank. */
    transfers: text({ enum: CAPABILITY_STATUSES }),
    payouts: text({ enum: CAPABILITY_STATUSES }),
    /** Number of details that Stripe needs from the streamer, and the earliest deadline. */
    dueCount: smallint('due_count').notNull().default(0),
    dueBy: instant('due_by'),
    /** When the stored state was requested. */
    checkedAt: instant('checked_at'),
  },
  (table) => [
    check(
      'payout_account_statuses',
      sql`coalesce(${table.transfers} in ('active', 'pending', 'rejected', 'restricted', 'unsupported'), true)
        and coalesce(${table.payouts} in ('active', 'pending', 'rejected', 'restricted', 'unsupported'), true)`,
    ),
  ],
);

/** An event from Stripe, stored once. Only a hint: its handler rereads the object from Stripe. */
export const stripeEvent = pgTable(
  'stripe_event',
  {
    /** `evt_…` */
    id: text().primaryKey(),
    type: text().notNull(),
    /** The object it is about: `cus_…`, `acct_…`. */
    objectId: text('object_id'),
    receivedAt: instant('received_at').notNull().defaultNow(),
    handledAt: instant('handled_at'),
  },
  (table) => [index('stripe_event_received').on(table.receivedAt)],
);
