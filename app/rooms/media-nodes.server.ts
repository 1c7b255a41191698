import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import type { Database } from '#db/client.ts';
import { MEDIA_NODE_DRAINING, MEDIA_NODE_STALE_MS, mediaNode } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

export type MediaNode = Pick<typeof mediaNode.$inferSelect, 'id' | 'url'>;

const isUp = gt(
  mediaNode.heartbeatAt,
  sql`now() - make_interval(secs => ${sql.raw(String(MEDIA_NODE_STALE_MS / 1000))})`,
);

const takesRooms = and(isUp, lt(mediaNode.load, MEDIA_NODE_DRAINING));

/**
 * The media server for a new room: the least loaded one.
 * @throws ProtocolError UNAVAILABLE if none is running, or those that are take no new rooms
 */
export async function leastLoadedNode(on: Pick<Database, 'select'> = db): Promise<MediaNode> {
  const [node] = await on
    .select({ id: mediaNode.id, url: mediaNode.url })
    .from(mediaNode)
    .where(takesRooms)
    .orderBy(asc(mediaNode.load))
    .limit(1);
  if (!node) throw new ProtocolError('UNAVAILABLE');
  return node;
}

/**
 * The media server that holds a room, or another one to take it over if that is down, or gives up rooms that wait.
 * @throws ProtocolError UNAVAILABLE if there is none
 */
export async function nodeFor(nodeId: string, isWaiting: boolean): Promise<MediaNode> {
  const [node] = await db
    .select({ id: mediaNode.id, url: mediaNode.url })
    .from(mediaNode)
    .where(and(eq(mediaNode.id, nodeId), isWaiting ? takesRooms : isUp));
  return node ?? leastLoadedNode();
}
