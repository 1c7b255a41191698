import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { editable, email, instant } from './columns.ts';
import { language } from './lookups.ts';

const INQUIRY_KINDS = ['CONTACT', 'DEMO'] as const;

/** A message from the contact or the demo form. */
export const inquiry = pgTable(
  'inquiry',
  {
    ...editable(),
    /** Who wrote it while signed in. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    kind: text({ enum: INQUIRY_KINDS }).notNull().default('CONTACT'),
    language: text()
      .notNull()
      .default('ENGLISH')
      .references(() => language.name),
    firstName: varchar('first_name', { length: 60 }),
    lastName: varchar('last_name', { length: 60 }),
    email: email(),
    website: varchar({ length: 200 }),
    message: varchar({ length: 5000 }),
    /** What an administrator answered; the writer sees it under their inquiries. */
    answer: varchar({ length: 5000 }),
    answeredAt: instant('answered_at'),
  },
  (table) => [
    index('inquiry_user').on(table.userId, table.createdAt),
    index('inquiry_created').on(table.createdAt, table.id),
    check('inquiry_kind', sql`${table.kind} in ('CONTACT', 'DEMO')`),
    check('inquiry_answered', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
  ],
);

/** Somebody who left an e-mail address to earn money as a streamer. */
export const subscription = pgTable(
  'subscription',
  {
    ...editable(),
    email: email().notNull(),
    /** The language that they saw the site in. */
    language: text()
      .notNull()
      .references(() => language.name),
  },
  (table) => [
    uniqueIndex('subscription_email').on(sql`lower(${table.email})`),
    index('subscription_created').on(table.createdAt, table.id),
  ],
);
