import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import { db } from '#app/platform/database.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { dispute, payment } from '#db/schema/index.ts';
import { transferGroup } from '../holds/hold.server.ts';
import { book } from '../holds/ledger.server.ts';
import { newFeeBack } from '../refunds/fee-back.server.ts';
import { callStripe, isRefused } from '../stripe/client.server.ts';

type Dispute = typeof dispute.$inferSelect;
type Payment = typeof payment.$inferSelect;

/** Stripe has not taken the money: it is a question, or was settled before. */
const TAKES_NOTHING = /^(warning_|prevented)/;

/**
 * Reads a dispute from Stripe. What Stripe has taken from the site for it, the streamer gives back, and gets again if it is
 * won.
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
  if (!known.reversal && !TAKES_NOTHING.test(theirs.status)) await takeBack(known, paid, theirs);
  if (theirs.status === 'won') await giveAgain(stripeId, paid);
}

async function store(paid: Payment, theirs: Stripe.Dispute): Promise<Dispute> {
  const due = theirs.evidence_details.due_by;
  const values = {
    amount: theirs.amount,
    reason: theirs.reason,
    status: theirs.status,
    dueBy: due ? new Date(due * 1000) : null,
  };
  const [row] = await db
    .insert(dispute)
    .values({ ...values, paymentId: paid.id, stripeId: theirs.id })
    .onConflictDoUpdate({ target: dispute.stripeId, set: values })
    .returning();
  if (!row) throw new Error('PostgreSQL returned no row of an insert');
  return row;
}

/** Reverses the transfer, as far as it was not, with the same part of the site's share. */
async function takeBack(known: Dispute, paid: Payment, theirs: Stripe.Dispute): Promise<void> {
  const transferId = transferOf(theirs);
  if (!transferId) return;
  const reversal = await reversalFor(theirs, transferId);
  const after = await callStripe((stripe) =>
    stripe.disputes.retrieve(theirs.id, { expand: ['charge.application_fee'] }),
  );
  await inTransaction(async (tx) => {
    await tx.select().from(payment).where(eq(payment.id, paid.id)).for('update');
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

/** What the streamer gives back, made unless it was; null if they have given back everything before, by refunds. */
async function reversalFor(
  theirs: Stripe.Dispute,
  transferId: string,
): Promise<Stripe.TransferReversal | null> {
  const { amount, amount_reversed, reversals } = await callStripe((stripe) =>
    stripe.transfers.retrieve(transferId),
  );
  const made = reversals.data.find(({ metadata }) => metadata?.dispute === theirs.id);
  if (made) return made;
  const back = Math.min(theirs.amount, amount - amount_reversed);
  if (back === 0) return null;
  return callStripe((stripe) =>
    stripe.transfers.createReversal(
      transferId,
      { amount: back, refund_application_fee: true, metadata: { dispute: theirs.id } },
      { idempotencyKey: `reverse:${theirs.id}` },
    ),
  );
}

function transferOf({ charge }: Stripe.Dispute): string | undefined {
  const transfer = typeof charge === 'object' ? charge.transfer : undefined;
  return typeof transfer === 'object' ? transfer?.id : transfer;
}

/** The site has the money again, of which the streamer is paid what they gave back. */
async function giveAgain(stripeId: string, paid: Payment): Promise<void> {
  const [won] = await db
    .select()
    .from(dispute)
    .where(and(eq(dispute.stripeId, stripeId), isNull(dispute.returned)));
  if (!won) return;
  const { id, amount, reversed } = won;
  await inTransaction((tx) => book(tx, `dispute-won:${id}`, paid, { PAYER: -amount, PLATFORM: amount }));
  if (reversed === 0) return;
  try {
    const transfer = await callStripe((stripe) =>
      stripe.transfers.create(
        {
          amount: reversed,
          currency: paid.currency.toLowerCase(),
          destination: paid.destination,
          transfer_group: transferGroup(paid),
          metadata: { dispute: stripeId },
        },
        { idempotencyKey: `return:${stripeId}` },
      ),
    );
    await inTransaction(async (tx) => {
      await tx.update(dispute).set({ returned: transfer.id }).where(eq(dispute.id, id));
      await book(tx, `dispute-returned:${id}`, paid, { STREAMER: reversed, PLATFORM: -reversed });
    });
  } catch (error) {
    // The account is closed, or cannot be paid now: the sweep tries again.
    if (!isRefused(error)) throw error;
    logger.warn({ err: error, dispute: id }, 'a streamer was not paid again');
  }
}
