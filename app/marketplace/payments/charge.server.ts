import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { isHeldPayment } from '#db/held-payment.ts';
import { type booking, payment } from '#db/schema/index.ts';
import { fillHolds, leastCharge } from '#protocol/charge.ts';
import { SPARE_HOURS } from '#protocol/policy.ts';
import { cancellationFee } from '../terms.ts';
import { holdAgain } from './hold-again.server.ts';
import { paymentMoves } from './queues.server.ts';

type Booking = typeof booking.$inferSelect;
type Payment = typeof payment.$inferSelect;
type Paid = { bookingId: string } | { requestId: string };

/** A hold is captured at the latest this long before the bank drops it. */
const SPARE_MS = SPARE_HOURS * 60 * 60_000;

/** Records the amount to capture of a payment, and when. A refused hold is tried once more, as a call was delivered. */
async function noteCharge(tx: Transaction, row: Payment, toCapture: number, captureAt: Date): Promise<void> {
  const { id, status } = row;
  await tx.update(payment).set({ toCapture, captureAt, changedAt: sql`now()` }).where(eq(payment.id, id));
  await enqueue(tx, paymentMoves, { id }, { startAfter: captureAt });
  if (status !== 'ACTION' || (await holdAgain(tx, { ...row, toCapture }))) return;
  await tx.update(payment).set({ status: 'RELEASING' }).where(eq(payment.id, id));
  await enqueue(tx, paymentMoves, { id });
}

/** Latest time to capture a hold, ms since 1970; null if it is unknown when the bank drops it. */
export const latestCapture = ({ captureBefore }: Pick<Payment, 'captureBefore'>): number | null =>
  captureBefore && captureBefore.getTime() - SPARE_MS;

/** Captures the fee due for a rejected or cancelled booking and releases the rest. */
export async function payForEnded(tx: Transaction, ended: Booking): Promise<void> {
  const fee = ended.endedBy === 'CONSUMER' ? cancellationFee(ended, Date.now()) : 0;
  if (fee > 0) {
    const held = and(eq(payment.bookingId, ended.id), isHeldPayment);
    const [row] = await tx.select().from(payment).where(held).for('update');
    if (row && row.status !== 'HELD') return noteCharge(tx, row, fee, new Date());
    if (row) {
      const begun = { status: 'CAPTURING', toCapture: fee, changedAt: sql`now()` } as const;
      await tx.update(payment).set(begun).where(eq(payment.id, row.id));
      return enqueue(tx, paymentMoves, { id: row.id });
    }
  }
  await release(tx, { bookingId: ended.id });
}

/**
 * Charges a finished call to its holds, in their order, and releases those that are not needed.
 * @param charge in the smallest unit
 * @param chargeAt when to capture, ms since 1970; earlier if a hold ends before
 * @returns the amount that will be captured
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
    .where(and(isFor(of), isHeldPayment))
    .orderBy(payment.part)
    .for('update');
  const least = leastCharge(holds[0]?.currency ?? '');
  const filled = fillHolds(
    charge,
    holds.map(({ amount }) => amount),
    least,
  );
  let charged = 0;
  for (const [i, row] of holds.entries()) {
    const toCapture = filled[i] ?? 0;
    if (toCapture === 0) continue;
    charged += toCapture;
    await noteCharge(tx, row, toCapture, new Date(Math.min(chargeAt, latestCapture(row) ?? chargeAt)));
  }
  await release(tx, of);
  return charged;
}

/** Releases the holds that are not to be captured. */
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
