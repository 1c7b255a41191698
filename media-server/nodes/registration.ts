import { setTimeout } from 'node:timers/promises';
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { MEDIA_NODE_DRAINING, MEDIA_NODE_STALE_MS, mediaNode } from '#db/schema/index.ts';
import type { Limits } from '../limit-settings.ts';
import type { Log } from '../log.ts';
import type { ChannelStore } from '../rooms/channel-store.ts';
import type { Rooms } from '../rooms/rooms.ts';

export type Node = {
  id: string;
  /** Identifies this process and its connections to the database. */
  process: string;
  /** Where browsers reach the node; null if they connect through the web server's `/realtime`. */
  url: string | null;
  region: string | null;
  /** Whether it gives browsers a TURN server. */
  hasTurn: boolean;
  /** Capacity: rooms, and Mbit/s each way. */
  maxRooms: number;
  maxMbps: number;
};

type Services = { db: Database; store: ChannelStore; rooms: Rooms; limits: Limits; log: Log };

/** Settings that conflict with those of another media server. The message is for the operator. */
export class SettingsError extends Error {}

/** Polling interval for whether another process with this node id is alive. */
const LOOK_MS = 250;

const isFresh = gt(mediaNode.heartbeatAt, sql`now() - ${MEDIA_NODE_STALE_MS} * interval '1 millisecond'`);
/** A crashed process's connections close at once, long before its heartbeat becomes stale. */
const isConnected = sql`exists (select from pg_stat_activity where datname = current_database()
  and application_name = ${mediaNode.process})`;
/** Earlier versions do not name their processes. */
const isUp = and(isFresh, or(isNull(mediaNode.process), isConnected));

/** Registers this node in the table of media nodes, and cleans up after nodes that went down. */
export class NodeRegistration {
  readonly #services: Services;
  readonly #node: Node;
  /** Calls whose node is down, with the time this was first observed, on the monotonic clock. */
  #orphans = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  /** False also while the node is starting. */
  #takesRooms = false;
  #hasStopped = false;
  #beating: Promise<void> = Promise.resolve();

  constructor(node: Node, services: Services) {
    this.#node = node;
    this.#services = services;
  }

  /**
   * Takes the node id, before any of its rooms is touched. Waits until it is known whether another process with the
   * same id is alive.
   * @throws SettingsError if one is
   */
  async join(): Promise<void> {
    const { db, store } = this.#services;
    let firstBeat: number | undefined;
    while (!(await this.#write())) {
      const [other] = await db.select().from(mediaNode).where(eq(mediaNode.id, this.#node.id));
      const beat = other?.heartbeatAt.getTime();
      firstBeat ??= beat;
      if (beat !== firstBeat)
        throw new SettingsError(`MEDIA_NODE_ID: another media server that runs is called ${this.#node.id}`);
      await setTimeout(LOOK_MS);
    }
    await store.vacateAll();
  }

  /**
   * Lets rooms be placed on this node.
   * @throws SettingsError if its settings conflict with a running node's
   */
  async start(): Promise<void> {
    await this.#services.db.transaction(async (tx) => {
      // The lock ensures that of two nodes starting at once, one sees the other.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('media_node'))`);
      await this.#assertFits(tx);
      this.#takesRooms = true;
      await this.#write(tx);
    });
    await this.#beat();
    this.#timer = setInterval(() => {
      this.#beating = this.#beating.then(() => this.#tryBeat());
    }, this.#services.limits.heartbeatMs);
  }

  /** Has new rooms, and those still waiting for a guest, placed on other nodes; this node's calls stay. */
  async drain(): Promise<void> {
    this.#takesRooms = false;
    // A heartbeat already in progress would write the old load.
    this.#beating = this.#beating.then(() => this.#tryBeat());
    await this.#beating;
  }

  /** Removes the node's row: other nodes also take over its calls. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#hasStopped = true;
    await this.#beating;
    const { id, process } = this.#node;
    await this.#services.db
      .delete(mediaNode)
      .where(and(eq(mediaNode.id, id), eq(mediaNode.process, process)));
  }

  /** @throws SettingsError */
  async #assertFits(tx: Transaction): Promise<void> {
    const { id, url } = this.#node;
    const others = await tx
      .select({ id: mediaNode.id, url: mediaNode.url })
      .from(mediaNode)
      // A draining node does not conflict: it makes way for this one.
      .where(and(ne(mediaNode.id, id), isUp, lt(mediaNode.load, MEDIA_NODE_DRAINING)))
      .orderBy(mediaNode.id);
    for (const other of others) {
      if (url === null) throw new SettingsError(`MEDIA_URL: is required beside ${other.id}, which runs too`);
      if (other.url === null)
        throw new SettingsError(`MEDIA_URL: ${other.id}, which runs too, has none: set it there first`);
      if (other.url === url)
        throw new SettingsError(`MEDIA_URL: is that of ${other.id}, which runs too; each needs its own`);
    }
  }

  async #tryBeat(): Promise<void> {
    if (this.#hasStopped) return;
    await this.#beat().catch((error: unknown) =>
      this.#services.log.error({ err: error }, 'heartbeat failed'),
    );
  }

  /** @returns false if another live process with this id owns the row */
  async #write(on: Pick<Database, 'insert'> = this.#services.db): Promise<boolean> {
    const { id, ...said } = this.#node;
    const load = this.#takesRooms ? this.#services.rooms.live : MEDIA_NODE_DRAINING;
    const present = { ...said, load, heartbeatAt: sql`now()` };
    const isFree = or(isNull(mediaNode.process), eq(mediaNode.process, said.process), sql`not (${isUp})`);
    const written = await on
      .insert(mediaNode)
      .values({ id, ...present })
      .onConflictDoUpdate({ target: mediaNode.id, set: present, setWhere: isFree })
      .returning({ id: mediaNode.id });
    return written.length > 0;
  }

  async #beat(): Promise<void> {
    const { store, rooms } = this.#services;
    const isRegistered = await this.#write();
    // During a database outage other nodes may have taken this node's rooms, believing it down.
    await rooms.reconcile();
    // The rooms of this node id now belong to the other process.
    if (!isRegistered) throw new SettingsError('MEDIA_NODE_ID: another media server has taken this name');
    await rooms.restore();
    await rooms.leaveDeserted();
    await store.expireOverdue();
    await this.#finishOrphans(performance.now());
  }

  /**
   * Ends orphaned calls. A call whose node went down can be taken over with a ticket for as long as a dropped seat is
   * kept.
   */
  async #finishOrphans(now: number): Promise<void> {
    const { store, limits } = this.#services;
    const ids = await store.orphanedCalls();
    this.#orphans = new Map(ids.map((id) => [id, this.#orphans.get(id) ?? now]));
    const due = ids.filter((id) => now - (this.#orphans.get(id) ?? now) >= limits.seatGraceMs);
    if (due.length > 0) await store.finishOrphans(due);
  }
}
