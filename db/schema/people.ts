import { sql } from 'drizzle-orm';
import {
  check,
  index,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { user, userId } from './accounts.ts';
import { editable, folded, instant } from './columns.ts';
import { currency, language } from './lookups.ts';

/** A language a user speaks. */
export const userLanguage = pgTable(
  'user_language',
  {
    userId: userId(),
    language: text()
      .notNull()
      .references(() => language.name),
  },
  (table) => [primaryKey({ columns: [table.userId, table.language] })],
);

/** A streamer's price per minute. */
export const userPrice = pgTable(
  'user_price',
  {
    userId: userId(),
    currency: text()
      .notNull()
      .references(() => currency.name),
    /** In the currency's main unit. */
    perMinute: numeric('per_minute', { precision: 8, scale: 2, mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.currency] }),
    check('user_price_positive', sql`${table.perMinute} > 0`),
  ],
);

/** `userId` and `blockedId` cannot see each other. */
export const userBlock = pgTable(
  'user_block',
  {
    userId: userId(),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.blockedId] }),
    index('user_block_blocked').on(table.blockedId),
    check('user_block_other', sql`${table.userId} <> ${table.blockedId}`),
  ],
);

export const userFavourite = pgTable(
  'user_favourite',
  {
    userId: userId(),
    favouriteId: uuid('favourite_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.favouriteId] }),
    index('user_favourite_favourite').on(table.favouriteId),
    check('user_favourite_other', sql`${table.userId} <> ${table.favouriteId}`),
  ],
);

/** A review of a streamer; one per author and streamer. */
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
    index('review_search').using('gin', folded(table.text)),
    check('review_rating', sql`${table.rating} between 1 and 5`),
    check('review_other', sql`${table.authorId} <> ${table.producerId}`),
  ],
);
