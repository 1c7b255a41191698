import { boolean, char, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** The values that other tables' columns may take; seeded, and held by foreign keys. */
export const channelStatus = pgTable('channel_status', { name: text().primaryKey() });
export const cameraType = pgTable('camera_type', { name: text().primaryKey() });
export const videoQuality = pgTable('video_quality', { name: text().primaryKey() });
export const roleName = pgTable('role_name', { name: text().primaryKey() });

export const language = pgTable(
  'language',
  {
    /** `ENGLISH`. */
    name: text().primaryKey(),
    /** `en`, as it stands in addresses. */
    code: char({ length: 2 }).notNull(),
    /** Whether the site is offered in it. */
    available: boolean().notNull().default(false),
  },
  (table) => [uniqueIndex('language_code').on(table.code)],
);

export const currency = pgTable('currency', {
  /** ISO 4217: `EUR`. */
  name: char({ length: 3 }).primaryKey(),
  symbol: text().notNull(),
});

/** The countries that cities can be in; their names come from the reader's language (`Intl.DisplayNames`). */
export const country = pgTable('country', {
  /** ISO 3166-1 alpha-2: `ES`. */
  name: char({ length: 2 }).primaryKey(),
});

/** What a role allows. Code asks for the authority, never for the role's name. */
export const authority = pgTable('authority', {
  name: text().primaryKey(),
  rolename: text()
    .notNull()
    .references(() => roleName.name),
});
