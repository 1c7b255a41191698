import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { identity, instant } from './columns.ts';
import { blog, fragment } from './content.ts';
import { ALT_LENGTH } from './lengths.ts';

/** An uploaded picture of exactly one user, blog post or fragment. Its files are stored under `key`. */
export const image = pgTable(
  'image',
  {
    ...identity(),
    userId: uuid('user_id').references(() => user.id, { onDelete: 'cascade' }),
    blogId: uuid('blog_id').references(() => blog.id, { onDelete: 'cascade' }),
    fragmentId: uuid('fragment_id').references(() => fragment.id, { onDelete: 'cascade' }),
    key: text().notNull().unique(),
    /** Alternative text, for people who cannot see the picture. */
    alt: varchar({ length: ALT_LENGTH }).notNull().default(''),
    /**
     * Orders the pictures of an owner, with gaps: a new one gets the next number across all owners, so it comes last.
     */
    position: integer().notNull().generatedByDefaultAsIdentity(),
    /** Pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** The file's valid 360° metadata; parsed when read. Null without. */
    sphere: jsonb(),
    /** Whether it is shown in 360°, by its file or its owner. Null if neither says so: it is shown flat. */
    isSphere: boolean('is_sphere'),
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
 * Files to delete because no row refers to them, or none does yet: an upload is listed here until its row is written.
 * Triggers on `image`, `user` and `parameter` (the logo) add a file when its row is deleted, also by cascade.
 */
export const fileRemoval = pgTable(
  'file_removal',
  {
    /** As in `image.key`, `user.avatar_key` and the parameter `site-logo`. */
    key: text().primaryKey(),
    /** Leaves time for reads in progress. */
    dueAt: instant('due_at').notNull().default(sql`now() + interval '1 minute'`),
  },
  (table) => [index('file_removal_due').on(table.dueAt)],
);
