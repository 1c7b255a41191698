import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { identity, instant } from './columns.ts';
import { blog, fragment } from './content.ts';

/** An uploaded picture of exactly one user, blog post or fragment. The file is in the storage under `key`. */
export const image = pgTable(
  'image',
  {
    ...identity(),
    userId: uuid('user_id').references(() => user.id, { onDelete: 'cascade' }),
    blogId: uuid('blog_id').references(() => blog.id, { onDelete: 'cascade' }),
    fragmentId: uuid('fragment_id').references(() => fragment.id, { onDelete: 'cascade' }),
    key: text().notNull().unique(),
    /** What it shows, for those who do not see it. */
    alt: varchar({ length: 300 }).notNull().default(''),
    /** Pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Bytes. */
    size: integer().notNull(),
  },
  (table) => [
    index('image_user').on(table.userId),
    index('image_blog').on(table.blogId),
    index('image_fragment').on(table.fragmentId),
    check('image_owner', sql`num_nonnulls(${table.userId}, ${table.blogId}, ${table.fragmentId}) = 1`),
    check('image_size', sql`${table.width} > 0 and ${table.height} > 0 and ${table.size} > 0`),
  ],
);

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
