import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { editable } from './columns.ts';
import { user } from './user.ts';

/** What somebody thinks of a streamer; one for each of them. */
export const review = pgTable(
  'review',
  {
    ...editable(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    producerId: uuid('producer_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** 1 to 5 stars. */
    rating: smallint().notNull(),
    text: varchar({ length: 2000 }).notNull().default(''),
  },
  (table) => [
    uniqueIndex('review_author_producer').on(table.authorId, table.producerId),
    index('review_producer').on(table.producerId, table.createdAt),
    index('review_created').on(table.createdAt, table.id),
    check('review_rating', sql`${table.rating} between 1 and 5`),
    check('review_other', sql`${table.authorId} <> ${table.producerId}`),
  ],
);
