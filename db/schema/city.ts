import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { degrees, editable } from './columns.ts';
import { country } from './lookups.ts';

/** A place that the map can be moved to. */
export const city = pgTable(
  'city',
  {
    ...editable(),
    name: varchar({ length: 100 }).notNull(),
    country: text()
      .notNull()
      .references(() => country.name),
    latitude: degrees().notNull(),
    longitude: degrees().notNull(),
  },
  (table) => [
    uniqueIndex('city_country_name').on(table.country, table.name),
    index('city_created').on(table.createdAt, table.id),
    index('city_search').using('gin', sql`${table.name} gin_trgm_ops`),
    check('city_latitude', sql`${table.latitude} between -90 and 90`),
    check('city_longitude', sql`${table.longitude} between -180 and 180`),
  ],
);
