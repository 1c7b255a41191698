import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { booking } from './bookings.ts';
import { folded } from './columns.ts';
import { cameraType, channelStatus, videoQuality } from './lookups.ts';
import { stream } from './streams.ts';

/**
 * `NOTIFY` channel: the media server that holds the room ends it. The payload is the room's code, optionally followed
 * by a space and an end reason; without one it is an administrator's.
 */
export const CHANNEL_END = 'channel_end';

/**
 * `NOTIFY` channel: the call of a room may last longer. The payload is the room's code, for the media server that holds
 * it.
 */
export const CHANNEL_EXTEND = 'channel_extend';

/** `NOTIFY` channel: a media server is to drain. The payload is its id. */
export const MEDIA_NODE_DRAIN = 'media_node_drain';

/** The largest integer. */
const UNLIMITED = 2 ** 31 - 1;

/** `reserved_mbps` before the host's quality is known: that of the best quality. */
export const UNOPENED_ROOM_MBPS = 27;

/**
 * SQLSTATEs raised by `place_room`: no media server accepts rooms; all that do are full; the room's owner has its share.
 */
export const PLACE_ROOM_ERRORS = { NONE: 'PC001', FULL: 'PC002', SHARE: 'PC003' } as const;

/**
 * The room of a call. The web server inserts the row and places it with a ticket; the media server writes all later
 * changes.
 */
export const channel = pgTable(
  'channel',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The room code. */
    token: text().notNull().unique(),
    status: text()
      .notNull()
      .default('CREATED')
      .references(() => channelStatus.name),
    endReason: text('end_reason'),
    /** The media server that holds the room. It may be down while the row still exists. Empty: none yet. */
    nodeId: text('node_id').notNull().default(''),
    /**
     * Until when a room without a call takes capacity of its media server: for a while from each ticket, and as long as
     * the room is in the media server's memory. Null: not at all. A room with a call always does.
     */
    placedUntil: timestamp('placed_until', { withTimezone: true }),
    /** Opaque key of the account or network that a free room counts for; null: none. */
    owner: text(),
    /**
     * Incremented whenever a process takes the room or hands it over. Only the process that knows the current value may
     * write to the row.
     */
    epoch: integer().notNull().default(0),
    /** What the call may use of its media server's bandwidth, each way, in Mbit/s. */
    reservedMbps: smallint('reserved_mbps').notNull().default(UNOPENED_ROOM_MBPS),
    /** The region its host prefers; null for any. */
    region: text(),
    /** The booking whose people meet here. At most one of its rooms has not ended. */
    bookingId: uuid('booking_id').references(() => booking.id, { onDelete: 'set null' }),
    /** The stream that counts and charges the call of a booking or a request; null if it is free. */
    streamId: uuid('stream_id').references(() => stream.id),
    /** Opaque keys of the browsers in the two seats; in a booking's room, of the accounts. */
    hostKey: text('host_key').notNull(),
    guestKey: text('guest_key'),
    /** The accounts in the two seats; null for people who are not logged in. */
    hostUserId: uuid('host_user_id').references(() => user.id, { onDelete: 'set null' }),
    guestUserId: uuid('guest_user_id').references(() => user.id, { onDelete: 'set null' }),
    /**
     * In a booking's room, the only account that may take the guest's seat; nobody may once that account is deleted.
     */
    guestReservedFor: uuid('guest_reserved_for').references(() => user.id, { onDelete: 'set null' }),
    /** The host's camera, known once the host has opened the room. */
    cameraType: text('camera_type').references(() => cameraType.name),
    videoQuality: text('video_quality').references(() => videoQuality.name),
    /** The host's position while the room waited, in degrees, if they agreed. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Whether the host lets the guest see it. */
    placeShared: boolean('place_shared').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /**
     * When the call ends for both people. In a booking's room it is the booking's end and equals `expires_at`; in a
     * request's room `expires_at` is the deadline for entering.
     */
    endsAt: timestamp('ends_at', { withTimezone: true }),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Whether each person is connected, during a call. Null otherwise, and from older media servers. */
    hostHere: boolean('host_here'),
    guestHere: boolean('guest_here'),
  },
  (table) => [
    index('channel_node_status').on(table.nodeId, table.status),
    index('channel_place').on(table.nodeId, table.placedUntil).where(sql`${table.placedUntil} is not null`),
    index('channel_waiting').on(table.owner).where(sql`${table.status} = 'CREATED'`),
    index('channel_host_user').on(table.hostUserId),
    index('channel_guest_user').on(table.guestUserId),
    index('channel_guest_reserved_for').on(table.guestReservedFor),
    index('channel_booking').on(table.bookingId, table.createdAt),
    uniqueIndex('channel_booking_live').on(table.bookingId).where(sql`${table.endedAt} is null`),
    index('channel_stream').on(table.streamId),
    index('channel_created').on(table.createdAt, table.id),
    index('channel_host_key').on(table.hostKey, table.startedAt),
    index('channel_guest_key').on(table.guestKey, table.startedAt),
    index('channel_started').on(table.startedAt),
    index('channel_ended')
      .on(table.endedAt)
      .where(sql`${table.bookingId} is null and ${table.streamId} is null`),
    index('channel_placed').on(table.endedAt).where(sql`${table.latitude} is not null`),
    index('channel_search').using('gin', folded(table.token)),
    check('channel_latitude', sql`${table.latitude} between -90 and 90`),
    check('channel_longitude', sql`${table.longitude} between -180 and 180`),
    check(
      'channel_booked',
      sql`num_nonnulls(${table.bookingId}, ${table.streamId}) = 0 or ${table.endsAt} is not null`,
    ),
    check('channel_ended', sql`(${table.status} in ('FINISHED', 'FAILED')) = (${table.endedAt} is not null)`),
  ],
);

/** A running media server. One whose heartbeat is older than `MEDIA_NODE_STALE_MS` counts as down. */
export const mediaNode = pgTable('media_node', {
  id: text().primaryKey(),
  /** Identifies the process and its database connections; null for a process of an earlier version. */
  process: text(),
  /** Its WebSocket URL for browsers; null if they connect through the web server's `/realtime`. */
  url: text(),
  /** Number of rooms currently held, or `MEDIA_NODE_DRAINING`. */
  load: integer().notNull().default(0),
  /** Capacity: number of rooms, and bandwidth each way in Mbit/s; see `place_room`. */
  maxRooms: integer('max_rooms').notNull().default(UNLIMITED),
  maxMbps: integer('max_mbps').notNull().default(UNLIMITED),
  /** Whether it gives browsers a TURN server. */
  hasTurn: boolean('has_turn').notNull().default(false),
  /** Its location, in the operator's words; null if not configured. */
  region: text(),
  heartbeatAt: timestamp('heartbeat_at', { withTimezone: true }).notNull().defaultNow(),
});

/**
 * The load of a media server that takes no new rooms because it is about to stop. The largest integer, as web servers
 * of earlier versions choose the least loaded one and so prefer any other.
 */
export const MEDIA_NODE_DRAINING = UNLIMITED;

/** Media servers write a heartbeat every third of this. */
export const MEDIA_NODE_STALE_MS = 15_000;
