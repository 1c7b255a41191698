import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type SendOptions } from 'pg-boss';
import type { z } from 'zod';
import type { Database, Transaction } from '#db/client.ts';

/** Dead-letter queue: copies of jobs that failed for good, for an administrator to retry. */
export const DEAD_LETTERS = 'dead-letters';

export type Attempt = {
  /** The job's id: the same for every attempt, also after an administrator's retry. */
  id: string;
  isFirst: boolean;
};

/** A job as seen by a worker. */
export type Work = {
  name: string;
  schedule?: string;
  concurrency: number;
  perGroup?: number;
  retries: number;
  /**
   * @param stored the job's data
   * @throws PermanentFailure if they do not match its schema; anything the job throws
   */
  attempt(stored: unknown, attempt: Attempt): Promise<unknown>;
};

export type Job<Data extends object> = Work & {
  /** @throws ZodError */
  check(data: Data): object;
};

type Definition<S extends z.ZodType<object, object>> = {
  /** Name of the queue. Renaming it strands the waiting jobs. */
  name: string;
  /** Plain JSON that administrators can read: no secrets, no transforms. */
  data: S;
  /**
   * Does the work. May be called again after a failure, or a crash at any point. A ProtocolError is a refusal: logged,
   * not retried.
   */
  run(data: z.output<S>, attempt: Attempt): Promise<unknown>;
  /** Cron expression, in UTC. The job runs without data, one at a time across all processes. */
  schedule?: string;
  /** Jobs a process runs at once. Default: 1 */
  concurrency?: number;
  /**
   * Jobs of one group that all processes together run at once, so that one group does not occupy them. Processes that fetch
   * at the same moment may exceed it together.
   */
  perGroup?: number;
  /** Attempts after the first. Default: 16, over about six hours. */
  retries?: number;
};

/** The part of a job needed to enqueue it, without its work. */
export type Queue<Data extends object> = Pick<Job<Data>, 'name' | 'check'>;

/** A queue whose job is defined elsewhere: `defineJob({ ...QUEUE, run })`. */
export function defineQueue<S extends z.ZodType<object, object>>({
  name,
  data,
}: Pick<Definition<S>, 'name' | 'data'>): Queue<z.input<S>> & { data: S } {
  return { name, data, check: (value) => data.parse(value) };
}

export function defineJob<S extends z.ZodType<object, object>>(definition: Definition<S>): Job<z.input<S>> {
  const { name, data, run, schedule, concurrency = 1, perGroup, retries = 16 } = definition;
  return {
    ...defineQueue({ name, data }),
    schedule,
    concurrency,
    perGroup,
    retries,
    attempt(stored, attempt) {
      const { success, data: value, error } = data.safeParse(stored);
      if (!success) throw new PermanentFailure('The data do not match the schema', { cause: error });
      return run(value, attempt);
    },
  };
}

/** A failure that retries cannot fix: the job goes to the dead-letter queue at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/**
 * Enqueues a job, which runs once the transaction has been committed.
 * @param options with the `id` of an existing job, nothing is enqueued
 * @throws ZodError if the data do not match the job's schema
 */
export async function enqueue<Data extends object>(
  db: Database | Transaction,
  job: Queue<Data>,
  data: Data,
  options: Pick<SendOptions, 'id' | 'priority' | 'startAfter' | 'group'> = {},
): Promise<void> {
  await queueOn(db).send(job.name, job.check(data), options);
}

/** pg-boss for single calls on this connection: never started, so it has no timers and no state. */
export function queueOn(db: Database | Transaction): PgBoss {
  return new PgBoss({ db: fromDrizzle(db, sql) });
}
