import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { currentParameters } from '#app/platform/parameters.server.ts';
import { channel } from '#db/schema/index.ts';
import { locationIsOver, PERIODS } from './periods.server.ts';

/** Rows per statement; each statement is its own transaction, so that locks are held briefly. */
const BATCH = 2_000;

/** Deletes expired rows and clears hosts' places. A failing table does not stop the others. */
export const deleteExpired = defineJob({
  name: 'delete-expired',
  data: z.object({}),
  schedule: '17 * * * *',
  async run() {
    const parameters = await currentParameters();
    const failures: unknown[] = [];
    const attempt = (work: Promise<void>) => work.catch((error: unknown) => failures.push(error));
    for (const { table, isOver } of PERIODS) {
      await attempt(inBatches((rows) => db.delete(table).where(rows), table, isOver(parameters)));
    }
    const forget = db.update(channel).set({ latitude: null, longitude: null });
    await attempt(inBatches((rows) => forget.where(rows), channel, locationIsOver(parameters)));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of the deletions failed`);
  },
});

/** Updates or deletes in batches. A row that changes meanwhile gets another `ctid` and is left for the next run. */
async function inBatches(
  change: (rows: SQL) => PromiseLike<{ count: number }>,
  table: PgTable,
  isOver: SQL | undefined,
): Promise<void> {
  const rows = sql`ctid = any(array(select ctid from ${table} where ${isOver} limit ${BATCH}))`;
  while ((await change(rows)).count === BATCH);
}
