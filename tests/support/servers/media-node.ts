import type { Database } from '#db/client.ts';
import { mediaNode } from '#db/schema/index.ts';

const DAY_MS = 24 * 3_600_000;

/** Writes down a media server that stays up without one that runs: its heartbeat is of tomorrow. */
export async function makeMediaNode(db: Database): Promise<void> {
  await db.insert(mediaNode).values({ id: 'node', heartbeatAt: new Date(Date.now() + DAY_MS) });
}
