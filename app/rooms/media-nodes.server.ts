import { type AnyColumn, and, asc, desc, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { postgresErrorOf } from '#app/platform/postgres-error.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Database, Transaction } from '#db/client.ts';
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
import { TICKET_TTL_MS } from '#protocol/ticket.ts';
import { tooManyRooms } from './room-owner.server.ts';

export type MediaNode = Pick<typeof mediaNode.$inferSelect, 'id' | 'url'>;

const isUp = gt(
  mediaNode.heartbeatAt,
  sql`now() - make_interval(secs => ${sql.raw(String(MEDIA_NODE_STALE_MS / 1000))})`,
);

const takesRooms = and(isUp, lt(mediaNode.load, MEDIA_NODE_DRAINING));

/** `Retry-After` of FULL, in s: rooms no one enters are free after five minutes, and calls end at any time. */
const FULL_S = 60;

/** Share of the capacity of all media servers that the free rooms of one account or network may take. */
const OWNER_SHARE = 0.25;
/** Share of each media server's capacity for free rooms; the rest is kept for booked and requested calls. */
const FREE_SHARE = 0.8;

/** How long a ticket keeps its room's place: longer than it is valid. */
const PLACE_MS = TICKET_TTL_MS + 30_000;
/** A place that ends sooner is not extended: another room may be getting it. */
const PLACE_LEAST_MS = 10_000;

const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

type Wanted = {
  /** Preferred region, used if a media server there has capacity. */
  region: string | null;
  /** Whether the room is of a booking or request: the shares do not apply to it. */
  isPaid: boolean;
  /** Key of the owner whose share a free room takes. */
  owner?: string | null;
  /** Bandwidth, in Mbit/s. */
  mbps?: SQL | AnyColumn;
  /** The only media server that will do. */
  onlyOn?: string | null;
};

/**
 * SQL for the id of a room's media server, part of the statement that writes the room, so that concurrent rooms are
 * spread evenly. Takes no capacity unless the statement sets `placed_until`. `placing` translates its errors.
 */
export function placeRoom({ region, isPaid, owner = null, mbps, onlyOn = null }: Wanted): SQL<string> {
  const room = sql`${region}, ${mbps ?? UNOPENED_ROOM_MBPS}, only_on => ${onlyOn}`;
  if (isPaid) return sql`place_room(${room})`;
  return sql`place_room(${room}, room_owner => ${owner}, owner_share => ${OWNER_SHARE}, free_share => ${FREE_SHARE})`;
}

/**
 * Runs a statement with `placeRoom`.
 * @throws ProtocolError UNAVAILABLE if no media server takes rooms, FULL if none has capacity, TOO_MANY_ROOMS if the
 *   owner has its share
 */
export async function placing<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    switch (postgresErrorOf(error)?.code) {
      case PLACE_ROOM_ERRORS.NONE:
        throw new ProtocolError('UNAVAILABLE');
      case PLACE_ROOM_ERRORS.FULL:
        throw new RetryLater('FULL', FULL_S);
      case PLACE_ROOM_ERRORS.SHARE:
        throw tooManyRooms('open', `the rooms of one owner may take ${OWNER_SHARE} of the capacity`);
      default:
        throw error;
    }
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

type Placed = Pick<typeof channel.$inferSelect, 'id' | 'nodeId' | 'status'>;

const isCall = ({ status }: Pick<Placed, 'status'>) => status === 'REQUESTED' || status === 'STARTED';

/**
 * The media server of a room that someone is about to enter. Takes capacity for a room that has none, and moves one
 * whose media server is down or hands over its waiting rooms.
 * @throws ProtocolError UNAVAILABLE if no other has capacity for a room that had its place; FULL, TOO_MANY_ROOMS
 */
export async function nodeFor(room: Placed): Promise<MediaNode> {
  const held = isCall(room) && (await nodeWith(room.nodeId, isUp));
  if (held) return held;
  const nodeId = await inTransaction((tx) => takePlace(tx, room.id));
  const node = await nodeWith(nodeId, isUp);
  if (!node) throw new ProtocolError('UNAVAILABLE');
  return node;
}

/** @returns the id of the media server where the room has its place */
async function takePlace(tx: Transaction, id: string): Promise<string> {
  const { placedUntil, status, cameraType } = channel;
  // A media server of the version before does not extend the place of a room that it holds.
  const isHeld = sql`${status} = 'CREATED' and ${cameraType} is not null`;
  const [room] = await tx
    .select({
      ...{ status, nodeId: channel.nodeId, region: channel.region, owner: channel.owner },
      isPaid: sql<boolean>`${channel.streamId} is not null`,
      hasPlace: sql<boolean>`${placedUntil} is not null and (${placedUntil} > ${inMs(PLACE_LEAST_MS)} or ${isHeld})`,
    })
    .from(channel)
    .where(eq(channel.id, id))
    // Of several concurrent requests, the first one places the room.
    .for('update');
  if (!room) throw new ProtocolError('CHANNEL_ENDED');
  const { nodeId, region, owner } = room;
  const hasPlace = isCall(room) || room.hasPlace;
  const isWaiting = room.status === 'CREATED';
  if (hasPlace && (await nodeWith(nodeId, isWaiting ? takesRooms : isUp, tx))) {
    const extended = sql`greatest(${placedUntil}, ${inMs(PLACE_MS)})`;
    if (!isCall(room)) await tx.update(channel).set({ placedUntil: extended }).where(eq(channel.id, id));
    return nodeId;
  }
  // An ended call continues only where it was; a running one gets its place back whatever the shares.
  const isOver = !isWaiting && !isCall(room);
  const wanted = { region, owner, mbps: channel.reservedMbps, onlyOn: isOver ? nodeId : null };
  const [placed] = await placing(
    tx
      .update(channel)
      .set({
        nodeId: placeRoom({ ...wanted, isPaid: room.isPaid || isCall(room) }),
        ...(isOver ? {} : { epoch: sql`${channel.epoch} + 1` }),
        ...(isCall(room) ? {} : { placedUntil: inMs(PLACE_MS) }),
      })
      .where(eq(channel.id, id))
      .returning({ nodeId: channel.nodeId }),
  ).catch((error: unknown) => {
    // For a returning participant, the call is unreachable for now.
    throw hasPlace && error instanceof RetryLater ? new ProtocolError('UNAVAILABLE') : error;
  });
  if (!placed) throw new Error(`room ${id} was not placed`);
  return placed.nodeId;
}

async function nodeWith(
  id: string,
  condition: SQL | undefined,
  on: Pick<Database, 'select'> = db,
): Promise<MediaNode | undefined> {
  const [node] = await on
    .select({ id: mediaNode.id, url: mediaNode.url })
    .from(mediaNode)
    .where(and(eq(mediaNode.id, id), condition));
  return node;
}
