import { and, eq, exists, gt, inArray, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { channel, MEDIA_NODE_STALE_MS, mediaNode } from '#db/schema/index.ts';

export type ChannelRow = typeof channel.$inferSelect;

/** The columns that the media server writes when a room's state changes. */
export type ChannelColumns = Pick<
  ChannelRow,
  'status' | 'endReason' | 'guestKey' | 'cameraType' | 'videoQuality' | 'startedAt' | 'endedAt'
>;

const staleMs = sql`${MEDIA_NODE_STALE_MS} * interval '1 millisecond'`;

/** The `channel` table as one media node reads and writes it. Times are the database's, so that nodes agree. */
export class ChannelStore {
  readonly #db: Database;
  readonly #nodeId: string;

  constructor(db: Database, nodeId: string) {
    this.#db = db;
    this.#nodeId = nodeId;
  }

  /** @returns null where there is no such code */
  async find(token: string): Promise<ChannelRow | null> {
    const [row] = await this.#db.select().from(channel).where(eq(channel.token, token));
    return row ?? null;
  }

  /**
   * Makes this node a channel's own, if it is already or the node that had it is down.
   * @returns whether it did
   */
  async claim({ id, nodeId }: ChannelRow): Promise<boolean> {
    const claimed = await this.#db
      .update(channel)
      .set({ nodeId: this.#nodeId })
      // Still the node that was seen: of two that claim it at once, one gets it.
      .where(and(eq(channel.id, id), eq(channel.nodeId, nodeId), or(this.#own(), not(this.#nodeIsUp()))))
      .returning({ id: channel.id });
    return claimed.length > 0;
  }

  /** @throws Error if the row is gone or another node has taken it over */
  async save(
    id: string,
    columns: Partial<ChannelColumns & Pick<ChannelRow, 'guestUserId' | 'latitude' | 'longitude'>>,
  ) {
    const saved = await this.#db
      .update(channel)
      .set(columns)
      .where(and(eq(channel.id, id), this.#own()))
      .returning({ id: channel.id });
    if (saved.length === 0) throw new Error('The channel no longer belongs to this node');
  }

  /** This node's calls that are going on by the table: after a start, those that a restart cut off. */
  async ownCalls(): Promise<ChannelRow[]> {
    return this.#db
      .select()
      .from(channel)
      .where(and(this.#own(), inArray(channel.status, ['REQUESTED', 'STARTED'])));
  }

  /**
   * Ends the rooms that nobody entered in time and that no node will end: their node is down, or they were never
   * opened and so no node holds them.
   */
  async expireOverdue(): Promise<void> {
    await this.#db
      .update(channel)
      .set({ status: 'FINISHED', endReason: 'expired', endedAt: sql`now()` })
      .where(
        and(
          eq(channel.status, 'CREATED'),
          // Rooms in memory expire by their own timer, and have written so by then.
          lt(channel.expiresAt, sql`now() - ${staleMs}`),
          or(this.#own(), not(this.#nodeIsUp())),
        ),
      );
  }

  /** Ids of the calls whose node is down. */
  async orphanedCalls(): Promise<string[]> {
    const rows = await this.#db.select({ id: channel.id }).from(channel).where(this.#isOrphan());
    return rows.map(({ id }) => id);
  }

  /** Ends those of these calls that nobody has taken over. */
  async finishOrphans(ids: string[]): Promise<void> {
    await this.#db
      .update(channel)
      .set({ status: 'FINISHED', endReason: 'lost', endedAt: sql`now()` })
      .where(and(inArray(channel.id, ids), this.#isOrphan()));
  }

  #own(): SQL {
    return eq(channel.nodeId, this.#nodeId);
  }

  #nodeIsUp(): SQL {
    const up = this.#db
      .select({ id: mediaNode.id })
      .from(mediaNode)
      .where(and(eq(mediaNode.id, channel.nodeId), gt(mediaNode.heartbeatAt, sql`now() - ${staleMs}`)));
    return exists(up);
  }

  #isOrphan(): SQL | undefined {
    const going = inArray(channel.status, ['REQUESTED', 'STARTED']);
    return and(going, ne(channel.nodeId, this.#nodeId), not(this.#nodeIsUp()));
  }
}
