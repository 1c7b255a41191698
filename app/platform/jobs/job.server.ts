import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type SendOptions } from 'pg-boss';
import type { z } from 'zod';
import type { Database, Transaction } from '#db/client.ts';

/** The queue of copies of jobs that failed for good, which wait there for an administrator. */
export const DEAD_LETTERS = 'dead-letters';

export type Attempt = {
  /** The job's id: the same for each attempt, also after an administrator's retry. */
  id: string;
  isFirst: boolean;
};

/** What a worker knows of a job. */
export type Work = {
  name: string;
  schedule?: string;
  concurrency: number;
  retries: number;
  /** @param stored the job's data @throws PermanentFailure where they do not fit its schema; and what the job throws */
  attempt(stored: unknown, attempt: Attempt): Promise<unknown>;
};

export type Job<Data extends object> = Work & {
  /** @throws ZodError */
  check(data: Data): object;
};

type Definition<S extends z.ZodType<object, object>> = {
  /** Its queue's name. Under another one, jobs that wait under this one are never run. */
  name: string;
  /** Plain JSON, shown to administrators: no secrets, no transforms. */
  data: S;
  /**
   * Does the work; may be called again after any failure, or after a crash at any point. A ProtocolError is a refusal:
   * logged, and not tried again.
   */
  run(data: z.output<S>, attempt: Attempt): Promise<unknown>;
  /** A cron expression, in UTC; such a job has no data. There is only one at a time, among all processes. */
  schedule?: string;
  /** How many a process runs at once. Default: 1 */
  concurrency?: number;
  /** Attempts after the first. Default: 16, over about six hours */
  retries?: number;
};

export function defineJob<S extends z.ZodType<object, object>>(definition: Definition<S>): Job<z.input<S>> {
  const { name, data, run, schedule, concurrency = 1, retries = 16 } = definition;
  return {
    name,
    schedule,
    concurrency,
    retries,
    check: (value) => data.parse(value),
    attempt(stored, attempt) {
      const { success, data: value, error } = data.safeParse(stored);
      if (!success) throw new PermanentFailure('The data do not fit the schema', { cause: error });
      return run(value, attempt);
    },
  };
}

/** A failure that another attempt would not change: the job goes to the dead letters at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/**
 * Enqueues a job: it runs once the transaction is committed, and never if that is rolled back.
 * @param options `id` of a job that is there already: nothing is enqueued
 * @throws ZodError where the data do not fit the job's schema
 */
export async function enqueue<Data extends object>(
  db: Database | Transaction,
  job: Job<Data>,
  data: Data,
  options: Pick<SendOptions, 'id' | 'startAfter'> = {},
): Promise<void> {
  await queueOn(db).send(job.name, job.check(data), options);
}

/** pg-boss for single calls on this connection: never started, so it has no timers and keeps nothing. */
export function queueOn(db: Database | Transaction): PgBoss {
  return new PgBoss({ db: fromDrizzle(db, sql) });
}
