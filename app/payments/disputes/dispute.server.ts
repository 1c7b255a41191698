import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import { db } from '#app/platform/database.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { dispute, ledger, payment } from '#db/schema/index.ts';
import { netOf } from '#protocol/charge.ts';
import { RetryLater } from '#protocol/errors.ts';
import { book } from '../ledger/ledger.server.ts';
import { tellOfDispute } from '../notices/tell.server.ts';
import { transferOnce } from '../payouts/transfer.server.ts';
import { newFeeBack } from '../refunds/fee-back.server.ts';
import { reverseOnce } from '../refunds/reverse.server.ts';
import { callStripe, isRefused, RETRY_S } from '../stripe/client.server.ts';

type Dispute = typeof dispute.$inferSelect;
type Payment = typeof payment.$inferSelect;

/** Statuses in which Stripe has not taken the money: an inquiry, or settled beforehand. */
const TAKES_NOTHING = /^(warning_|prevented)/;

/**
 * Reads a dispute from Stripe. The streamer returns what Stripe has taken from the site for it, and gets it back if the
 * dispute is won.
 * @param stripeId `dp_…`
 * @throws as `callStripe`
 */
export async function refreshDispute(stripeId: string): Promise<void> {
  const theirs = await callStripe((stripe) =>
    stripe.disputes.retrieve(stripeId, { expand: ['charge.application_fee'] }),
  );
  const intent =
    typeof theirs.payment_intent === 'object' ? theirs.payment_intent?.id : theirs.payment_intent;
  const [paid] = intent ? await db.select().from(payment).where(eq(payment.intent, intent)) : [];
  if (!paid) return;
  const known = await store(paid, theirs);
  const isBooked = (await db.$count(ledger, eq(ledger.txKey, `dispute:${known.id}`))) > 0;
  if (!isBooked && !TAKES_NOTHING.test(theirs.status)) await reverseTransfer(known, paid, theirs);
  if (theirs.status === 'won') await payBackWon(stripeId, paid);
}

function store(paid: Payment, theirs: Stripe.Dispute): Promise<Dispute> {
  const due = theirs.evidence_details.due_by;
  const values = {
    amount: theirs.amount,
    reason: theirs.reason,
    status: theirs.status,
    dueBy: due ? new Date(due * 1000) : null,
  };
  return inTransaction(async (tx) => {
    const isIt = eq(dispute.stripeId, theirs.id);
    const [before] = await tx.select().from(dispute).where(isIt).for('update');
    const [row] = await tx
      .insert(dispute)
      .values({ ...values, paymentId: paid.id, stripeId: theirs.id })
      .onConflictDoUpdate({ target: dispute.stripeId, set: values })
      .returning();
    if (!row) throw new Error('PostgreSQL returned no row of an insert');
    await tellOfDispute(tx, paid, row, before?.status ?? null);
    return row;
  });
}

/**
 * Reverses what is left of the transfer, with the same part of the site's share. A streamer who has not been paid yet
 * returns nothing.
 */
async function reverseTransfer(known: Dispute, paid: Payment, theirs: Stripe.Dispute): Promise<void> {
  const { viaSite, share: decided, transfer, feeBps } = paid;
  // The transfer is about to be made.
  if (decided && !transfer) throw new RetryLater('UNAVAILABLE', RETRY_S);
  const transferId = viaSite ? transfer : transferOf(theirs);
  if (!transferId && !viaSite) return;
  const { amount, id } = theirs;
  const back = viaSite ? netOf(amount, feeBps) : amount;
  const extra = viaSite ? {} : { refund_application_fee: true };
  const reversal = transferId
    ? await reverseOnce(transferId, back, { dispute: id }, `reverse:${id}`, extra)
    : null;
  const after = await callStripe((stripe) =>
    stripe.disputes.retrieve(theirs.id, { expand: ['charge.application_fee'] }),
  );
  await inTransaction(async (tx) => {
    const [now] = await tx.select().from(payment).where(eq(payment.id, paid.id)).for('update');
    // The transfer was decided or made meanwhile.
    if (now?.share !== decided || now.transfer !== transfer) throw new RetryLater('UNAVAILABLE', RETRY_S);
    const feeBack = reversal ? await newFeeBack(tx, paid.id, after.charge) : 0;
    const share = reversal ? reversal.amount - feeBack : 0;
    if (reversal) {
      const stored = await tx
        .update(dispute)
        .set({ reversal: reversal.id, reversed: share, feeBack })
        .where(and(eq(dispute.id, known.id), isNull(dispute.reversal)))
        .returning({ id: dispute.id });
      if (stored.length === 0) return;
    }
    const stripeFee = theirs.balance_transactions.reduce((sum, { fee }) => sum + fee, 0);
    await book(tx, `dispute:${known.id}`, paid, {
      PAYER: theirs.amount,
      STREAMER: -share,
      PLATFORM: share - theirs.amount - stripeFee,
      STRIPE: stripeFee,
    });
  });
}

function transferOf({ charge }: Stripe.Dispute): string | undefined {
  const transfer = typeof charge === 'object' ? charge.transfer : undefined;
  return typeof transfer === 'object' ? transfer?.id : transfer;
}

/** Pays the streamer back what they returned, now that the site has the money again. */
async function payBackWon(stripeId: string, paid: Payment): Promise<void> {
  const [won] = await db
    .select()
    .from(dispute)
    .where(and(eq(dispute.stripeId, stripeId), isNull(dispute.returned)));
  if (!won) return;
  const { id, amount, reversed } = won;
  await inTransaction((tx) => book(tx, `dispute-won:${id}`, paid, { PAYER: -amount, PLATFORM: amount }));
  if (reversed === 0) return;
  try {
    const transfer = await transferOnce(paid, reversed, { dispute: stripeId }, `return:${stripeId}`);
    await inTransaction(async (tx) => {
      await tx.update(dispute).set({ returned: transfer.id }).where(eq(dispute.id, id));
      await book(tx, `dispute-returned:${id}`, paid, { STREAMER: reversed, PLATFORM: -reversed });
    });
  } catch (error) {
    // The account is closed or cannot be paid now; the sweep retries.
    if (!isRefused(error)) throw error;
    logger.warn({ err: error, dispute: id }, 'a streamer was not paid again');
  }
}
