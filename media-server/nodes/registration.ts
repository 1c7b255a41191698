import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { MEDIA_NODE_DRAINING, mediaNode } from '#db/schema/index.ts';
import type { Limits } from '../limits.ts';
import type { Log } from '../log.ts';
import type { ChannelStore } from '../rooms/channel-store.ts';

type Node = {
  id: string;
  /** Where browsers reach it; null if they connect through the web server's `/realtime`. */
  url: string | null;
  /** What it can carry: rooms, and Mbit/s each way. */
  maxRooms: number;
  maxMbps: number;
  /** Number of rooms currently held. */
  load: () => number;
};

/** Registers this node in the table of media nodes, and cleans up after nodes that went down. */
export class NodeRegistration {
  readonly #db: Database;
  readonly #store: ChannelStore;
  readonly #node: Node;
  readonly #limits: Limits;
  readonly #log: Log;
  /** For each call whose node is down, when that was first observed, on the monotonic clock. */
  #orphans = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #draining = false;
  #beating: Promise<void> = Promise.resolve();

  constructor(db: Database, store: ChannelStore, node: Node, limits: Limits, log: Log) {
    this.#db = db;
    this.#store = store;
    this.#node = node;
    this.#limits = limits;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#beat();
    this.#timer = setInterval(() => {
      this.#beating = this.#tryBeat();
    }, this.#limits.heartbeatMs);
  }

  /** New rooms, and those that wait for a guest, are placed on other nodes from now on; this one's calls stay. */
  async drain(): Promise<void> {
    this.#draining = true;
    // One that has begun would write what was true before.
    await this.#beating;
    this.#beating = this.#tryBeat();
    await this.#beating;
  }

  /** The node is gone: its calls are taken over, too. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#db.delete(mediaNode).where(eq(mediaNode.id, this.#node.id));
  }

  async #tryBeat(): Promise<void> {
    await this.#beat().catch((error: unknown) => this.#log.error({ err: error }, 'heartbeat failed'));
  }

  async #beat(): Promise<void> {
    const { id, load: rooms, ...said } = this.#node;
    const load = this.#draining ? MEDIA_NODE_DRAINING : rooms();
    const present = { ...said, load, heartbeatAt: sql`now()` };
    await this.#db
      .insert(mediaNode)
      .values({ id, ...present })
      .onConflictDoUpdate({ target: mediaNode.id, set: present });
    await this.#store.expireOverdue();
    await this.#finishOrphans(performance.now());
  }

  /** A call whose node went down can be taken over with a ticket for as long as a dropped seat is kept. */
  async #finishOrphans(now: number): Promise<void> {
    const ids = await this.#store.orphanedCalls();
    this.#orphans = new Map(ids.map((id) => [id, this.#orphans.get(id) ?? now]));
    const due = ids.filter((id) => now - (this.#orphans.get(id) ?? now) >= this.#limits.seatGraceMs);
    if (due.length > 0) await this.#store.finishOrphans(due);
  }
}
