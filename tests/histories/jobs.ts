import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { History } from './history.ts';
import { see } from './world.ts';

const rowsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    data: z.looseObject({}),
    retryCount: z.number(),
    at: z.number(),
  }),
);
type Row = z.output<typeof rowsSchema>[number];

/** More rounds than jobs need to enqueue each other and be retried. */
const ROUNDS = 1_000;

/** Waiting jobs, the oldest first. @param due returns only jobs that may start now */
async function waiting({ world: { db } }: History, due: boolean): Promise<Row[]> {
  const rows = await db.execute(sql`
    select id, name, data, retry_count as "retryCount", (extract(epoch from start_after) * 1000)::float8 as at
    from pgboss.job
    where state in ('created', 'retry') and (not ${due}::boolean or start_after <= now())
    order by created_on, id`);
  return rowsSchema.parse([...rows]);
}

/**
 * Runs a job as a worker does.
 * @returns whether it is finished: completed, or failed after its last retry
 * @throws Error if it failed although nothing was disturbed
 */
async function attempt({ world, isDisturbed }: History, row: Row): Promise<boolean> {
  const work = world.product.JOBS.find(({ name }) => name === row.name);
  if (!work) throw new Error(`there is no job ${row.name}`);
  const { status, output } = await world.product.attempt(work, { ...row, sourceRootId: null });
  const isCrashed = world.fuse.putOut();
  see(world, `job ${row.name}: ${isCrashed ? 'crashed' : status}`);
  if (isCrashed) return false;
  if (status !== 'completed' && !isDisturbed)
    throw new Error(`job ${row.name} of ${JSON.stringify(row.data)}: ${JSON.stringify(output)}`);
  return status === 'completed' || row.retryCount >= work.retries;
}

/**
 * Runs all due jobs, and those that they enqueue. A failed job is retried later.
 * @param order seed for the order of jobs that are due together; 0 keeps the order in which they were enqueued
 * @param until moves the clock to each later job that is due by then, and runs it
 */
export async function runJobs(history: History, order = 0, until?: Date): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const due = await waiting(history, true);
    for (const row of shuffled(due, order)) await end(history, row, await attempt(history, row));
    if (due.length > 0) continue;
    const next = Math.min(...(await waiting(history, false)).map(({ at }) => at));
    if (!until || next > until.getTime()) return;
    await history.wait(Math.max(1, Math.ceil(next - Date.now())));
  }
  throw new Error('jobs cause jobs without end');
}

async function end({ world: { db } }: History, { id }: Row, isOver: boolean): Promise<void> {
  await db.execute(
    isOver
      ? sql`delete from pgboss.job where id = ${id}::uuid`
      : sql`update pgboss.job set state = 'retry', retry_count = retry_count + 1,
          start_after = now() + least(power(2, retry_count), 3600) * interval '1 second' where id = ${id}::uuid`,
  );
}

/** Runs a waiting job that may not be due yet, and leaves it in the queue to run again when it is due. */
export async function runOnce(history: History, nth: number): Promise<void> {
  const rows = await waiting(history, false);
  const row = rows[nth % Math.max(1, rows.length)];
  if (row) await attempt(history, row);
}

/** Runs a scheduled job. */
export async function runScheduled(history: History, name: 'stripe-sweep' | 'stream-settle'): Promise<void> {
  await attempt(history, {
    id: '00000000-0000-4000-8000-000000000000',
    name,
    data: {},
    retryCount: 0,
    at: 0,
  });
}

/** How many jobs are waiting. */
export async function countJobs(history: History): Promise<number> {
  return (await waiting(history, false)).length;
}

/** Shuffles a list; the same seed gives the same order, and 0 keeps it. */
function shuffled<T>(list: readonly T[], order: number): T[] {
  let random = order;
  return list
    .map((value) => {
      // Linear congruential generator of Numerical Recipes.
      random = order && (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return { value, random };
    })
    .sort((a, b) => a.random - b.random)
    .map(({ value }) => value);
}
