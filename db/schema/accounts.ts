import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { degrees, editable, email, identity, instant } from './columns.ts';
import { cameraType, language, roleName } from './lookups.ts';

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

/** Whose row this is; it goes with the account. */
export const userId = () =>
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

/** Somebody signed in on one device. Its id is the spec's session-uuid. */
export const session = pgTable(
  'session',
  {
    ...identity(),
    userId: userId(),
    /** SHA-256 of the token that the device holds; the token itself is kept nowhere. */
    tokenHash: text('token_hash').notNull().unique(),
    /** What the device says of itself, so that its owner recognises it. */
    userAgent: varchar('user_agent', { length: 400 }),
    userAgentType: varchar('user_agent_type', { length: 40 }),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('session_user').on(table.userId, table.lastSeenAt),
    index('session_expires').on(table.expiresAt),
  ],
);

/** What a link in an e-mail is for. */
export const EMAIL_TOKEN_PURPOSES = ['VERIFY_EMAIL', 'CHANGE_EMAIL', 'RESET_PASSWORD'] as const;

/** A link in an e-mail that was not used yet. */
export const emailToken = pgTable(
  'email_token',
  {
    ...identity(),
    userId: userId(),
    purpose: text({ enum: EMAIL_TOKEN_PURPOSES }).notNull(),
    /** The address that it was sent to: it proves that one and no other. */
    email: varchar({ length: 254 }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('email_token_user').on(table.userId, table.purpose),
    check('email_token_purpose', sql`${table.purpose} in ('VERIFY_EMAIL', 'CHANGE_EMAIL', 'RESET_PASSWORD')`),
  ],
);
