import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { identity, instant } from './columns.ts';
import { user } from './user.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

/** Somebody signed in on one device. Its id is the spec's session-uuid. */
export const session = pgTable(
  'session',
  {
    ...identity(),
    userId: userId(),
    /** SHA-256 of the token that the device holds; the token itself is kept nowhere. */
    tokenHash: text('token_hash').notNull().unique(),
    /** What the device says of itself, so that its owner recognises it. */
    userAgent: varchar('user_agent', { length: 400 }),
    userAgentType: varchar('user_agent_type', { length: 40 }),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('session_user').on(table.userId, table.lastSeenAt),
    index('session_expires').on(table.expiresAt),
  ],
);

/** What a link in an e-mail is for. */
export const EMAIL_TOKEN_PURPOSES = ['VERIFY_EMAIL', 'CHANGE_EMAIL', 'RESET_PASSWORD'] as const;

/** A link in an e-mail that was not used yet. */
export const emailToken = pgTable(
  'email_token',
  {
    ...identity(),
    userId: userId(),
    purpose: text({ enum: EMAIL_TOKEN_PURPOSES }).notNull(),
    /** The address that it was sent to: it proves that one and no other. */
    email: varchar({ length: 254 }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('email_token_user').on(table.userId, table.purpose),
    check('email_token_purpose', sql`${table.purpose} in ('VERIFY_EMAIL', 'CHANGE_EMAIL', 'RESET_PASSWORD')`),
  ],
);
