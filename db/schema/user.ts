import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { degrees, editable, email, identity, instant } from './columns.ts';
import { cameraType, currency, language, roleName } from './lookups.ts';

/** How a viewer can direct a streamer: by voice or by the direction pad. */
export const CONTROL_MODES = ['VOICE', 'PAD'] as const;

/** Somebody with an account. The password is in `credential`, so that no query for users can bring it along. */
export const user = pgTable(
  'user',
  {
    ...editable(),
    username: varchar({ length: 40 }).notNull(),
    /** Stands in the address of the profile. */
    urlname: varchar({ length: 60 }).notNull().unique(),
    email: email().notNull(),
    emailVerifiedAt: instant('email_verified_at'),
    /** The language that the site speaks with them. */
    language: text()
      .notNull()
      .default('ENGLISH')
      .references(() => language.name),
    legalName: varchar('legal_name', { length: 120 }),
    firstName: varchar('first_name', { length: 60 }),
    lastName: varchar('last_name', { length: 60 }),
    description: varchar({ length: 2000 }),
    /** Changes with each upload, so that caches may keep the picture for ever; null: none. */
    avatarKey: text('avatar_key'),
    latitude: degrees(),
    longitude: degrees(),
    /** The camera that they stream with. */
    channelCamera: text('channel_camera').references(() => cameraType.name),
    controlModes: text('control_modes').array().notNull().default(sql`'{}'`),
    padEnabled: boolean('pad_enabled').notNull().default(false),
  },
  (table) => [
    uniqueIndex('user_username').on(sql`lower(${table.username})`),
    // An address is somebody's once it is proved. Otherwise a sign-up would tell who has an account, and could keep
    // an address from its owner.
    uniqueIndex('user_email').on(sql`lower(${table.email})`).where(sql`${table.emailVerifiedAt} is not null`),
    index('user_email_unproved').on(sql`lower(${table.email})`),
    index('user_created').on(table.createdAt, table.id),
    index('user_search').using('gin', sql`${table.username} gin_trgm_ops`),
    // The exact letters are the schema's matter: which ones there are differs between Unicode versions.
    check('user_username_shape', sql`${table.username} ~ '^[^[:space:]/@]+$'`),
    check('user_urlname_shape', sql`${table.urlname} ~ '^[a-z0-9][a-z0-9-]*$'`),
    check('user_latitude', sql`${table.latitude} between -90 and 90`),
    check('user_longitude', sql`${table.longitude} between -180 and 180`),
    check('user_position', sql`(${table.latitude} is null) = (${table.longitude} is null)`),
    check('user_control_modes', sql`${table.controlModes} <@ '{VOICE,PAD}'`),
  ],
);

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

export const credential = pgTable('credential', {
  userId: userId().primaryKey(),
  /** argon2id in its own notation, with salt and parameters. */
  passwordHash: text('password_hash').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** A role that somebody has. */
export const role = pgTable(
  'role',
  {
    ...identity(),
    userId: userId(),
    rolename: text()
      .notNull()
      .references(() => roleName.name),
  },
  (table) => [uniqueIndex('role_user_name').on(table.userId, table.rolename)],
);

/** A language that somebody speaks. */
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

/** What a minute of a streamer's time costs. */
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

/** `userId` wants neither to see `blockedId` nor to be seen by them. */
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
