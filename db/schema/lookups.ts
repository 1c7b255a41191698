import { boolean, char, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** Values allowed in other tables' columns; seeded, and enforced by foreign keys. */
export const channelStatus = pgTable('channel_status', { name: text().primaryKey() });
export const cameraType = pgTable('camera_type', { name: text().primaryKey() });
export const videoQuality = pgTable('video_quality', { name: text().primaryKey() });
export const roleName = pgTable('role_name', { name: text().primaryKey() });

export const language = pgTable(
  'language',
  {
    /** `ENGLISH`. */
    name: text().primaryKey(),
    /** `en`, as used in URLs. */
    code: char({ length: 2 }).notNull(),
    /** Whether the site is available in it. */
    available: boolean().notNull().default(false),
  },
  (table) => [uniqueIndex('language_code').on(table.code)],
);

export const currency = pgTable('currency', {
  /** ISO 4217: `EUR`. */
  name: char({ length: 3 }).primaryKey(),
  symbol: text().notNull(),
});

/** The countries cities can be in; their names come from `Intl.DisplayNames`. */
export const country = pgTable('country', {
  /** ISO 3166-1 alpha-2: `ES`. */
  name: char({ length: 2 }).primaryKey(),
});

/** A permission of a role. Code checks authorities, never role names. */
export const authority = pgTable('authority', {
  name: text().primaryKey(),
  rolename: text()
    .notNull()
    .references(() => roleName.name),
});
