import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { CALL_EVENT_KINDS, LIMITATIONS } from '#protocol/call-health.ts';
import { identity, instant } from './columns.ts';
import { channel } from './rooms.ts';

const SEATS = ['host', 'guest'] as const;

const ofChannel = () => ({
  channelId: uuid('channel_id')
    .notNull()
    .references(() => channel.id, { onDelete: 'cascade' }),
});

/**
 * Quality of a call for one seat in the `ms` before `at`, measured on the cameras' pictures. Bit rates in bit/s, loss
 * as a share of packets from 0 to 1; null while nothing was sent or received, or if the browser did not report it.
 * Written in batches by the media server; deleted after the parameter `quality-days`.
 */
export const callSample = pgTable(
  'call_sample',
  {
    ...ofChannel(),
    seat: text({ enum: SEATS }).notNull(),
    at: instant('at').notNull(),
    ms: integer().notNull(),
    sentBitrate: integer('sent_bitrate'),
    sentLoss: real('sent_loss'),
    receivedBitrate: integer('received_bitrate'),
    receivedLoss: real('received_loss'),
    roundTripMs: integer('round_trip_ms'),
    /** As the seat's browser reports them: the decoded frames, and the encoded ones. */
    width: integer(),
    height: integer(),
    framesPerSecond: real('frames_per_second'),
    sentWidth: integer('sent_width'),
    sentHeight: integer('sent_height'),
    sentFramesPerSecond: real('sent_frames_per_second'),
    limitation: text({ enum: LIMITATIONS }),
    /** How long a picture was due, and for how much of that it was frozen; null if the browser did not report it. */
    watchedMs: integer('watched_ms'),
    frozenMs: integer('frozen_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.channelId, table.at, table.seat] }),
    index('call_sample_at').on(table.at),
    check('call_sample_seat', sql`${table.seat} in ('host', 'guest')`),
    check('call_sample_frozen', sql`${table.frozenMs} between 0 and ${table.watchedMs}`),
  ],
);

/** An event of a call. `seat`: whose event it is; null for both. `detail`: the end reason, or the new quality. */
export const callEvent = pgTable(
  'call_event',
  {
    id: identity().id,
    ...ofChannel(),
    at: instant('at').notNull(),
    seat: text({ enum: SEATS }),
    kind: text({ enum: CALL_EVENT_KINDS }).notNull(),
    detail: text(),
  },
  (table) => [
    index('call_event_channel').on(table.channelId, table.at),
    index('call_event_at').on(table.at),
    check('call_event_seat', sql`${table.seat} in ('host', 'guest')`),
  ],
);

/** Aggregate of all samples of a call and seat; kept when the samples are deleted. */
export const callHealth = pgTable(
  'call_quality',
  {
    ...ofChannel(),
    seat: text({ enum: SEATS }).notNull(),
    samples: integer().notNull(),
    /** Sums over the samples. `losses`: the number of samples with a known loss. */
    lossSum: doublePrecision('loss_sum').notNull(),
    losses: integer().notNull(),
    receivedBytes: doublePrecision('received_bytes').notNull(),
    watchedMs: integer('watched_ms').notNull(),
    frozenMs: integer('frozen_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.channelId, table.seat] }),
    check('call_quality_seat', sql`${table.seat} in ('host', 'guest')`),
  ],
);
