import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { isOpenDispute } from '#app/marketplace/payments/open-dispute.server.ts';
import { payoutTransfers } from '#app/marketplace/payments/queues.server.ts';
import { isSuspended } from '#app/marketplace/people/suspended.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { dispute, payment, payoutAccount, refund } from '#db/schema/index.ts';
import { netOf } from '#protocol/charge.ts';
import { book } from '../ledger/ledger.server.ts';
import { isRefused } from '../stripe/client.server.ts';
import { transferOnce } from './transfer.server.ts';

type Payment = typeof payment.$inferSelect;

/** Pays a streamer what was charged while their account was not ready, once it is. */
export const transferPayout = defineJob({
  ...payoutTransfers,
  async run({ id }) {
    const decided = await inTransaction((tx) => decide(tx, id));
    if (!decided?.share) return;
    const { share, destination } = decided;
    try {
      const transfer = await transferOnce(
        decided,
        share,
        { payment: id },
        `payout:${id}:${destination}:${share}`,
      );
      await inTransaction(async (tx) => {
        const made = await tx
          .update(payment)
          .set({ transfer: transfer.id })
          .where(and(eq(payment.id, id), isNull(payment.transfer)))
          .returning({ id: payment.id });
        if (made.length > 0) await book(tx, `transfer:${id}`, decided, { STREAMER: share, PLATFORM: -share });
      });
    } catch (error) {
      // The account is no longer ready, or the site's balance at Stripe is too low; the sweep retries.
      if (!isRefused(error)) throw error;
      logger.warn({ err: error, payment: id }, 'a streamer could not be paid');
      await inTransaction((tx) => reconsider(tx, id));
    }
  },
});

/**
 * Decides the amount to transfer and the account: the charge less refunds, lost disputes and the site's share.
 * @returns null if it is already paid, or must not be paid yet
 */
async function decide(tx: Transaction, id: string): Promise<Payment | null> {
  const [row] = await tx.select().from(payment).where(eq(payment.id, id)).for('update');
  if (row?.status !== 'CAPTURED' || !row.viaSite || row.transfer) return null;
  if (row.share !== null) return row;
  if (!row.approvedAt && (await isSuspended(tx, row.payeeId))) return null;
  const isIts = eq(dispute.paymentId, id);
  // While a dispute is pending, it is open who gets the money.
  const pending = and(isIts, isOpenDispute, ne(dispute.status, 'lost'));
  if ((await tx.$count(dispute, pending)) > 0) return null;
  const { userId, stripeId, transfers } = payoutAccount;
  const isTheirs = or(eq(stripeId, row.destination), row.payeeId ? eq(userId, row.payeeId) : undefined);
  const [account] = await tx
    .select({ stripeId })
    .from(payoutAccount)
    .where(and(isTheirs, eq(transfers, 'active')));
  if (!account?.stripeId) return null;
  const [lost] = await tx
    .select({ sum: sql<number>`coalesce(sum(${dispute.amount}), 0)`.mapWith(Number) })
    .from(dispute)
    .where(and(isIts, eq(dispute.status, 'lost')));
  const left = Math.max(0, row.captured - row.refunded - (lost?.sum ?? 0));
  const share = netOf(left, row.feeBps);
  const [decided] = await tx
    .update(payment)
    .set({ share, destination: account.stripeId })
    .where(eq(payment.id, id))
    .returning();
  return decided ?? null;
}

/** Resets the decision, as nothing was transferred: the next one may choose another account. */
async function reconsider(tx: Transaction, id: string): Promise<void> {
  const isIt = and(eq(payment.id, id), isNull(payment.transfer));
  const [row] = await tx.select().from(payment).where(isIt).for('update');
  if (!row) return;
  await tx.update(payment).set({ share: null }).where(isIt);
  await tx.update(refund).set({ reverses: false }).where(eq(refund.paymentId, id));
}
