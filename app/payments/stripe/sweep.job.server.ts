import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { paymentMoves } from '#app/entities/payment/moves.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob, enqueue } from '#app/platform/jobs/job.server.ts';
import { dispute, payment, payoutAccount, refund, stripeCustomer, stripeEvent } from '#db/schema/index.ts';
import { refreshDispute } from '../disputes/dispute.server.ts';
import { refreshPayout } from '../payouts/payouts.server.ts';
import { makeRefund } from '../refunds/refund.job.server.ts';
import { callStripe, isRefused, stripeMode } from './client.server.ts';
import { type Hint, hintOf, keepEvents } from './events.server.ts';

/** Stripe gives up to send an event after three days. */
const SENT_FOR_S = 3 * 24 * 60 * 60;
/** How long handled events are kept, for whoever looks into a failure. */
const KEPT_DAYS = 30;
/** The most accounts that are read again at once. */
const ACCOUNTS = 100;

/**
 * Makes up for what did not reach us or did not get done: events that Stripe could not deliver, payments that stand still,
 * accounts that wait for something, and what people whose accounts were deleted left at Stripe.
 */
export const sweepStripe = defineJob({
  name: 'stripe-sweep',
  data: z.object({}),
  schedule: '41 * * * *',
  async run() {
    if (!stripeMode) return;
    await fetchUndelivered();
    await readWaitingAccounts();
    await forgetDeleted();
    await movePayments();
    await db
      .delete(stripeEvent)
      .where(lt(stripeEvent.receivedAt, sql`now() - ${KEPT_DAYS} * interval '1 day'`));
  },
});

async function fetchUndelivered(): Promise<void> {
  const since = Math.floor(Date.now() / 1000) - SENT_FOR_S;
  const hints: Hint[] = [];
  await callStripe(async (stripe) => {
    const events = stripe.events.list({ delivery_success: false, created: { gte: since }, limit: 100 });
    for await (const event of events) hints.push(hintOf(event));
  });
  // The oldest first, as they would have come.
  await keepEvents(hints.reverse());
}

async function readWaitingAccounts(): Promise<void> {
  const isActive = and(eq(payoutAccount.transfers, 'active'), eq(payoutAccount.payouts, 'active'));
  const rows = await db
    .select({ stripeId: payoutAccount.stripeId })
    .from(payoutAccount)
    .where(
      and(isNotNull(payoutAccount.stripeId), isNotNull(payoutAccount.userId), sql`(${isActive}) is not true`),
    )
    .orderBy(sql`${payoutAccount.checkedAt} nulls first`)
    .limit(ACCOUNTS);
  for (const { stripeId } of rows) if (stripeId) await unlessRefused(refreshPayout(stripeId));
}

/** Deletes customers, and with them their cards, and closes accounts whose people have left. */
async function forgetDeleted(): Promise<void> {
  const customers = await db.select().from(stripeCustomer).where(isNull(stripeCustomer.userId));
  for (const { id, stripeId } of customers) {
    if (stripeId) await unlessRefused(callStripe((stripe) => stripe.customers.del(stripeId)));
    await db.delete(stripeCustomer).where(eq(stripeCustomer.id, id));
  }
  // What was earned is paid first.
  const owed = db
    .select({ one: sql`1` })
    .from(payment)
    .where(
      and(
        eq(payment.destination, payoutAccount.stripeId),
        inArray(payment.status, ['NEW', 'ACTION', 'HELD', 'CAPTURING', 'RELEASING']),
      ),
    );
  const accounts = await db
    .select()
    .from(payoutAccount)
    .where(and(isNull(payoutAccount.userId), notExists(owed)));
  for (const { id, stripeId } of accounts) {
    if (stripeId) await unlessRefused(callStripe((stripe) => stripe.v2.core.accounts.close(stripeId, {})));
    await db.delete(payoutAccount).where(eq(payoutAccount.id, id));
  }
}

/** What has stood still for ten minutes is read and done again. */
async function movePayments(): Promise<void> {
  const { status, changedAt, captureAt, intent } = payment;
  const isOpen = or(
    inArray(status, ['CAPTURING', 'RELEASING']),
    and(inArray(status, ['NEW', 'ACTION', 'HELD']), isNotNull(intent)),
    and(eq(status, 'NEW'), lt(payment.holdAt, sql`now()`)),
    and(eq(status, 'HELD'), lt(captureAt, sql`now()`)),
  );
  const isOld = lt(changedAt, sql`now() - interval '10 minutes'`);
  const rows = await db.select({ id: payment.id }).from(payment).where(and(isOpen, isOld));
  for (const { id } of rows) await enqueue(db, paymentMoves, { id });
  const refunds = await db
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.status, 'PENDING'), lt(refund.changedAt, sql`now() - interval '10 minutes'`)));
  for (const { id } of refunds) await enqueue(db, makeRefund, { id });
  // Won ones, whose streamer could not be paid again yet.
  const won = await db
    .select({ stripeId: dispute.stripeId })
    .from(dispute)
    .where(and(eq(dispute.status, 'won'), isNotNull(dispute.reversal), isNull(dispute.returned)));
  for (const { stripeId } of won) await unlessRefused(refreshDispute(stripeId));
}

/** What is gone already, or cannot go, is not tried again. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}
