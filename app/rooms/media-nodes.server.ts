import { and, asc, desc, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { postgresErrorOf } from '#app/platform/postgres-error.server.ts';
import type { Database } from '#db/client.ts';
import {
  channel,
  MEDIA_NODE_DRAINING,
  MEDIA_NODE_STALE_MS,
  mediaNode,
  PLACE_ROOM_ERRORS,
  UNOPENED_ROOM_MBPS,
} from '#db/schema/index.ts';
import { ProtocolError, RetryLater } from '#protocol/errors.ts';
import type { Regions } from '#protocol/region.ts';

export type MediaNode = Pick<typeof mediaNode.$inferSelect, 'id' | 'url'>;

const isUp = gt(
  mediaNode.heartbeatAt,
  sql`now() - make_interval(secs => ${sql.raw(String(MEDIA_NODE_STALE_MS / 1000))})`,
);

const takesRooms = and(isUp, lt(mediaNode.load, MEDIA_NODE_DRAINING));

/** `Retry-After` of FULL, in s: rooms no one enters are free after five minutes, and calls end at any time. */
const FULL_S = 60;

/**
 * SQL for the id of a new room's media server, part of the statement that inserts the room, so that concurrent rooms
 * are spread evenly. `placing` translates its errors.
 * @param region preferred region, used if a media server there has capacity
 */
export const placeRoom = (region: string | null): SQL<string> =>
  sql<string>`place_room(${region}, ${UNOPENED_ROOM_MBPS})`;

/**
 * Runs a statement with `placeRoom`.
 * @throws ProtocolError UNAVAILABLE if no media server takes rooms, FULL if none has capacity
 */
export async function placing<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const code = postgresErrorOf(error)?.code;
    if (code === PLACE_ROOM_ERRORS.NONE) throw new ProtocolError('UNAVAILABLE');
    throw code === PLACE_ROOM_ERRORS.FULL ? new RetryLater('FULL', FULL_S) : error;
  }
}

/**
 * The least loaded media server that takes rooms, for requests about no particular room.
 * @throws ProtocolError UNAVAILABLE if none is running, or the running ones take no new rooms
 */
export async function leastLoadedNode(): Promise<MediaNode> {
  const [node] = await db
    .select({ id: mediaNode.id, url: mediaNode.url })
    .from(mediaNode)
    .where(takesRooms)
    .orderBy(asc(mediaNode.load))
    .limit(1);
  if (!node) throw new ProtocolError('UNAVAILABLE');
  return node;
}

/** One media server per region, for a browser to find the nearest region. Empty if there is only one region. */
export async function regionsToChoose(): Promise<Regions> {
  const nodes = await db
    .selectDistinctOn([mediaNode.region], { region: mediaNode.region, url: mediaNode.url })
    .from(mediaNode)
    .where(and(takesRooms, isNotNull(mediaNode.region), isNotNull(mediaNode.url)))
    .orderBy(asc(mediaNode.region), asc(mediaNode.load));
  const regions = nodes.flatMap(({ region, url }) => (region && url ? [{ region, url }] : []));
  return regions.length > 1 ? regions : [];
}

/** A region proposed by a browser, if a media server there takes rooms; else null. */
export async function knownRegion(proposed: string | undefined): Promise<string | null> {
  if (proposed === undefined) return null;
  return (await db.$count(mediaNode, and(takesRooms, eq(mediaNode.region, proposed)))) > 0 ? proposed : null;
}

/** Region of a streamer's last room: their browser is not asked when the room of a paid call is created. */
export async function lastRegionOf(userId: string, on: Pick<Database, 'select'>): Promise<string | null> {
  const [last] = await on
    .select({ region: channel.region })
    .from(channel)
    .where(and(eq(channel.hostUserId, userId), isNotNull(channel.region)))
    .orderBy(desc(channel.createdAt))
    .limit(1);
  return last?.region ?? null;
}

type PlacedRoom = Pick<typeof channel.$inferSelect, 'id' | 'nodeId' | 'status' | 'region'>;

/**
 * The media server that holds a room. If it is down, or hands over its waiting rooms, moves the room to another.
 * @throws ProtocolError UNAVAILABLE if no other has capacity for it
 */
export async function nodeFor({ id, nodeId, status, region }: PlacedRoom): Promise<MediaNode> {
  const held = await nodeWith(nodeId, status === 'CREATED' ? takesRooms : isUp);
  if (held) return held;
  const moved = await placing(
    db
      .update(channel)
      .set({
        nodeId: sql`place_room(${region}, ${channel.reservedMbps})`,
        epoch: sql`${channel.epoch} + 1`,
      })
      // Only one of several concurrent requests moves it.
      .where(and(eq(channel.id, id), eq(channel.nodeId, nodeId)))
      .returning({ nodeId: channel.nodeId }),
  ).catch((error: unknown) => {
    // For a returning participant, the call is unreachable for now.
    throw error instanceof RetryLater ? new ProtocolError('UNAVAILABLE') : error;
  });
  const [now] =
    moved.length > 0
      ? moved
      : await db.select({ nodeId: channel.nodeId }).from(channel).where(eq(channel.id, id));
  const node = now && (await nodeWith(now.nodeId, isUp));
  if (!node) throw new ProtocolError('UNAVAILABLE');
  return node;
}

async function nodeWith(id: string, condition: SQL | undefined): Promise<MediaNode | undefined> {
  const [node] = await db
    .select({ id: mediaNode.id, url: mediaNode.url })
    .from(mediaNode)
    .where(and(eq(mediaNode.id, id), condition));
  return node;
}
