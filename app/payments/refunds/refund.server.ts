import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#app/audit/record.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { payment, refund } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { makeRefund } from './refund.job.server.ts';
import type { newRefund } from './schema.ts';

/**
 * Refunds all or part of a charge, with the same part of the streamer's and of the site's share.
 * @throws ProtocolError FORBIDDEN unless the viewer administers; CONFIRM_AGAIN; NOT_FOUND; WRONG_STATE if nothing was
 * charged; INVALID_DATA for more than is left
 */
export async function refundPayment(
  viewer: SignedIn,
  paymentId: string,
  { amount, reason }: z.output<typeof newRefund>,
): Promise<void> {
  if (!viewer.authorities.has('ADMINISTER')) throw forbidden(viewer);
  requireConfirmed(viewer);
  await inTransaction(async (tx) => {
    const isIt = eq(payment.id, paymentId);
    const [row] = await tx.select().from(payment).where(isIt).for('update');
    if (!row) throw new ProtocolError('NOT_FOUND');
    if (row.status !== 'CAPTURED') throw new ProtocolError('WRONG_STATE');
    const left = row.captured - row.refunded;
    if (amount > left)
      throw new ProtocolError('INVALID_DATA', [
        { path: 'amount', message: `is more than ${left}`, problem: { kind: 'atMost', limit: left } },
      ]);
    await addRefund(tx, { paymentId, amount, reason, byId: viewer.id });
    await recordAudit(tx, {
      ...{ action: 'REFUND', entity: 'payment', rowId: paymentId },
      before: { refunded: row.refunded },
      after: { refunded: row.refunded + amount, reason },
    });
  });
}

/**
 * Records a refund and enqueues the job that makes it at Stripe.
 * @param tx holds the lock of the payment, which has at least this amount left
 */
export async function addRefund(
  tx: Transaction,
  values: Pick<typeof refund.$inferInsert, 'paymentId' | 'amount' | 'reason' | 'byId'>,
): Promise<void> {
  const [row] = await tx
    .update(payment)
    .set({ refunded: sql`${payment.refunded} + ${values.amount}` })
    .where(eq(payment.id, values.paymentId))
    .returning();
  // A share that is not decided yet will already exclude this refund, so only a decided one needs a reversal.
  const reverses = row?.share != null;
  const [made] = await tx
    .insert(refund)
    .values({ ...values, reverses })
    .returning();
  if (!made) throw new Error('PostgreSQL returned no row of an insert');
  await enqueue(tx, makeRefund, { id: made.id });
}
