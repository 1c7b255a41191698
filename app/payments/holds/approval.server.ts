import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordAudit } from '#app/audit/record.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { lockPaidFor } from '#app/marketplace/paid-for.server.ts';
import { latestCapture } from '#app/marketplace/payments/charge.server.ts';
import { paymentMoves } from '#app/marketplace/payments/queues.server.ts';
import { isSuspended } from '#app/marketplace/people/suspended.server.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { payment, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Approving } from './schema.ts';

type Payment = typeof payment.$inferSelect;

const DAY_MS = 24 * 60 * 60_000;

const needsApproval = async (tx: Transaction, { status, toCapture, approvedAt, payeeId }: Payment) =>
  status === 'HELD' && toCapture !== null && approvedAt === null && (await isSuspended(tx, payeeId));

/**
 * Defers the charge for a suspended streamer's call until an administrator decides, or until shortly before the hold
 * ends; then nothing is charged.
 * @param due locked, held and due
 * @returns whether it must not be captured now
 */
export async function waitForApproval(tx: Transaction, due: Payment): Promise<boolean> {
  if (!(await needsApproval(tx, due))) return false;
  const latest = latestCapture(due);
  if (latest !== null && latest <= Date.now()) {
    await chargeNothing(tx, due);
    return true;
  }
  // If it is unknown when the hold ends, the bank's cancellation will end the waiting.
  const captureAt = new Date(latest ?? Date.now() + DAY_MS);
  await tx.update(payment).set({ captureAt }).where(eq(payment.id, due.id));
  await enqueue(tx, paymentMoves, { id: due.id }, { startAfter: captureAt });
  return true;
}

async function chargeNothing(tx: Transaction, { id }: Payment): Promise<void> {
  await tx.update(payment).set({ status: 'RELEASING', changedAt: sql`now()` }).where(eq(payment.id, id));
  await enqueue(tx, paymentMoves, { id });
}

/** Payments that wait for an administrator's decision, the most urgent first. */
export const listApprovals = () =>
  db
    .select({ id: payment.id, due: payment.toCapture, currency: payment.currency })
    .from(payment)
    .innerJoin(user, and(eq(user.id, payment.payeeId), isNotNull(user.suspendedAt)))
    .where(and(eq(payment.status, 'HELD'), isNotNull(payment.toCapture), isNull(payment.approvedAt)))
    .orderBy(payment.captureBefore);

/** The amount that waits for an administrator's decision, and the deadline; null if nothing waits. */
export async function approvalOf(paymentId: string) {
  const [row] = await db.select().from(payment).where(eq(payment.id, paymentId));
  if (!row || !(await db.transaction((tx) => needsApproval(tx, row)))) return null;
  const latest = latestCapture(row);
  return {
    due: row.toCapture ?? 0,
    currency: row.currency,
    until: latest === null ? null : new Date(latest),
  };
}
export type Approval = NonNullable<Awaited<ReturnType<typeof approvalOf>>>;

/**
 * Records an administrator's decision whether a suspended streamer's call is charged.
 * @throws ProtocolError FORBIDDEN unless the viewer administers; CONFIRM_AGAIN; NOT_FOUND; WRONG_STATE if nothing waits
 */
export async function decideApproval(
  viewer: SignedIn,
  paymentId: string,
  decision: Approving,
): Promise<void> {
  if (!viewer.authorities.has('ADMINISTER')) throw forbidden(viewer);
  requireConfirmed(viewer);
  const isIt = eq(payment.id, paymentId);
  const [known] = await db.select().from(payment).where(isIt);
  if (!known) throw new ProtocolError('NOT_FOUND');
  await inTransaction(async (tx) => {
    await lockPaidFor(tx, known);
    const [row] = await tx.select().from(payment).where(isIt).for('update');
    if (!row || !(await needsApproval(tx, row))) throw new ProtocolError('WRONG_STATE');
    if (decision === 'chargeNothing') await chargeNothing(tx, row);
    else {
      await tx.update(payment).set({ approvedAt: sql`now()`, captureAt: sql`now()` }).where(isIt);
      await enqueue(tx, paymentMoves, { id: paymentId });
    }
    await recordAudit(tx, {
      ...{ action: 'DECIDE', entity: 'payment', rowId: paymentId },
      before: { approved: null },
      after: { approved: decision === 'payOut' },
    });
  });
}
