import { DrizzleQueryError, sql } from 'drizzle-orm';
import postgres from 'postgres';
import type { Database } from '#db/client.ts';
import { callEvent, callHealth, callSample } from '#db/schema/index.ts';
import type { CallEvent } from './call-events.ts';
import type { SeatSample } from './seat-sample.ts';

/** Rows kept during a database outage: a few minutes of a thousand calls. The oldest are dropped first. */
const MOST_WAITING = 50_000;

type Waiting = {
  samples: (typeof callSample.$inferInsert)[];
  events: (typeof callEvent.$inferInsert)[];
};

/** Writes samples and events of all calls of this process in batches. */
export class CallHealthStore {
  readonly #db: Database;
  #waiting: Waiting = { samples: [], events: [] };
  #writing: Promise<void> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  addEvent(channelId: string, { seat, kind, detail = null }: CallEvent): void {
    this.#waiting.events.push({ channelId, at: new Date(), seat, kind, detail });
    this.#waiting.events.splice(0, this.#waiting.events.length - MOST_WAITING);
  }

  addSample(channelId: string, { seat, ms, sent, received, roundTripMs, report }: SeatSample): void {
    this.#waiting.samples.push({
      ...{ channelId, seat, ms, roundTripMs, at: new Date() },
      ...{ sentBitrate: sent?.bitrate, sentLoss: sent?.loss },
      ...{ receivedBitrate: received?.bitrate, receivedLoss: received?.loss },
      ...report?.received,
      ...{ sentWidth: report?.sent.width, sentHeight: report?.sent.height },
      ...{ sentFramesPerSecond: report?.sent.framesPerSecond, limitation: report?.sent.limitation },
      ...{ watchedMs: report?.watchedMs, frozenMs: report?.frozenMs },
    });
    this.#waiting.samples.splice(0, this.#waiting.samples.length - MOST_WAITING);
  }

  /**
   * Writes the waiting rows; one write at a time. Rows that failed are retried with the next write, unless the database
   * would reject them again. @throws as the database does
   */
  write(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  /** Waits for the write in progress, then writes the rows added meanwhile. */
  async close(): Promise<void> {
    await this.#writing;
    await this.write();
  }

  async #write(): Promise<void> {
    const { samples, events } = this.#waiting;
    if (samples.length + events.length === 0) return;
    this.#waiting = { samples: [], events: [] };
    try {
      await this.#insert({ samples, events });
    } catch (error) {
      if (isRefused(error)) throw error;
      const { samples: later, events: laterEvents } = this.#waiting;
      this.#waiting = {
        samples: [...samples, ...later].slice(-MOST_WAITING),
        events: [...events, ...laterEvents].slice(-MOST_WAITING),
      };
      throw error;
    }
  }

  async #insert({ samples, events }: Waiting): Promise<void> {
    await this.#db.transaction(async (tx) => {
      for (const some of chunks(events)) await tx.insert(callEvent).values(some);
      // A sample taken along with the previous one, because of a slow worker, has the same time.
      for (const some of chunks(samples)) await tx.insert(callSample).values(some).onConflictDoNothing();
      for (const some of chunks(sumsOf(samples))) {
        await tx
          .insert(callHealth)
          .values(some)
          .onConflictDoUpdate({
            target: [callHealth.channelId, callHealth.seat],
            set: Object.fromEntries(
              SUMS.map((key) => [
                key,
                sql`${callHealth[key]} + ${sql.raw(`excluded.${callHealth[key].name}`)}`,
              ]),
            ),
          });
      }
    });
  }
}

const SUMS = ['samples', 'lossSum', 'losses', 'receivedBytes', 'watchedMs', 'frozenMs'] as const;

/** Increments per call and seat: `onConflictDoUpdate` allows each key once per statement. */
function sumsOf(samples: Waiting['samples']): (typeof callHealth.$inferInsert)[] {
  const sums = new Map<string, typeof callHealth.$inferInsert>();
  for (const { channelId, seat, ms, receivedBitrate, receivedLoss, watchedMs, frozenMs } of samples) {
    const key = `${channelId} ${seat}`;
    const sum = sums.get(key) ?? {
      ...{ channelId, seat, samples: 0, lossSum: 0, losses: 0, receivedBytes: 0, watchedMs: 0, frozenMs: 0 },
    };
    sum.samples += 1;
    sum.lossSum += receivedLoss ?? 0;
    sum.losses += receivedLoss == null ? 0 : 1;
    sum.receivedBytes += ((receivedBitrate ?? 0) * ms) / 8_000;
    sum.watchedMs += watchedMs ?? 0;
    sum.frozenMs += frozenMs ?? 0;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Whether the rows violate a constraint (SQLSTATE class 23), as rows of a deleted room do: a retry would fail too. */
function isRefused(error: unknown): boolean {
  const told = error instanceof DrizzleQueryError ? error.cause : error;
  return told instanceof postgres.PostgresError && told.code.startsWith('23');
}

/** PostgreSQL allows 65,535 parameters per statement. */
function chunks<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / 2_000);
  return Array.from({ length: count }, (_, index) => rows.slice(index * 2_000, (index + 1) * 2_000));
}
