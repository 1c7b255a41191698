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

/** `Retry-After` of FULL, in seconds: rooms that no one enters are free after five minutes, calls end at any time. */
const FULL_S = 60;

/**
 * The id of the media server for a new room, as part of the statement that inserts the room: rooms that are inserted at
 * once spread evenly. Refusals are translated by `placing`.
 * @param region where it should be, if a media server there has place
 */
export const placeRoom = (region: string | null): SQL<string> =>
  sql<string>`place_room(${region}, ${UNOPENED_ROOM_MBPS})`;

/**
 * The result of a statement with `placeRoom`.
 * @throws ProtocolError UNAVAILABLE if no media server takes rooms, FULL if no more fit
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
 * A media server that takes rooms, for what is not about a room: the least loaded one.
 * @throws ProtocolError UNAVAILABLE if none is running, or those that are take no new rooms
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

/** Where a browser can look which region is nearest: a media server of each. None, if there is only one region. */
export async function regionsToChoose(): Promise<Regions> {
  const nodes = await db
    .selectDistinctOn([mediaNode.region], { region: mediaNode.region, url: mediaNode.url })
    .from(mediaNode)
    .where(and(takesRooms, isNotNull(mediaNode.region), isNotNull(mediaNode.url)))
    .orderBy(asc(mediaNode.region), asc(mediaNode.load));
  const regions = nodes.flatMap(({ region, url }) => (region && url ? [{ region, url }] : []));
  return regions.length > 1 ? regions : [];
}

/** A region that a browser proposes, if a media server there takes rooms; else null. */
export async function knownRegion(proposed: string | undefined): Promise<string | null> {
  if (proposed === undefined) return null;
  return (await db.$count(mediaNode, and(takesRooms, eq(mediaNode.region, proposed)))) > 0 ? proposed : null;
}

/** Where a streamer was last: their browser has not been asked when the room of a paid call is made. */
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
 * The media server that holds a room; if that is down, or gives up rooms that wait, another one, which has the room from
 * then on.
 * @throws ProtocolError UNAVAILABLE if there is none with place for it
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
      // Of two who come at once, one moves it.
      .where(and(eq(channel.id, id), eq(channel.nodeId, nodeId)))
      .returning({ nodeId: channel.nodeId }),
  ).catch((error: unknown) => {
    // To someone who comes back, it is a call that cannot be reached now.
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
