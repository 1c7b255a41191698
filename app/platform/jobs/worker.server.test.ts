import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '#db/client.ts';
import { ProtocolError, RetryLater } from '#protocol/errors.ts';
import { openServicesDatabase } from '../tests/database.ts';
import type { Attempt } from './job.server.ts';
import type { Worker } from './worker.server.ts';

let db: Database;
let servicesDb: Database;
let jobs: typeof import('./job.server.ts');
let startWorker: typeof import('./worker.server.ts').startWorker;
let worker: Worker | undefined;

beforeAll(async () => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  db = await openServicesDatabase();
  jobs = await import('./job.server.ts');
  ({ startWorker } = await import('./worker.server.ts'));
  ({ db: servicesDb } = await import('../database.server.ts'));
});
afterEach(async () => {
  await worker?.stop(1_000);
  await db.execute(sql`delete from pgboss.job`);
});
// After a closed connection, the driver would wait forever for the query that was using it.
afterAll(() => Promise.all([db, servicesDb].map(({ $client }) => $client.end({ timeout: 1 }))));

/** Job that runs a function and records its attempts. */
function probe(run: (n: number, attempt: Attempt) => unknown = () => {}, retries?: number) {
  const attempts: (Attempt & { n: number })[] = [];
  const job = jobs.defineJob({
    name: 'probe',
    data: z.object({ n: z.number() }),
    retries,
    run: async ({ n }, attempt) => {
      attempts.push({ n, ...attempt });
      await run(n, attempt);
    },
  });
  return { job, attempts };
}

const rowSchema = z.object({
  name: z.string(),
  state: z.string(),
  output: z.object({ message: z.string().optional() }).nullable(),
});
const rows = async () =>
  z.array(rowSchema).parse([
    ...(await db.execute(
      sql`select name, state, coalesce(output, source_output) as output from pgboss.job
          where name in ('probe', ${jobs.DEAD_LETTERS}) order by created_on, name`,
    )),
  ]);
const states = async () => (await rows()).map(({ name, state }) => `${name} ${state}`);

it('runs a committed job once, and a rolled back one never', async () => {
  const { job, attempts } = probe();
  worker = await startWorker([job]);
  const failing = db.transaction(async (tx) => {
    await jobs.enqueue(tx, job, { n: 1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await db.transaction(async (tx) => {
    for (const n of [2, 3, 4]) await jobs.enqueue(tx, job, { n });
    expect(attempts).toEqual([]);
  });
  await expect.poll(states).toEqual(Array(3).fill('probe completed'));
  expect(attempts.map(({ n, isFirst }) => [n, isFirst]).toSorted()).toEqual([2, 3, 4].map((n) => [n, true]));
});

it('enqueues a job with the same id only once', async () => {
  const { job, attempts } = probe();
  worker = await startWorker([job]);
  const id = crypto.randomUUID();
  for (const n of [1, 2]) await jobs.enqueue(db, job, { n }, { id });
  await expect.poll(states).toEqual(['probe completed']);
  expect(attempts).toEqual([{ n: 1, id, isFirst: true }]);
});

it('retries a failure, then dead-letters it with its error; a manual retry is the same job', async () => {
  let broken = true;
  const { job, attempts } = probe(() => {
    if (broken) throw new Error('broken');
  }, 1);
  worker = await startWorker([job]);
  await jobs.enqueue(db, job, { n: 1 });
  await expect.poll(states, { timeout: 20_000 }).toEqual(['probe failed', 'dead-letters created']);
  expect((await rows()).map(({ output }) => output?.message)).toEqual(['broken', 'broken']);
  broken = false;
  expect(await jobs.queueOn(db).redrive(jobs.DEAD_LETTERS)).toBe(1);
  await expect.poll(states, { timeout: 20_000 }).toEqual(['probe failed', 'probe completed']);
  expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
  expect(attempts.map(({ isFirst }) => isFirst)).toEqual([true, false, true]);
});

it.each([
  ['is permanent', () => new jobs.PermanentFailure('gone'), ['probe failed', 'dead-letters created']],
  ['is a refusal', () => new ProtocolError('RATE_LIMITED'), ['probe completed']],
])('does not retry a job that %s', async (_, error, end) => {
  const { job, attempts } = probe(() => {
    throw error();
  });
  worker = await startWorker([job]);
  await jobs.enqueue(db, job, { n: 1 });
  await expect.poll(states).toEqual(end);
  expect(attempts).toHaveLength(1);
});

it('retries a job refused because a service is unavailable', async () => {
  let isAway = true;
  const { job, attempts } = probe(() => {
    if (isAway) throw new RetryLater('UNAVAILABLE', 30);
  });
  worker = await startWorker([job]);
  await jobs.enqueue(db, job, { n: 1 });
  await expect.poll(states).toEqual(['probe retry']);
  isAway = false;
  await expect.poll(states).toEqual(['probe completed']);
  expect(attempts.map(({ isFirst }) => isFirst)).toEqual([true, false]);
});

it('refuses data that do not match the schema, when enqueued and when read', async () => {
  const { job, attempts } = probe();
  const wrong = { n: 'one' };
  const schema: z.ZodType<object, object> = z.object({ n: z.number() });
  const loose = jobs.defineJob({ name: 'probe', data: schema, run: async () => {} });
  await expect(jobs.enqueue(db, loose, wrong)).rejects.toThrow(z.ZodError);
  const older = jobs.defineJob({ name: 'probe', data: z.object({ n: z.string() }), run: async () => {} });
  worker = await startWorker([job]);
  await jobs.enqueue(db, older, wrong);
  await expect.poll(states).toEqual(['probe failed', 'dead-letters created']);
  expect(attempts).toEqual([]);
});

it('once told to stop, takes no jobs, lets running ones end, and returns unfinished ones', async () => {
  const forEver = new Promise<void>(() => {});
  const { job, attempts } = probe((n) => (n === 1 ? setTimeout(300) : forEver));
  for (const n of [1, 2]) {
    worker = await startWorker([job]);
    await jobs.enqueue(db, job, { n });
    await expect.poll(() => attempts.length).toBe(n);
    const stopped = worker.stop(1_000);
    await jobs.enqueue(db, job, { n: 0 });
    await stopped;
    await db.execute(sql`delete from pgboss.job where data->>'n' = '0' and state = 'created'`);
  }
  expect(await states()).toEqual(['probe completed', 'probe retry']);
  expect(attempts.map(({ n }) => n)).toEqual([1, 2]);
});

it('has the schedules of its jobs and no others', async () => {
  const schedules = async () => [...(await db.execute(sql`select name, cron from pgboss.schedule`))];
  const sweep = jobs.defineJob({
    name: 'sweep',
    data: z.object({}),
    schedule: '0 4 * * *',
    run: async () => {},
  });
  worker = await startWorker([sweep]);
  expect(await schedules()).toEqual([{ name: 'sweep', cron: '0 4 * * *' }]);
  await worker.stop(1_000);
  worker = await startWorker([]);
  expect(await schedules()).toEqual([]);
});

it('continues after the database has closed every connection', async () => {
  const { job, attempts } = probe();
  worker = await startWorker([job]);
  const others = sql`from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const busy = () => db.execute(sql`select query ${others} and state is distinct from 'idle'`);
  await expect.poll(async () => [...(await busy())]).toEqual([]);
  await db.execute(sql`select pg_terminate_backend(pid) ${others}`);
  const id = crypto.randomUUID();
  // The connections of this pool were closed too.
  const enqueue = () => jobs.enqueue(db, job, { n: 1 }, { id });
  await expect
    .poll(() =>
      enqueue().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect.poll(states, { timeout: 20_000 }).toEqual(['probe completed']);
  expect(attempts).toHaveLength(1);
});
