import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { editable, folded, instant } from './columns.ts';
import { language } from './lookups.ts';

/** A post in one language. Its translations have the same name. */
export const blog = pgTable(
  'blog',
  {
    ...editable(),
    /** Used in the URL. */
    name: varchar({ length: 120 }).notNull(),
    language: text()
      .notNull()
      .references(() => language.name),
    title: varchar({ length: 200 }).notNull(),
    summary: varchar({ length: 500 }).notNull().default(''),
    /** Markdown. */
    body: varchar({ length: 50_000 }).notNull().default(''),
    /** Visible only to administrators before; null for a draft. */
    publishedAt: instant('published_at'),
  },
  (table) => [
    uniqueIndex('blog_language_name').on(table.language, table.name),
    index('blog_published').on(table.language, table.publishedAt),
    index('blog_created').on(table.createdAt, table.id),
    index('blog_search').using('gin', folded(table.title), folded(table.name)),
    check('blog_name_shape', sql`${table.name} ~ '^[a-z0-9][a-z0-9-]*$'`),
  ],
);

/** A text that administrators write for a page, in one language: help, privacy policy, terms, imprint. */
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
