import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { FREE_CALLERS } from '#protocol/free-callers.ts';
import { PUSH_GROUPS } from '#protocol/notification.ts';
import { degrees, editable, email, folded, identity, instant } from './columns.ts';
import { cameraType, language, roleName } from './lookups.ts';

/** An account. The password is in `credential`, so that no query for users can include it. */
export const user = pgTable(
  'user',
  {
    ...editable(),
    username: varchar({ length: 40 }).notNull(),
    /** Used in the profile's URL. */
    urlname: varchar({ length: 60 }).notNull().unique(),
    email: email().notNull(),
    emailVerifiedAt: instant('email_verified_at'),
    /** The language of the site and of emails for this account. */
    language: text()
      .notNull()
      .default('ENGLISH')
      .references(() => language.name),
    legalName: varchar('legal_name', { length: 120 }),
    firstName: varchar('first_name', { length: 60 }),
    lastName: varchar('last_name', { length: 60 }),
    description: varchar({ length: 2000 }),
    /** Changes with each upload, so that caches may keep the picture for ever; null without an avatar. */
    avatarKey: text('avatar_key'),
    latitude: degrees(),
    longitude: degrees(),
    /** The camera they stream with. */
    channelCamera: text('channel_camera').references(() => cameraType.name),
    controlModes: text('control_modes').array().notNull().default(sql`'{}'`),
    padEnabled: boolean('pad_enabled').notNull().default(false),
    /** When an administrator suspended the account; null for all others. */
    suspendedAt: instant('suspended_at'),
    /** Shown to a suspended person at log-in. */
    suspensionReason: varchar('suspension_reason', { length: 500 }),
    /** Until when a streamer with too many strikes is hidden from all lists. */
    hiddenUntil: instant('hidden_until'),
    /** Groups of push notifications that they have switched off. */
    pushOff: text('push_off', { enum: PUSH_GROUPS }).array().notNull().default(sql`'{}'`),
    /** Whom `/call/URLNAME` lets call them for free. */
    freeCallers: text('free_callers', { enum: FREE_CALLERS }).notNull().default('NOBODY'),
  },
  (table) => [
    uniqueIndex('user_username').on(sql`lower(${table.username})`),
    // An email address belongs to an account only once it is confirmed. Otherwise a sign-up would reveal whose account
    // exists, and could keep an address from its owner.
    uniqueIndex('user_email').on(sql`lower(${table.email})`).where(sql`${table.emailVerifiedAt} is not null`),
    index('user_email_unproved').on(sql`lower(${table.email})`),
    index('user_created').on(table.createdAt, table.id),
    index('user_search').using(
      'gin',
      folded(table.username),
      folded(table.email),
      folded(table.firstName),
      folded(table.lastName),
      folded(table.legalName),
      folded(table.description),
    ),
    // Finds streamers near a city.
    index('user_place').on(table.latitude, table.longitude),
    // Only the zod schema restricts the letters, as which characters are letters depends on the Unicode version.
    check('user_username_shape', sql`${table.username} ~ '^[^[:space:]/@]+$'`),
    check('user_urlname_shape', sql`${table.urlname} ~ '^[a-z0-9][a-z0-9-]*$'`),
    check('user_latitude', sql`${table.latitude} between -90 and 90`),
    check('user_longitude', sql`${table.longitude} between -180 and 180`),
    check('user_position', sql`(${table.latitude} is null) = (${table.longitude} is null)`),
    check('user_language', sql`${table.language} in ('ENGLISH', 'SPANISH')`),
    check('user_control_modes', sql`${table.controlModes} <@ '{VOICE,PAD}'`),
    check('user_push_off', sql`${table.pushOff} <@ '{CALLS,BOOKINGS,MONEY}'`),
    check('user_free_callers', sql`${table.freeCallers} in ('EVERYONE', 'FAVOURITES', 'NOBODY')`),
    check('user_suspension', sql`(${table.suspendedAt} is null) = (${table.suspensionReason} is null)`),
  ],
);

/** The owner of a row; deleting the account deletes the row. */
export const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

export const credential = pgTable('credential', {
  userId: userId().primaryKey(),
  /** argon2id in PHC string format, with salt and parameters. */
  passwordHash: text('password_hash').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** A role granted to a user. */
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

/** A login on one device. Its id is the specification's session-uuid. */
export const session = pgTable(
  'session',
  {
    ...identity(),
    userId: userId(),
    /** SHA-256 of the token that the device holds; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The User-Agent, so that its owner recognises the device. */
    userAgent: varchar('user_agent', { length: 400 }),
    userAgentType: varchar('user_agent_type', { length: 40 }),
    /** The address that its login came from. */
    address: varchar({ length: 45 }),
    /** When the user last confirmed their identity, with a password or a passkey. */
    confirmedAt: instant('confirmed_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('session_user').on(table.userId, table.lastSeenAt),
    index('session_expires').on(table.expiresAt),
  ],
);

/** Purposes of links in emails. */
export const EMAIL_TOKEN_PURPOSES = [
  'VERIFY_EMAIL',
  'CHANGE_EMAIL',
  'RESET_PASSWORD',
  'INVITE',
  'END_SESSION',
] as const;

/** An unused link in an email. */
export const emailToken = pgTable(
  'email_token',
  {
    ...identity(),
    userId: userId(),
    purpose: text({ enum: EMAIL_TOKEN_PURPOSES }).notNull(),
    /** The address it was sent to; the link confirms only this one. */
    email: varchar({ length: 254 }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The session that an END_SESSION link ends. */
    sessionId: uuid('session_id').references(() => session.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('email_token_user').on(table.userId, table.purpose),
    index('email_token_expires').on(table.expiresAt),
    // For deletions of sessions.
    index('email_token_session').on(table.sessionId),
    check(
      'email_token_purpose',
      sql`${table.purpose} in ('VERIFY_EMAIL', 'CHANGE_EMAIL', 'RESET_PASSWORD', 'INVITE', 'END_SESSION')`,
    ),
    check('email_token_session', sql`(${table.purpose} = 'END_SESSION') = (${table.sessionId} is not null)`),
  ],
);
