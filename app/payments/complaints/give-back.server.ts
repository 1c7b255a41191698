import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { latestCapture } from '#app/marketplace/payments/charge.server.ts';
import { isOpenDispute } from '#app/marketplace/payments/open-dispute.server.ts';
import { paymentMoves } from '#app/marketplace/payments/queues.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { dispute, payment, type stream } from '#db/schema/index.ts';
import { isChargeable } from '#protocol/charge.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { addRefund } from '../refunds/refund.server.ts';

type Payment = typeof payment.$inferSelect;
type Call = Pick<typeof stream.$inferSelect, 'bookingId' | 'requestId'>;

function isFor({ bookingId, requestId }: Call): SQL | undefined {
  if (bookingId) return eq(payment.bookingId, bookingId);
  return requestId ? eq(payment.requestId, requestId) : sql`false`;
}

/** Locks the payments of a call, latest first. @param tx holds the lock of what is paid for */
const lockPayments = (tx: Transaction, call: Call): Promise<Payment[]> =>
  tx.select().from(payment).where(isFor(call)).orderBy(desc(payment.createdAt)).for('update');

/** Postpones the capture of a call's holds to the latest possible time. @param tx holds the lock of what is paid for */
export async function postponeCapture(tx: Transaction, call: Call): Promise<void> {
  for (const row of await lockPayments(tx, call)) {
    const { id, status, captureAt } = row;
    // It may be unknown when the bank drops the hold.
    const latest = new Date(latestCapture(row) ?? 0);
    if (status !== 'HELD' || !captureAt || latest <= captureAt) continue;
    await tx.update(payment).set({ captureAt: latest }).where(eq(payment.id, id));
    await enqueue(tx, paymentMoves, { id }, { startAfter: latest });
  }
}

/** Captures a call's due holds at once. @param tx holds the lock of what is paid for */
export async function chargeNow(tx: Transaction, call: Call): Promise<void> {
  for (const { id, status, toCapture } of await lockPayments(tx, call)) {
    if ((status !== 'HELD' && status !== 'NEW') || toCapture === null) continue;
    await tx.update(payment).set({ captureAt: sql`now()` }).where(eq(payment.id, id));
    await enqueue(tx, paymentMoves, { id });
  }
}

type Back = { amount: number; reason: string; byId: string };

/**
 * Reduces what a call costs: lowers the amount to capture, or refunds what was captured; never more than is left.
 * @param tx holds the lock of what is paid for
 * @param back amount in the smallest unit, and who grants it
 * @throws ProtocolError WRONG_STATE while the payment is disputed or being captured
 */
export async function giveBack(tx: Transaction, call: Call, { amount, reason, byId }: Back): Promise<void> {
  if (amount === 0) return;
  const payments = await lockPayments(tx, call);
  if (await areDisputed(tx, payments)) throw new ProtocolError('WRONG_STATE');
  let left = amount;
  for (const row of payments) {
    const part = Math.min(left, dueOf(row));
    if (part === 0) continue;
    left -= part;
    // Only for seconds: it is being captured, or held again for capture.
    if (row.status === 'CAPTURING' || row.status === 'NEW') throw new ProtocolError('WRONG_STATE');
    if (row.status === 'HELD') await lower(tx, row, part);
    else await addRefund(tx, { paymentId: row.id, amount: part, reason, byId });
  }
}

/** The amount that a payment costs the payer. */
function dueOf({ status, toCapture, captured, refunded }: Payment): number {
  if (status === 'CAPTURED') return captured - refunded;
  return status === 'HELD' || status === 'CAPTURING' || status === 'NEW' ? (toCapture ?? 0) : 0;
}

/** Lowers the amount to capture; releases the hold if the rest is below the minimum charge. */
async function lower(tx: Transaction, { id, toCapture, currency }: Payment, part: number): Promise<void> {
  const left = (toCapture ?? 0) - part;
  const changedAt = sql`now()`;
  const isIt = eq(payment.id, id);
  if (isChargeable(left, currency)) {
    await tx.update(payment).set({ toCapture: left, changedAt }).where(isIt);
    return;
  }
  await tx.update(payment).set({ status: 'RELEASING', changedAt }).where(isIt);
  await enqueue(tx, paymentMoves, { id });
}

async function areDisputed(tx: Transaction, payments: readonly Payment[]): Promise<boolean> {
  const ids = payments.map(({ id }) => id);
  return (
    ids.length > 0 && (await tx.$count(dispute, and(inArray(dispute.paymentId, ids), isOpenDispute))) > 0
  );
}

/** Whether a payment of the call is disputed. @param tx holds the lock of what is paid for */
export const isDisputed = async (tx: Transaction, call: Call): Promise<boolean> =>
  areDisputed(tx, await lockPayments(tx, call));
