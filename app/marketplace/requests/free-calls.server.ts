import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { freeCall } from '#db/schema/index.ts';
import { endRing, notify } from '../notify.server.ts';
import { freeCallTimeouts, RING_MS } from './deadlines.server.ts';

type Values = typeof freeCall.$inferInsert;
type Ended = Exclude<Values['status'], 'RINGING' | 'BUSY'>;

/** SQL condition: the free call can still be answered, by the database's clock, even if its job is late. */
export const freeCallRings: SQL = sql`(${freeCall.status} = 'RINGING' and ${gt(freeCall.ringUntil, sql`now()`)})`;

/** Adds a free call that rings until it is answered or `RING_MS` are over. @returns its id */
export async function ringFreely(
  tx: Transaction,
  values: Pick<Values, 'calleeId' | 'callerId' | 'callerKey' | 'callerName'>,
): Promise<string> {
  const ringUntil = new Date(Date.now() + RING_MS);
  const [made] = await tx
    .insert(freeCall)
    .values({ ...values, status: 'RINGING', ringUntil })
    .returning({ id: freeCall.id });
  if (!made) throw new Error('PostgreSQL returned no row of an insert');
  const { id } = made;
  await enqueue(tx, freeCallTimeouts, { id }, { startAfter: ringUntil });
  await notify(tx, { userId: values.calleeId, kind: 'REQUEST', freeCallId: id });
  return id;
}

/**
 * Ends the ringing free calls that match a condition. The update compares the status, so of two concurrent changes only
 * one succeeds.
 * @returns the number of changed calls
 */
export async function endFreeCalls(
  tx: Transaction,
  condition: SQL | undefined,
  status: Ended,
  channelId: string | null = null,
): Promise<number> {
  const changed = await tx
    .update(freeCall)
    .set({ status, channelId, ringUntil: null, callerName: null })
    .where(and(eq(freeCall.status, 'RINGING'), condition))
    .returning({ id: freeCall.id });
  const isMissed = status === 'EXPIRED' || status === 'CANCELLED';
  for (const { id } of changed) await endRing(tx, { freeCallId: id }, isMissed ? 'MISSED' : 'ANSWERED');
  return changed.length;
}

/** Expires overdue free calls. */
export async function expireFreeCalls(tx: Transaction, condition: SQL): Promise<void> {
  await endFreeCalls(tx, and(condition, lte(freeCall.ringUntil, sql`now()`)), 'EXPIRED');
}

/**
 * Ends a person's ringing free calls, in both roles.
 * @param other limits it to calls with this person
 */
export async function cancelFreeCalls(tx: Transaction, person: string, other?: string): Promise<void> {
  const { calleeId, callerId } = freeCall;
  const theirs = or(
    and(eq(calleeId, person), other ? eq(callerId, other) : undefined),
    and(eq(callerId, person), other ? eq(calleeId, other) : undefined),
  );
  // Not as cancelled: somebody who has just blocked the caller is not told that they missed them.
  await endFreeCalls(tx, theirs, 'REJECTED');
}
