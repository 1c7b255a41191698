import { and, eq, inArray, sql } from 'drizzle-orm';
import { db } from '../database.server.ts';
import { enqueue, type Queue } from './job.server.ts';
import { jobTable } from './table.server.ts';

/**
 * Enqueues jobs for rows, except rows with a job due within the hour, so that a stalled queue does not pile up jobs.
 * @param ids of the rows
 */
export async function enqueueMissing(queue: Queue<{ id: string }>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const id = sql<string>`${jobTable.data}->>'id'`;
  const waits = and(
    inArray(jobTable.state, ['created', 'retry', 'active']),
    sql`${jobTable.startAfter} < now() + interval '1 hour'`,
  );
  const waiting = await db
    .select({ id })
    .from(jobTable)
    .where(and(eq(jobTable.name, queue.name), waits));
  const known = new Set(waiting.map((row) => row.id));
  for (const missing of ids) if (!known.has(missing)) await enqueue(db, queue, { id: missing });
}
