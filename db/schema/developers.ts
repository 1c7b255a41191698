import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { KEY_SCOPES } from '#protocol/key-scopes.ts';
import { userId } from './accounts.ts';
import { editable, identity, instant } from './columns.ts';
import { channel } from './rooms.ts';

/** A key with which another product calls the API for its owner. Not a session. */
export const apiKey = pgTable(
  'api_key',
  {
    ...editable(),
    userId: userId(),
    name: varchar({ length: 60 }).notNull(),
    /** The key's first characters, by which its owner recognises it. */
    prefix: varchar({ length: 12 }).notNull(),
    /** SHA-256 of the key, which is shown once and never stored. */
    tokenHash: text('token_hash').notNull().unique(),
    scopes: text({ enum: KEY_SCOPES }).array().notNull(),
    /** Origins of the pages that may embed its rooms, and to which people return from them. */
    origins: text().array().notNull().default(sql`'{}'`),
    /** Requests a minute. */
    perMinute: integer('per_minute').notNull().default(60),
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('api_key_user').on(table.userId, table.createdAt),
    index('api_key_created').on(table.createdAt, table.id),
    index('api_key_ended').on(sql`least(${table.revokedAt}, ${table.expiresAt})`),
    check('api_key_per_minute', sql`${table.perMinute} between 1 and 600`),
  ],
);

/** Details of a room that was made with a key. */
export const keyedRoom = pgTable(
  'keyed_room',
  {
    channelId: uuid('channel_id')
      .primaryKey()
      .references(() => channel.id, { onDelete: 'cascade' }),
    /** The key's owner. */
    userId: userId(),
    keyId: uuid('key_id').references(() => apiKey.id, { onDelete: 'set null' }),
    /** SHA-256 of the secret in the host's link, which is claimed by the first browser that opens it. */
    claimHash: text('claim_hash').notNull(),
    /**
     * The key of that browser; null until then. The room itself identifies its host by `host_key`, which does not
     * change.
     */
    claimedBy: text('claimed_by'),
    projection: text(),
    quality: text(),
    /** A program sends the host's camera. */
    ingest: boolean().notNull().default(false),
    /** A player that is no browser may show the host's camera. */
    watch: boolean().notNull().default(false),
    returnUrl: varchar('return_url', { length: 500 }),
    hostName: varchar('host_name', { length: 60 }),
    guestName: varchar('guest_name', { length: 60 }),
  },
  (table) => [index('keyed_room_user').on(table.userId), index('keyed_room_key').on(table.keyId)],
);

/** `NOTIFY` channel: there are webhooks to send. */
export const WEBHOOK_DUE = 'webhook_due';

/** Events that webhooks receive. The triggers of the migration use the same names. */
export const WEBHOOK_EVENTS = [
  'call.started',
  'call.ended',
  'booking.requested',
  'booking.confirmed',
  'booking.rejected',
  'booking.cancelled',
  'booking.settled',
] as const;

/** A URL of another product that receives events. */
export const webhook = pgTable(
  'webhook',
  {
    ...editable(),
    userId: userId(),
    url: varchar({ length: 500 }).notNull(),
    events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
    enabled: boolean().notNull().default(true),
    /** Since when every attempt has failed; null if the last one succeeded. */
    failingSince: instant('failing_since'),
    /** When it was last tried while it has been failing for long. */
    probedAt: instant('probed_at'),
  },
  (table) => [index('webhook_user').on(table.userId, table.createdAt)],
);

/** An event, written by triggers in the transaction that causes it. */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    ...identity(),
    userId: userId(),
    type: text({ enum: WEBHOOK_EVENTS }).notNull(),
    data: jsonb().notNull(),
  },
  (table) => [
    index('webhook_event_user').on(table.userId),
    index('webhook_event_created').on(table.createdAt),
  ],
);

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;

/** The delivery of an event to one webhook. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    ...identity(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => webhookEvent.id, { onDelete: 'cascade' }),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('PENDING'),
    /** Attempts of the current round; `Send again` starts another one. */
    attempts: smallint().notNull().default(0),
    /** When its job was enqueued. */
    queuedAt: instant('queued_at'),
  },
  (table) => [
    unique('webhook_delivery_once').on(table.webhookId, table.eventId),
    index('webhook_delivery_event').on(table.eventId),
    index('webhook_delivery_pending').on(table.webhookId).where(sql`${table.status} = 'PENDING'`),
    index('webhook_delivery_due').on(table.createdAt).where(sql`${table.queuedAt} is null`),
    check('webhook_delivery_status', sql`${table.status} in ('PENDING', 'DELIVERED', 'FAILED')`),
  ],
);

/** Why an attempt has no response. Fixed names only, never text from the other side, as they are displayed. */
export const WEBHOOK_PROBLEMS = ['PRIVATE_ADDRESS', 'UNKNOWN_HOST', 'TIMEOUT', 'NO_CONNECTION'] as const;

/** One attempt to send. */
export const webhookAttempt = pgTable(
  'webhook_attempt',
  {
    ...identity(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDelivery.id, { onDelete: 'cascade' }),
    /** The HTTP status of the response; null without one. */
    status: smallint(),
    problem: varchar({ length: 40, enum: WEBHOOK_PROBLEMS }),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [index('webhook_attempt_delivery').on(table.deliveryId, table.createdAt)],
);
