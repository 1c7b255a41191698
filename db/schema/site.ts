import { sql } from 'drizzle-orm';
import { check, cidr, index, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { degrees, editable, folded } from './columns.ts';
import { country } from './lookups.ts';

/** Notified by a trigger of the table `parameter` when rows change. */
export const PARAMETER_CHANGE = 'parameter_change';

/** A setting that administrators change at run time. Public, so no secrets. */
export const parameter = pgTable('parameter', {
  ...editable(),
  name: varchar({ length: 60 }).notNull().unique(),
  value: varchar({ length: 1000 }).notNull(),
});

/** Marks a row of the demo content, which administrators can delete at once. Stays if the row is deleted singly. */
export const demoRow = pgTable('demo_row', {
  /** Of the row in its own table. */
  id: uuid().primaryKey(),
  table: text({ enum: ['user', 'blog', 'inquiry', 'subscription', 'channel', 'booking'] }).notNull(),
});

/** A step of setting up the site that its operator does not need. */
export const skippedStep = pgTable('skipped_step', { name: text().primaryKey() });

/** A location the map can be centred on. */
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
    index('city_place').on(table.latitude, table.longitude),
    index('city_created').on(table.createdAt, table.id),
    index('city_search').using('gin', folded(table.name)),
    check('city_latitude', sql`${table.latitude} between -90 and 90`),
    check('city_longitude', sql`${table.longitude} between -180 and 180`),
  ],
);

/** A network that may not sign up, log in, create rooms or write to us. */
export const blockAddress = pgTable(
  'block_address',
  {
    ...editable(),
    /** One address (`203.0.113.7`) or a network (`203.0.113.0/24`, `2001:db8::/32`). */
    address: cidr().notNull().unique(),
    reason: varchar({ length: 500 }).notNull().default(''),
  },
  (table) => [index('block_address_network').using('gist', table.address.op('inet_ops'))],
);
