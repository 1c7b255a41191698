import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** A media server that is up. One whose heartbeat is older than `MEDIA_NODE_STALE_MS` counts as down. */
export const mediaNode = pgTable('media_node', {
  id: text().primaryKey(),
  /** The WebSocket address for browsers; null where the web server's own `/realtime` leads to it. */
  url: text(),
  /** Rooms held now. */
  load: integer().notNull().default(0),
  heartbeatAt: timestamp('heartbeat_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Media servers write a heartbeat every third of this. */
export const MEDIA_NODE_STALE_MS = 15_000;
