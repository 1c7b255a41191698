import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { editable } from './columns.ts';
import { language } from './lookups.ts';

/** A piece of a page in one language that administrators write: help, privacy policy. */
export const fragment = pgTable(
  'fragment',
  {
    ...editable(),
    name: varchar({ length: 120 }).notNull(),
    language: text()
      .notNull()
      .references(() => language.name),
    title: varchar({ length: 200 }).notNull(),
    /** Markdown. */
    body: varchar({ length: 50_000 }).notNull().default(''),
  },
  (table) => [
    uniqueIndex('fragment_language_name').on(table.language, table.name),
    check('fragment_name_shape', sql`${table.name} ~ '^[a-z0-9][a-z0-9-]*$'`),
  ],
);
