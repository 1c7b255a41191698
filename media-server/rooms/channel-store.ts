import {
  and,
  DrizzleQueryError,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import postgres from 'postgres';
import type { Database } from '#db/client.ts';
import {
  booking,
  channel,
  MEDIA_NODE_DRAINING,
  MEDIA_NODE_STALE_MS,
  mediaNode,
  PLACE_ROOM_ERRORS,
  stream,
} from '#db/schema/index.ts';

export type ChannelRow = typeof channel.$inferSelect;

/** A room's row as taken by a process; taking it raises the epoch. */
export type HeldRow = Pick<ChannelRow, 'id' | 'epoch'>;

/** Columns that the media server writes when a room's state changes. */
export type ChannelColumns = Pick<
  ChannelRow,
  | 'status'
  | 'endReason'
  | 'guestKey'
  | 'cameraType'
  | 'videoQuality'
  | 'reservedMbps'
  | 'placedUntil'
  | 'startedAt'
  | 'endedAt'
  | 'hostHere'
  | 'guestHere'
>;

type CurrentRow = Pick<ChannelRow, 'epoch' | 'endedAt'> & { isSettled: boolean };

/** Another process has taken the room, or the row is gone: nothing more can be written to it. */
export class ForeignRowError extends Error {}

/** The booking has a newer room: this one is over. */
export class ReplacedRoomError extends Error {}

const staleMs = sql`${MEDIA_NODE_STALE_MS} * interval '1 millisecond'`;

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof postgres.PostgresError ? cause.code : undefined;
}

/** The only unique constraint that the media server's writes can violate: one live room per booking. */
const isUniqueViolation = (error: unknown) => codeOf(error) === '23505';

const NO_PLACE = new Set<string | undefined>(Object.values(PLACE_ROOM_ERRORS));

const isNoPlace = (error: unknown) => NO_PLACE.has(codeOf(error));

export const isHeld = ({ id, epoch }: HeldRow): SQL | undefined =>
  and(eq(channel.id, id), eq(channel.epoch, epoch));

/** A room in memory has its place a little longer than it waits for its guest. */
export const PLACE_SPARE_MS = 60_000;

const whileWaiting = sql`${channel.expiresAt} + ${PLACE_SPARE_MS} * interval '1 millisecond'`;

/** Access of one media node to the `channel` table. Uses the database's clock, so that nodes agree on times. */
export class ChannelStore {
  readonly #db: Database;
  readonly #nodeId: string;

  constructor(db: Database, nodeId: string) {
    this.#db = db;
    this.#nodeId = nodeId;
  }

  /** @returns null if the code is unknown */
  async find(token: string): Promise<ChannelRow | null> {
    const [row] = await this.#db.select().from(channel).where(eq(channel.token, token));
    return row ?? null;
  }

  /**
   * Claims a room for this process if its node is this one or is down, or no node has it.
   * @returns the claimed row; null if another node has it
   */
  async claim({ id, epoch }: HeldRow): Promise<ChannelRow | null> {
    const [claimed] = await this.#db
      .update(channel)
      .set({
        nodeId: this.#nodeId,
        epoch: epoch + 1,
        placedUntil: sql`case when ${channel.status} = 'CREATED' then ${whileWaiting} end`,
      })
      // Only if it was not claimed since it was read: of two concurrent claims, one succeeds.
      .where(and(isHeld({ id, epoch }), or(this.#own(), not(this.#nodeIsUp()))))
      .returning();
    return claimed ?? null;
  }

  /**
   * Hands a room over to the node with the most free capacity.
   * @returns false if no other node has capacity, or another process has taken the room
   */
  async handOver(held: HeldRow): Promise<boolean> {
    const handed = await this.#db
      .update(channel)
      .set({
        nodeId: sql`place_room(${channel.region}, ${channel.reservedMbps}, ${this.#nodeId})`,
        epoch: held.epoch + 1,
      })
      .where(isHeld(held))
      .returning({ id: channel.id })
      .catch((error: unknown) => {
        if (isNoPlace(error)) return [];
        throw error;
      });
    return handed.length > 0;
  }

  /**
   * Gives back the capacity of a room that waits for a guest and that this process gives up.
   * @returns false if another process has taken the room
   */
  async vacate(held: HeldRow): Promise<boolean> {
    const vacated = await this.#db
      .update(channel)
      .set({ placedUntil: null })
      .where(isHeld(held))
      .returning({ id: channel.id });
    return vacated.length > 0;
  }

  /** Gives back the capacity of the rooms that an earlier process of this node held while they waited for a guest. */
  async vacateAll(): Promise<void> {
    await this.#db
      .update(channel)
      .set({ placedUntil: null })
      .where(and(this.#own(), isNotNull(channel.placedUntil)));
  }

  /** @throws ForeignRowError, ReplacedRoomError */
  async save(
    held: HeldRow,
    columns: Partial<
      ChannelColumns &
        Pick<ChannelRow, 'guestUserId' | 'expiresAt' | 'latitude' | 'longitude' | 'placeShared'>
    >,
  ) {
    const saved = await this.#db
      .update(channel)
      .set(columns)
      .where(isHeld(held))
      .returning({ id: channel.id })
      .catch((error: unknown) => {
        if (isUniqueViolation(error))
          throw new ReplacedRoomError('Its booking has another room', { cause: error });
        throw error;
      });
    if (saved.length === 0) throw new ForeignRowError('The channel no longer belongs to this process');
  }

  /**
   * Codes of this node's running calls according to the table: those it holds, those interrupted by a restart, and
   * those handed over to it.
   */
  async ownCalls(): Promise<string[]> {
    const rows = await this.#db
      .select({ token: channel.token })
      .from(channel)
      .where(and(this.#own(), inArray(channel.status, ['REQUESTED', 'STARTED'])));
    return rows.map(({ token }) => token);
  }

  /** Current rows of rooms, by id: the process that has them, whether they have ended, whether they are settled. */
  async currentOf(ids: readonly string[]): Promise<Map<string, CurrentRow>> {
    if (ids.length === 0) return new Map();
    const { id, epoch, endedAt } = channel;
    const isSettled = sql<boolean>`${stream.endedAt} is not null`;
    const rows = await this.#db
      .select({ id, epoch, endedAt, isSettled })
      .from(channel)
      .leftJoin(stream, eq(stream.id, channel.streamId))
      .where(inArray(channel.id, [...ids]));
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  }

  /**
   * Expires rooms that no guest entered in time and that no node will end, because their node is down or they were
   * never opened.
   */
  async expireOverdue(): Promise<void> {
    await this.#db
      .update(channel)
      .set({ status: 'FINISHED', endReason: 'expired', endedAt: sql`now()` })
      .where(
        and(
          eq(channel.status, 'CREATED'),
          // Rooms in memory expire by their own timer and have been saved before this.
          lt(channel.expiresAt, sql`now() - ${staleMs}`),
          or(this.#own(), not(this.#nodeIsUp())),
        ),
      );
  }

  /** Codes of rooms of cancelled bookings that have not ended, and that this node holds or whose node is down. */
  async cancelled(): Promise<string[]> {
    const rows = await this.#db
      .select({ token: channel.token })
      .from(channel)
      .innerJoin(booking, and(eq(booking.id, channel.bookingId), eq(booking.status, 'CANCELLED')))
      .where(and(isNull(channel.endedAt), or(this.#own(), not(this.#nodeIsUp()))));
    return rows.map(({ token }) => token);
  }

  /** Ids of calls whose node is down. */
  async orphanedCalls(): Promise<string[]> {
    const rows = await this.#db.select({ id: channel.id }).from(channel).where(this.#isOrphan());
    return rows.map(({ id }) => id);
  }

  /** Ends those of these calls that no node has taken over. */
  async finishOrphans(ids: string[]): Promise<void> {
    await this.#db
      .update(channel)
      .set({ status: 'FINISHED', endReason: 'lost', endedAt: sql`now()` })
      .where(and(inArray(channel.id, ids), this.#isOrphan()));
  }

  #own(): SQL {
    return eq(channel.nodeId, this.#nodeId);
  }

  /** Whether the room's node is alive and still has the room: a draining node gives up rooms that wait for a guest. */
  #nodeIsUp(): SQL {
    const up = this.#db
      .select({ id: mediaNode.id })
      .from(mediaNode)
      .where(
        and(
          eq(mediaNode.id, channel.nodeId),
          gt(mediaNode.heartbeatAt, sql`now() - ${staleMs}`),
          or(ne(channel.status, 'CREATED'), lt(mediaNode.load, MEDIA_NODE_DRAINING)),
        ),
      );
    return exists(up);
  }

  #isOrphan(): SQL | undefined {
    const going = inArray(channel.status, ['REQUESTED', 'STARTED']);
    return and(going, ne(channel.nodeId, this.#nodeId), not(this.#nodeIsUp()));
  }
}
