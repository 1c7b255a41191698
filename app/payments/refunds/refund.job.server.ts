import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { z } from 'zod';
import { enqueueRefundMails } from '#app/marketplace/bookings/mails.server.ts';
import { enqueueCallMail } from '#app/marketplace/requests/send-request.email.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking, payment, refund } from '#db/schema/index.ts';
import { netOf } from '#protocol/charge.ts';
import { RetryLater } from '#protocol/errors.ts';
import { book } from '../ledger/ledger.server.ts';
import { callStripe, isRefused, RETRY_S } from '../stripe/client.server.ts';
import { newFeeBack } from './fee-back.server.ts';
import { reverseOnce } from './reverse.server.ts';

type Refund = typeof refund.$inferSelect;
type Payment = typeof payment.$inferSelect;

/** Includes how much of the site's share has been returned so far. */
const EXPAND = ['charge.application_fee'];

/** Carries out a decided refund at Stripe. */
export const makeRefund = defineJob({
  name: 'payment-refund',
  data: z.object({ id: z.uuid() }),
  async run({ id }) {
    const [found] = await db
      .select({ row: refund, paid: payment })
      .from(refund)
      .innerJoin(payment, eq(payment.id, refund.paymentId))
      .where(and(eq(refund.id, id), eq(refund.status, 'PENDING')));
    if (!found) return;
    try {
      await apply(found.row, await refundAt(found.paid, found.row));
    } catch (error) {
      // The payment is disputed, or was refunded in another way.
      if (!isRefused(error)) throw error;
      await inTransaction((tx) => fail(tx, found.row));
    }
  },
});

/** Finds this refund at Stripe or creates it. Looks it up in Stripe's list, as idempotency keys expire after a day. */
function refundAt({ intent, viaSite }: Payment, { id, amount, stripeId }: Refund): Promise<Stripe.Refund> {
  return callStripe(async (stripe) => {
    if (!intent) throw new Error(`refund ${id} is of nothing`);
    if (stripeId) return stripe.refunds.retrieve(stripeId, { expand: EXPAND });
    const { data } = await stripe.refunds.list({
      payment_intent: intent,
      limit: 100,
      expand: EXPAND.map((path) => `data.${path}`),
    });
    return (
      data.find(({ metadata }) => metadata?.refund === id) ??
      stripe.refunds.create(
        {
          payment_intent: intent,
          amount,
          ...(!viaSite && { reverse_transfer: true, refund_application_fee: true }),
          reason: 'requested_by_customer',
          metadata: { refund: id },
          expand: EXPAND,
        },
        { idempotencyKey: `refund:${id}` },
      )
    );
  });
}

/** Rereads a payment's refunds from Stripe, as a bank can refuse one days later. @param intent `pi_…` */
export async function refreshRefunds(intent: string): Promise<void> {
  const rows = await db
    .select({ row: refund, paid: payment })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(and(eq(payment.intent, intent), isNotNull(refund.stripeId), ne(refund.status, 'FAILED')));
  for (const { row, paid } of rows) await apply(row, await refundAt(paid, row));
}

async function apply(known: Refund, theirs: Stripe.Refund): Promise<void> {
  const back = known.reverses && known.stripeId === null ? await takeBack(known) : 0;
  return inTransaction(async (tx) => {
    const [paid] = await tx.select().from(payment).where(eq(payment.id, known.paymentId)).for('update');
    const [row] = await tx.select().from(refund).where(eq(refund.id, known.id)).for('update');
    if (!paid || !row || row.status === 'FAILED') return;
    if (row.stripeId === null) await begin(tx, row, paid, theirs, back);
    if (theirs.status === 'failed' || theirs.status === 'canceled') await fail(tx, row, paid);
    else if (theirs.status === 'succeeded' && row.status === 'PENDING') await succeed(tx, row, paid);
  });
}

/**
 * Reverses the streamer's share of a refund if they were paid by a separate transfer.
 * @returns the reversed amount
 * @throws RetryLater UNAVAILABLE if the transfer is about to be made
 */
async function takeBack({ id, paymentId, amount }: Refund): Promise<number> {
  const [paid] = await db.select().from(payment).where(eq(payment.id, paymentId));
  if (!paid?.share) return 0;
  if (!paid.transfer) throw new RetryLater('UNAVAILABLE', RETRY_S);
  const reversal = await reverseOnce(
    paid.transfer,
    netOf(amount, paid.feeBps),
    { refund: id },
    `reverse:${id}`,
  );
  return reversal?.amount ?? 0;
}

/**
 * Books a refund that Stripe has made, even if the bank may still refuse it.
 * @param back the amount that the streamer has returned by a separate reversal
 */
async function begin(
  tx: Transaction,
  row: Refund,
  paid: Payment,
  theirs: Stripe.Refund,
  back: number,
): Promise<void> {
  const feeBack = await newFeeBack(tx, paid.id, theirs.charge);
  await tx
    .update(refund)
    .set({ stripeId: theirs.id, feeBack, changedAt: sql`now()` })
    .where(eq(refund.id, row.id));
  await book(tx, `refund:${row.id}`, paid, {
    PAYER: row.amount,
    ...(paid.viaSite
      ? { STREAMER: -back, PLATFORM: back - row.amount }
      : { STREAMER: feeBack - row.amount, PLATFORM: -feeBack }),
  });
}

async function succeed(tx: Transaction, { id }: Refund, paid: Payment): Promise<void> {
  await tx.update(refund).set({ status: 'SUCCEEDED', changedAt: sql`now()` }).where(eq(refund.id, id));
  if (paid.requestId) await enqueueCallMail(tx, paid.requestId, 'requestRefunded', id);
  if (!paid.bookingId) return;
  const [booked] = await tx.select().from(booking).where(eq(booking.id, paid.bookingId));
  if (booked) await enqueueRefundMails(tx, booked, id);
}

/**
 * Records a failed refund. The money the bank did not accept goes to the site; the streamer's part is not returned.
 * @param paid set if Stripe had already made the refund
 */
async function fail(tx: Transaction, { id, paymentId, amount }: Refund, paid?: Payment): Promise<void> {
  const failed = await tx
    .update(refund)
    .set({ status: 'FAILED', changedAt: sql`now()` })
    .where(and(eq(refund.id, id), ne(refund.status, 'FAILED')))
    .returning({ id: refund.id });
  if (failed.length === 0) return;
  await tx
    .update(payment)
    .set({ refunded: sql`${payment.refunded} - ${amount}` })
    .where(eq(payment.id, paymentId));
  if (paid) await book(tx, `refund-failed:${id}`, paid, { PAYER: -amount, PLATFORM: amount });
}
