import type { PgTable } from 'drizzle-orm/pg-core';
import { CAMERA_TYPES, QUALITIES } from '#media-server/protocol/camera.ts';
import { CHANNEL_STATUSES } from '#media-server/protocol/channel.ts';
import type { Database } from '../client.ts';
import { cameraType, channelStatus, videoQuality } from '../schema/index.ts';

const named = (names: readonly string[]) => names.map((name) => ({ name }));

/** Writes the lookup rows that are not there yet; safe to run at every start. */
export async function seedLookups(db: Database): Promise<void> {
  const insert = (table: PgTable & { $inferInsert: { name: string } }, names: readonly string[]) =>
    db.insert(table).values(named(names)).onConflictDoNothing();
  await insert(channelStatus, CHANNEL_STATUSES);
  await insert(cameraType, CAMERA_TYPES);
  await insert(videoQuality, QUALITIES);
}
