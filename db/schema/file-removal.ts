import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Files that no row needs, or that no row needs yet: an upload stands here until its row is written. Triggers on
 * `image` and `user` put a file here when its row goes, by cascade too.
 */
export const fileRemoval = pgTable(
  'file_removal',
  {
    /** As in `image.key` and `user.avatar_key`. */
    key: text().primaryKey(),
    /** Whoever still reads the file has until then. */
    dueAt: instant('due_at').notNull().default(sql`now() + interval '1 minute'`),
  },
  (table) => [index('file_removal_due').on(table.dueAt)],
);
