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

/** One row: which kind of Stripe's objects the ids in this database belong to. */
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

/** A person as a customer of Stripe. Without a user: the account was deleted, and the customer is still to be. */
export const stripeCustomer = pgTable('stripe_customer', {
  ...identity(),
  userId: uuid('user_id')
    .unique()
    .references(() => user.id, { onDelete: 'set null' }),
  /** `cus_…`; null until Stripe has answered. */
  stripeId: text('stripe_id').unique(),
  /** When the list of cards that was stored last was asked for. */
  checkedAt: instant('checked_at'),
});

/** A card that Stripe keeps for a person, as far as it may be shown. */
export const card = pgTable(
  'card',
  {
    ...identity(),
    userId: userId(),
    /** `pm_…` */
    stripeId: text('stripe_id').notNull().unique(),
    /** The same for the same card number. */
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

/** Of a capability of an account at Stripe. */
export const CAPABILITY_STATUSES = ['active', 'pending', 'rejected', 'restricted', 'unsupported'] as const;

/** Where Stripe pays a streamer. Without a user: the account was deleted, and the one at Stripe is still to be closed. */
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
    /** Everything that Stripe asked the streamer for has been given once. */
    submitted: boolean().notNull().default(false),
    /** Whether money can be sent to the account, and from there to the streamer's bank. */
    transfers: text({ enum: CAPABILITY_STATUSES }),
    payouts: text({ enum: CAPABILITY_STATUSES }),
    /** How many details Stripe waits for from the streamer, and until when at the earliest. */
    dueCount: smallint('due_count').notNull().default(0),
    dueBy: instant('due_by'),
    /** When the state that was stored last was asked for. */
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

/** What Stripe told us of, once each. A hint only: whoever handles it reads the object from Stripe again. */
export const stripeEvent = pgTable(
  'stripe_event',
  {
    /** `evt_…` */
    id: text().primaryKey(),
    type: text().notNull(),
    /** What it is about: `cus_…`, `acct_…`. */
    objectId: text('object_id'),
    receivedAt: instant('received_at').notNull().defaultNow(),
    handledAt: instant('handled_at'),
  },
  (table) => [index('stripe_event_received').on(table.receivedAt)],
);
