import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { latestCapture } from '#app/marketplace/payments/charge.server.ts';
import { isOpenDispute } from '#app/marketplace/payments/open-dispute.server.ts';
import { paymentMoves } from '#app/marketplace/payments/queues.server.ts';
import { isChargeable } from '#app/marketplace/terms.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { dispute, payment, type stream } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { addRefund } from '../refunds/refund.server.ts';

type Payment = typeof payment.$inferSelect;
type Call = Pick<typeof stream.$inferSelect, 'bookingId' | 'requestId'>;

function isFor({ bookingId, requestId }: Call): SQL | undefined {
  if (bookingId) return eq(payment.bookingId, bookingId);
  return requestId ? eq(payment.requestId, requestId) : sql`false`;
}

/** The payments of a call, the latest first. @param tx holds the lock of what is paid for */
const lockPayments = (tx: Transaction, call: Call): Promise<Payment[]> =>
  tx.select().from(payment).where(isFor(call)).orderBy(desc(payment.createdAt)).for('update');

/** What is held for a call is not charged before it has to be. @param tx holds the lock of what is paid for */
export async function holdBack(tx: Transaction, call: Call): Promise<void> {
  for (const row of await lockPayments(tx, call)) {
    const { id, status, captureAt } = row;
    // How long the bank holds it may not be known.
    const latest = new Date(latestCapture(row) ?? 0);
    if (status !== 'HELD' || !captureAt || latest <= captureAt) continue;
    await tx.update(payment).set({ captureAt: latest }).where(eq(payment.id, id));
    await enqueue(tx, paymentMoves, { id }, { startAfter: latest });
  }
}

/** Charges what is held for a call, and due, at once. @param tx holds the lock of what is paid for */
export async function chargeNow(tx: Transaction, call: Call): Promise<void> {
  for (const { id, status, toCapture } of await lockPayments(tx, call)) {
    if ((status !== 'HELD' && status !== 'NEW') || toCapture === null) continue;
    await tx.update(payment).set({ captureAt: sql`now()` }).where(eq(payment.id, id));
    await enqueue(tx, paymentMoves, { id });
  }
}

type Back = { amount: number; reason: string; byId: string };

/**
 * Charges so much less for a call, or refunds it if it was charged: never more than is left.
 * @param tx holds the lock of what is paid for
 * @param back in the smallest unit, and by whom
 * @throws ProtocolError WRONG_STATE while its payer's bank has it, or it is being charged
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
    // For seconds: it is being charged, or held anew to be.
    if (row.status === 'CAPTURING' || row.status === 'NEW') throw new ProtocolError('WRONG_STATE');
    if (row.status === 'HELD') await lower(tx, row, part);
    else await addRefund(tx, { paymentId: row.id, amount: part, reason, byId });
  }
}

/** What a payment takes from whoever pays. */
function dueOf({ status, toCapture, captured, refunded }: Payment): number {
  if (status === 'CAPTURED') return captured - refunded;
  return status === 'HELD' || status === 'CAPTURING' || status === 'NEW' ? (toCapture ?? 0) : 0;
}

/** What is left of it is let go if it is less than can be charged. */
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

/** Whether the bank was asked for what a call has cost. @param tx holds the lock of what is paid for */
export const isDisputed = async (tx: Transaction, call: Call): Promise<boolean> =>
  areDisputed(tx, await lockPayments(tx, call));
