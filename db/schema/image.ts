import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { blog } from './blog.ts';
import { identity } from './columns.ts';
import { fragment } from './fragment.ts';
import { user } from './user.ts';

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
