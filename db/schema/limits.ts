import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Points spent of each rate limit, by its name and key. The migration makes the table UNLOGGED: it is written on every
 * limited request, and may be empty after a crash of the database.
 */
export const rateLimit = pgTable(
  'rate_limit',
  {
    /** `NAME:KEY`, e.g. `ticket:203.0.113.7`. */
    key: text().primaryKey(),
    points: integer().notNull(),
    /** When the count restarts. The limiter requires the name `expire`. */
    expire: instant('expires_at').notNull(),
  },
  (table) => [index('rate_limit_expires').on(table.expire)],
);
