import { DrizzleQueryError } from 'drizzle-orm';
import { type JobResult, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss';
import { jobDatabase } from '#db/jobs.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { db } from '../database.server.ts';
import { logger } from '../log.server.ts';
import { DEAD_LETTERS, PermanentFailure, type Work } from './job.server.ts';

const DAY_S = 24 * 60 * 60;
const MAX_ERROR_LENGTH = 1000;

const QUEUE = {
  deadLetter: DEAD_LETTERS,
  notify: true,
  // Exponential backoff, starting at 1 to 2 seconds.
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60 * 60,
  /** A process without a heartbeat for this long is considered dead, and its jobs are retried. */
  heartbeatSeconds: 30,
} satisfies QueueOptions & { deadLetter: string; notify: boolean };

export type Worker = {
  /** Stops fetching jobs; those still running after the grace period return to the queue. */
  stop(graceMs: number): Promise<void>;
};

/** Called after each attempt. `refused`: the job ended without being done. */
export type OnAttempt = (
  queue: string,
  outcome: 'completed' | 'refused' | 'failed' | 'deadletter',
  seconds: number,
) => void;

/** Runs enqueued and scheduled jobs in this process until stopped. */
export async function startWorker(works: readonly Work[], onAttempt: OnAttempt = () => {}): Promise<Worker> {
  const boss = new PgBoss({
    db: jobDatabase(db),
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 10 * 60,
  });
  boss.on('error', (error) => logger.error({ err: error }, 'job queue failed'));
  boss.on('warning', ({ message }) => logger.warn({ warning: message }, 'job queue warning'));
  // Before the start, which looks for due schedules.
  await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 30 * DAY_S });
  for (const work of works) await prepare(boss, work);
  for (const { name } of await boss.getSchedules()) {
    if (!works.some((work) => work.name === name && work.schedule)) await boss.unschedule(name);
  }
  await boss.start();
  for (const work of works) await serve(boss, work, onAttempt);
  return { stop: (graceMs) => boss.stop({ timeout: graceMs }) };
}

async function prepare(boss: PgBoss, { name, schedule, retries }: Work): Promise<void> {
  const options = {
    ...QUEUE,
    retryLimit: retries,
    // Scheduled jobs run often, and their records are of little interest.
    deleteAfterSeconds: schedule ? 10 * 60 : 7 * DAY_S,
  };
  await boss.createQueue(name, { ...options, policy: schedule ? 'exclusive' : 'standard' });
  // A queue that exists keeps the options of the version that created it.
  await boss.updateQueue(name, options);
  if (schedule) await boss.schedule(name, schedule, {});
}

async function serve(boss: PgBoss, work: Work, onAttempt: OnAttempt): Promise<void> {
  // Retries come due without a notification, so they wait for the next poll.
  const options = {
    includeMetadata: true,
    perJobResults: true,
    notifyPollingIntervalSeconds: 5,
    groupConcurrency: work.perGroup,
  } as const;
  /** Jobs of each group that run here: workers that fetch at the same moment do not count each other's. */
  const running = new Map<string, number>();
  const run = async (row: JobWithMetadata): Promise<JobResult> => {
    const { perGroup } = work;
    if (!row.groupId || perGroup === undefined) return attempt(work, row, onAttempt);
    const group = { id: row.groupId };
    const others = running.get(group.id) ?? 0;
    if (others >= perGroup) {
      await boss.send(work.name, row.data, { group, startAfter: 1 });
      return { id: row.id, status: 'completed' };
    }
    running.set(group.id, others + 1);
    try {
      return await attempt(work, row, onAttempt);
    } finally {
      const left = (running.get(group.id) ?? 1) - 1;
      if (left > 0) running.set(group.id, left);
      else running.delete(group.id);
    }
  };
  for (let n = 0; n < work.concurrency; n++) {
    const id = await boss.work(work.name, options, async (rows: JobWithMetadata[]) => {
      const results = await Promise.all(rows.map(run));
      // Fetches again at once: one notification about several jobs wakes the worker only once.
      boss.notifyWorker(id);
      return results;
    });
  }
}

/** Attempts a job once. @returns whether it is completed, retried or dead-lettered */
export async function attempt(
  work: Work,
  row: Pick<JobWithMetadata, 'id' | 'data' | 'retryCount' | 'sourceRootId'>,
  onAttempt: OnAttempt = () => {},
): Promise<JobResult> {
  const start = performance.now();
  const ended = (outcome: Parameters<OnAttempt>[1]) =>
    onAttempt(work.name, outcome, (performance.now() - start) / 1000);
  const { id, retryCount } = row;
  const about = { job: work.name, id, attempt: retryCount + 1 };
  try {
    await work.attempt(row.data, { id: row.sourceRootId ?? id, isFirst: retryCount === 0 });
    ended('completed');
    return { id, status: 'completed' };
  } catch (error) {
    // An unavailable service, such as Stripe, recovers.
    if (error instanceof ProtocolError && error.code !== 'UNAVAILABLE') {
      ended('refused');
      logger.warn({ ...about, code: error.code }, 'job refused');
      return { id, status: 'completed', output: { message: error.code } };
    }
    logger.error({ ...about, err: error }, 'job failed');
    const status = error instanceof PermanentFailure ? 'deadletter' : 'failed';
    ended(status);
    return { id, status, output: { message: messageOf(error) } };
  }
}

/** An error's message, truncated and without query parameters, which may be secret. */
function messageOf(error: unknown): string {
  const told = error instanceof DrizzleQueryError ? error.cause : error;
  return (told instanceof Error ? told.message : String(told)).slice(0, MAX_ERROR_LENGTH);
}
