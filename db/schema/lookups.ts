import { pgTable, text } from 'drizzle-orm/pg-core';

/** The values that a channel's columns may take; seeded, and held by foreign keys. */
export const channelStatus = pgTable('channel_status', { name: text().primaryKey() });
export const cameraType = pgTable('camera_type', { name: text().primaryKey() });
export const videoQuality = pgTable('video_quality', { name: text().primaryKey() });
