import { sql } from 'drizzle-orm';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { z } from 'zod';
import type { db as database } from '#app/platform/database.server.ts';
import { DEAD_LETTERS } from '#app/platform/jobs/job.server.ts';
import type { OnAttempt } from '#app/platform/jobs/worker.server.ts';
import { sharedReading } from './shared-reading.ts';

const rowsSchema = z.array(
  z.object({
    name: z.string(),
    waiting: z.coerce.number(),
    running: z.coerce.number(),
    age: z.coerce.number(),
  }),
);

type Row = z.infer<typeof rowsSchema>[number];

/**
 * @param queues of this version; only these become labels
 * @returns the function that counts an attempt
 */
export function jobMetrics(registry: Registry, db: typeof database, queues: readonly string[]): OnAttempt {
  const registers = [registry];
  const attempts = new Counter({
    name: 'panocall_job_attempts_total',
    help: 'Attempts of jobs by this process, by queue and outcome: "completed", "refused" for good, "failed" and to be tried again unless it was the last time, "deadletter" at once',
    labelNames: ['queue', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'panocall_job_duration_seconds',
    help: 'Time that an attempt of a job took, by queue',
    labelNames: ['queue'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
    registers,
  });
  const read = sharedReading(() => readQueues(db));
  const gauge = (name: string, help: string, of: (row: Row) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers,
      async collect() {
        const rows = await read();
        for (const queue of [...queues, DEAD_LETTERS]) {
          const row = rows.find(({ name }) => name === queue);
          this.set({ queue }, row ? of(row) : 0);
        }
      },
    });
  gauge(
    'panocall_jobs_waiting',
    'Jobs that are due and not begun, of all processes, by queue; of "dead-letters", those that failed for good',
    ({ waiting }) => waiting,
  );
  gauge('panocall_jobs_running', 'Jobs that have begun and not ended, by queue', ({ running }) => running);
  gauge(
    'panocall_jobs_oldest_seconds',
    'How long the job that waits longest has been due, by queue; 0 if none waits',
    ({ age }) => age,
  );
  return (queue, outcome, seconds) => {
    attempts.inc({ queue, outcome });
    duration.observe({ queue }, seconds);
  };
}

async function readQueues(db: typeof database) {
  const due = sql`state in ('created', 'retry') and start_after <= now()`;
  return rowsSchema.parse([
    ...(await db.execute(sql`
      select name, count(*) filter (where ${due}) as waiting, count(*) filter (where state = 'active') as running,
        coalesce(extract(epoch from now() - min(start_after) filter (where ${due})), 0) as age
      from pgboss.job where state in ('created', 'retry', 'active') group by name`)),
  ]);
}
