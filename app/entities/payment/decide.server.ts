import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { type booking, payment } from '#db/schema/index.ts';
import { CAPTURE_AFTER_MS, cancellationFee } from '../booking/terms.ts';
import { paymentMoves } from './moves.server.ts';

type Booking = typeof booking.$inferSelect;

/** A hold is captured at the latest so long before the bank lets it go. */
const SPARE_MS = 6 * 60 * 60_000;

/** Charges what is due for a booking that was rejected or cancelled, and lets go of the rest. */
export async function payForEnded(tx: Transaction, ended: Booking, wasConfirmed: boolean): Promise<void> {
  const byConsumer = wasConfirmed && ended.endedReason === 'CONSUMER';
  const fee = byConsumer ? cancellationFee(ended, Date.now()) : 0;
  if (fee > 0) {
    const charged = await tx
      .update(payment)
      .set({ status: 'CAPTURING', toCapture: fee, changedAt: sql`now()` })
      .where(and(eq(payment.bookingId, ended.id), eq(payment.status, 'HELD')))
      .returning({ id: payment.id });
    for (const { id } of charged) await enqueue(tx, paymentMoves, { id });
    if (charged.length > 0) return;
  }
  await release(tx, ended.id);
}

/** Charges a booking whose call took place, a day after its end; lets go of what others would have cost. */
export async function payForPast(tx: Transaction, { id: bookingId, endAt, outcome }: Booking): Promise<void> {
  if (outcome !== 'DELIVERED') return release(tx, bookingId);
  const [held] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.bookingId, bookingId), eq(payment.status, 'HELD')))
    .for('update');
  if (!held) return release(tx, bookingId);
  const { id, amount, captureBefore } = held;
  const latest = captureBefore ? captureBefore.getTime() - SPARE_MS : Number.POSITIVE_INFINITY;
  const captureAt = new Date(Math.min(endAt.getTime() + CAPTURE_AFTER_MS, latest));
  await tx.update(payment).set({ toCapture: amount, captureAt }).where(eq(payment.id, id));
  await enqueue(tx, paymentMoves, { id }, { startAfter: captureAt });
}

/** Lets go of what a request would have cost. */
export const releaseRequest = (tx: Transaction, requestId: string): Promise<void> =>
  releaseOf(tx, eq(payment.requestId, requestId));

const release = (tx: Transaction, bookingId: string): Promise<void> =>
  releaseOf(tx, eq(payment.bookingId, bookingId));

async function releaseOf(tx: Transaction, isIt: SQL): Promise<void> {
  const released = await tx
    .update(payment)
    .set({ status: 'RELEASING', changedAt: sql`now()` })
    .where(and(isIt, inArray(payment.status, ['NEW', 'ACTION', 'HELD'])))
    .returning({ id: payment.id });
  for (const { id } of released) await enqueue(tx, paymentMoves, { id });
}
