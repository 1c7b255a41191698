import { and, eq, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { busy, callRequest, payoutAccount, producerSetting, user } from '#db/schema/index.ts';
import { endRing, notify } from '../notify.server.ts';
import { release } from '../payments/charge.server.ts';
import { lockAccounts } from '../people/lock-people.server.ts';
import { LEAST_MS, RING_MS, ringTimeouts } from './deadlines.server.ts';
import { enqueueCallMail } from './send-request.email.server.ts';

type Status = (typeof callRequest.$inferSelect)['status'];

/** SQL condition on a request: it has rung, so the streamer has seen it. */
export const hasRung: SQL = sql`(${callRequest.status} in ('RINGING', 'ACCEPTED', 'REJECTED', 'EXPIRED')
  or num_nonnulls(${callRequest.rangAt}, ${callRequest.answeredAt}) > 0)`;

/**
 * Changes the requests that match a condition and notifies the streamer. Releases the hold of every request that ends
 * without being accepted. The update compares the status, so of two concurrent changes only one succeeds.
 * @returns the number of changed requests
 */
export async function changeRequests(
  tx: Transaction,
  from: 'PAYING' | 'RINGING',
  condition: SQL | undefined,
  values: PgUpdateSetSource<typeof callRequest> & { status: Exclude<Status, 'PAYING'> },
): Promise<number> {
  const changed = await tx
    .update(callRequest)
    .set({ payBy: null, ringUntil: null, changedAt: sql`now()`, ...values })
    .where(and(eq(callRequest.status, from), condition))
    .returning();
  for (const { id, status, producerId, ringUntil } of changed) {
    if (ringUntil) {
      await enqueue(tx, ringTimeouts, { id }, { startAfter: ringUntil });
      if (producerId) await notify(tx, { userId: producerId, kind: 'REQUEST', requestId: id });
      await enqueueCallMail(tx, id, 'requestRings');
      continue;
    }
    if (from === 'RINGING')
      await endRing(
        tx,
        { requestId: id },
        status === 'EXPIRED' || status === 'CANCELLED' ? 'MISSED' : 'ANSWERED',
      );
    if (status !== 'ACCEPTED') await release(tx, { requestId: id });
  }
  return changed.length;
}

/**
 * SQL condition on a person: they take calls now, and are in no call now or within the next minute.
 * @param id their id, qualified
 */
const isFreeNow = (id: SQLWrapper): SQL => sql`exists (select 1 from ${producerSetting} setting
    where setting.user_id = ${id} and setting.available_until > now())
  and not ${isTaken(id)}
  and not exists (select 1 from ${callRequest} other where other.producer_id = ${id} and other.status = 'RINGING')`;

/** SQL condition on a person: they are in a paid call now or within the next minute. @param id their id, qualified */
export const isTaken = (id: SQLWrapper): SQL => sql`exists (select 1 from ${busy} taken
    where taken.user_id = ${id} and taken.period && tstzrange(now(), now() + ${LEAST_MS} * interval '1 ms'))`;

/**
 * SQL condition on a request: its streamer takes calls now, and neither person is in a call now or within the next
 * minute.
 */
export const isFree: SQL = sql`${isFreeNow(callRequest.producerId)} and not ${isTaken(callRequest.consumerId)}
  and exists (select 1 from ${user} where ${user.id} = ${callRequest.producerId} and ${user.suspendedAt} is null)`;

/** SQL condition on a streamer: they can be called now. @param id their id, qualified */
export const canBeCalled = (id: SQLWrapper): SQL => sql`(${isFreeNow(id)}
  and exists (select 1 from ${payoutAccount} account where account.user_id = ${id} and account.stripe_id is not null
    and account.transfers = 'active' and account.payouts = 'active'))`;

/** Expires overdue requests without waiting for their jobs, so that they do not block new calls. */
export async function expireOverdue(tx: Transaction, condition: SQL): Promise<void> {
  const isOver = lte(callRequest.ringUntil, sql`now()`);
  await changeRequests(tx, 'RINGING', and(condition, isOver), { status: 'EXPIRED' });
}

/** Makes a request ring once its amount is held; it ends as `BUSY` if the streamer can no longer be called. */
export async function ring(tx: Transaction, id: string): Promise<void> {
  const [found] = await tx
    .select({ producerId: callRequest.producerId })
    .from(callRequest)
    .where(eq(callRequest.id, id));
  if (found?.producerId) {
    const { producerId } = found;
    // Concurrent requests to the same streamer queue on this lock, then see that this one is ringing.
    await lockAccounts(tx, [producerId]);
    await expireOverdue(tx, eq(callRequest.producerId, producerId));
  }
  const isIt = eq(callRequest.id, id);
  const ringUntil = new Date(Date.now() + RING_MS);
  const rang = { ringUntil, rangAt: sql`now()` };
  const rings = await changeRequests(tx, 'PAYING', and(isIt, isFree), { status: 'RINGING', ...rang });
  if (rings === 0) await changeRequests(tx, 'PAYING', isIt, { status: 'BUSY' });
}

/**
 * Ends a person's unanswered requests, in both roles.
 * @param other limits it to requests with this person
 */
export async function cancelRequests(tx: Transaction, person: string, other?: string): Promise<void> {
  const { producerId, consumerId } = callRequest;
  const theirs = or(
    and(eq(producerId, person), other ? eq(consumerId, other) : undefined),
    and(eq(consumerId, person), other ? eq(producerId, other) : undefined),
  );
  await changeRequests(tx, 'PAYING', theirs, { status: 'FAILED' });
  await changeRequests(tx, 'RINGING', theirs, { status: 'FAILED' });
}
