import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { type booking, payment } from '#db/schema/index.ts';
import { SPARE_HOURS } from '#protocol/policy.ts';
import { cancellationFee, leastCharge } from '../booking/terms.ts';
import { fillHolds } from './fill-holds.ts';
import { paymentMoves } from './moves.server.ts';

type Booking = typeof booking.$inferSelect;
/** What a payment is for. */
type Paid = { bookingId: string } | { requestId: string };

/** A hold is captured at the latest so long before the bank lets it go. */
export const SPARE_MS = SPARE_HOURS * 60 * 60_000;

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
  await release(tx, { bookingId: ended.id });
}

/**
 * Charges a call that is over, of its holds in their order. Lets go of those of which nothing is charged.
 * @param charge in the smallest unit
 * @param chargeAt when, if the bank holds it for so long: ms since 1970
 * @returns what will be charged of it
 */
export async function payForPast(
  tx: Transaction,
  of: Paid,
  charge: number,
  chargeAt: number,
): Promise<number> {
  const holds = await tx
    .select()
    .from(payment)
    .where(and(isFor(of), eq(payment.status, 'HELD')))
    .orderBy(payment.part)
    .for('update');
  const least = leastCharge(holds[0]?.currency ?? '');
  const filled = fillHolds(
    charge,
    holds.map(({ amount }) => amount),
    least,
  );
  let charged = 0;
  for (const [i, { id, captureBefore }] of holds.entries()) {
    const toCapture = filled[i] ?? 0;
    if (toCapture === 0) continue;
    charged += toCapture;
    const latest = captureBefore ? captureBefore.getTime() - SPARE_MS : Number.POSITIVE_INFINITY;
    const captureAt = new Date(Math.min(chargeAt, latest));
    await tx.update(payment).set({ toCapture, captureAt }).where(eq(payment.id, id));
    await enqueue(tx, paymentMoves, { id }, { startAfter: captureAt });
  }
  await release(tx, of);
  return charged;
}

/** Lets go of what is not to be charged. */
export async function release(tx: Transaction, of: Paid | { paymentId: string }): Promise<void> {
  const released = await tx
    .update(payment)
    .set({ status: 'RELEASING', changedAt: sql`now()` })
    .where(and(isFor(of), isNull(payment.toCapture), inArray(payment.status, ['NEW', 'ACTION', 'HELD'])))
    .returning({ id: payment.id });
  for (const { id } of released) await enqueue(tx, paymentMoves, { id });
}

function isFor(of: Paid | { paymentId: string }): SQL {
  if ('paymentId' in of) return eq(payment.id, of.paymentId);
  return 'bookingId' in of ? eq(payment.bookingId, of.bookingId) : eq(payment.requestId, of.requestId);
}
