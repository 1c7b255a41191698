import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { editable, email } from './columns.ts';
import { language } from './lookups.ts';

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
