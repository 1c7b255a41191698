import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { user, userId } from './accounts.ts';
import { identity, instant } from './columns.ts';

/** A browser that a user has logged in with before; its logins are not announced by email. */
export const knownDevice = pgTable(
  'known_device',
  {
    ...identity(),
    userId: userId(),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: text('token_hash').notNull(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('known_device_user_token').on(table.userId, table.tokenHash),
    index('known_device_seen').on(table.lastSeenAt),
  ],
);

/** A WebAuthn credential. */
export const passkey = pgTable(
  'passkey',
  {
    ...identity(),
    userId: userId(),
    /** Base64url, as chosen by the authenticator. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures counted by the authenticator; a count that does not grow suggests a copied key. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the browser can reach it, e.g. `internal`, `usb`. */
    transports: text().array().notNull().default(sql`'{}'`),
    /** Whether the authenticator's provider keeps a copy, so that the passkey survives the loss of the device. */
    backedUp: boolean('backed_up').notNull(),
    /** Chosen by its owner. */
    name: varchar({ length: 60 }).notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkey_user').on(table.userId, table.createdAt)],
);

/** The secret that a user's authenticator app makes codes from (RFC 6238). */
export const totp = pgTable(
  'totp',
  {
    userId: userId().primaryKey(),
    /** Encrypted with a key that is not in the database. */
    secret: text().notNull(),
    /** Null until a first code has proved that the app has the secret. */
    confirmedAt: instant('confirmed_at'),
    /** The time step of the last accepted code, so that each code works once. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  },
  (table) => [index('totp_unconfirmed').on(table.lastStep).where(sql`${table.confirmedAt} is null`)],
);

/** An unused recovery code: replaces the second factor once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    ...identity(),
    userId: userId(),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [uniqueIndex('recovery_code_user_hash').on(table.userId, table.codeHash)],
);

export const CHALLENGE_PURPOSES = ['REGISTER_PASSKEY', 'USE_PASSKEY', 'SECOND_FACTOR'] as const;

/** A challenge for a browser to sign, or a login with the right password that still lacks the second factor. */
export const challenge = pgTable(
  'challenge',
  {
    ...identity(),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: text('token_hash').notNull().unique(),
    purpose: text({ enum: CHALLENGE_PURPOSES }).notNull(),
    /** Null while it is unknown who is logging in. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'cascade' }),
    /** Base64url; null if nothing is signed. */
    challenge: text(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('challenge_expires').on(table.expiresAt),
    check('challenge_purpose', sql`${table.purpose} in ('REGISTER_PASSKEY', 'USE_PASSKEY', 'SECOND_FACTOR')`),
  ],
);
