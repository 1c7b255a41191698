import { setTimeout } from 'node:timers/promises';
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { MEDIA_NODE_DRAINING, MEDIA_NODE_STALE_MS, mediaNode } from '#db/schema/index.ts';
import type { Limits } from '../limits.ts';
import type { Log } from '../log.ts';
import type { ChannelStore } from '../rooms/channel-store.ts';
import type { Rooms } from '../rooms/rooms.ts';

export type Node = {
  id: string;
  /** Names this process, and its connections to the database. */
  process: string;
  /** Where browsers reach it; null if they connect through the web server's `/realtime`. */
  url: string | null;
  region: string | null;
  /** What it can carry: rooms, and Mbit/s each way. */
  maxRooms: number;
  maxMbps: number;
};

type Services = { db: Database; store: ChannelStore; rooms: Rooms; limits: Limits; log: Log };

/** Settings that do not work beside those of another media server. The message is for the operator. */
export class SettingsError extends Error {}

/** How often it is looked whether another process of this name lives. */
const LOOK_MS = 250;

const isFresh = gt(mediaNode.heartbeatAt, sql`now() - ${MEDIA_NODE_STALE_MS} * interval '1 millisecond'`);
/** The connections of a process that crashed are gone at once, long before its heartbeat is old. */
const isConnected = sql`exists (select from pg_stat_activity where datname = current_database()
  and application_name = ${mediaNode.process})`;
/** Those of earlier versions do not name their processes. */
const isUp = and(isFresh, or(isNull(mediaNode.process), isConnected));

/** Registers this node in the table of media nodes, and cleans up after nodes that went down. */
export class NodeRegistration {
  readonly #services: Services;
  readonly #node: Node;
  /** For each call whose node is down, when that was first observed, on the monotonic clock. */
  #orphans = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  /** Also while it starts. */
  #takesRooms = false;
  #hasStopped = false;
  #beating: Promise<void> = Promise.resolve();

  constructor(node: Node, services: Services) {
    this.#node = node;
    this.#services = services;
  }

  /**
   * Takes the node's name, before its rooms are touched. Waits until it is known whether another process that has it lives.
   * @throws SettingsError if one does
   */
  async join(): Promise<void> {
    const { db } = this.#services;
    let firstBeat: number | undefined;
    while (!(await this.#write())) {
      const [other] = await db.select().from(mediaNode).where(eq(mediaNode.id, this.#node.id));
      const beat = other?.heartbeatAt.getTime();
      firstBeat ??= beat;
      if (beat !== firstBeat)
        throw new SettingsError(`MEDIA_NODE_ID: another media server that runs is called ${this.#node.id}`);
      await setTimeout(LOOK_MS);
    }
  }

  /**
   * Lets rooms be placed here from now on.
   * @throws SettingsError if it cannot run beside those that do
   */
  async start(): Promise<void> {
    await this.#services.db.transaction(async (tx) => {
      // Of two that start at once, one sees the other.
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

  /** New rooms, and those that wait for a guest, are placed on other nodes from now on; this one's calls stay. */
  async drain(): Promise<void> {
    this.#takesRooms = false;
    // One that has begun would write what was true before.
    this.#beating = this.#beating.then(() => this.#tryBeat());
    await this.#beating;
  }

  /** The node is gone: its calls are taken over, too. */
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
      // One that drains makes way for this one.
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

  /** @returns false if another process of this name lives, and has the row */
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
    // The database may have been away, and others have taken these rooms for those of a node that is down.
    await rooms.reconcile();
    // What was this node's is the other process's now.
    if (!isRegistered) throw new SettingsError('MEDIA_NODE_ID: another media server has taken this name');
    await rooms.restore();
    await store.expireOverdue();
    await this.#finishOrphans(performance.now());
  }

  /** A call whose node went down can be taken over with a ticket for as long as a dropped seat is kept. */
  async #finishOrphans(now: number): Promise<void> {
    const { store, limits } = this.#services;
    const ids = await store.orphanedCalls();
    this.#orphans = new Map(ids.map((id) => [id, this.#orphans.get(id) ?? now]));
    const due = ids.filter((id) => now - (this.#orphans.get(id) ?? now) >= limits.seatGraceMs);
    if (due.length > 0) await store.finishOrphans(due);
  }
}
