import { and, eq, inArray, isNotNull, isNull, lt, lte, notExists, notInArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  CLOSE_AFTER_MS,
  closings,
  fixTime,
  holdTimeouts,
  payTimeouts,
} from '#app/marketplace/bookings/deadlines.server.ts';
import { paymentMoves, payoutTransfers } from '#app/marketplace/payments/queues.server.ts';
import { payTimeouts as callPayTimeouts } from '#app/marketplace/requests/deadlines.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { enqueueMissing } from '#app/platform/jobs/waiting.server.ts';
import { logger } from '#app/platform/log.server.ts';
import {
  booking,
  callRequest,
  dispute,
  payment,
  payoutAccount,
  refund,
  stripeCustomer,
  stripeEvent,
} from '#db/schema/index.ts';
import { refreshDispute } from '../disputes/dispute.server.ts';
import { isUntransferred, refreshPayout } from '../payouts/payouts.server.ts';
import { makeRefund } from '../refunds/refund.job.server.ts';
import { callStripe, isRefused, stripeMode } from '../stripe/client.server.ts';
import { handleEvent } from './event.job.server.ts';
import { type Hint, hintOf, keepEvents } from './events.server.ts';

/** Time in s after which Stripe stops retrying an event. */
const SENT_FOR_S = 3 * 24 * 60 * 60;
/** Accounts reread per run at most. */
const ACCOUNTS = 100;

/** Statuses of unfinished payments. */
const OPEN: (typeof payment.$inferSelect)['status'][] = ['NEW', 'ACTION', 'HELD', 'CAPTURING', 'RELEASING'];

/** Work unchanged since then is considered lost: its job has failed for hours, or its process has died. */
const LOST = sql`now() - interval '10 minutes'`;

/**
 * Catches up on lost work: events that Stripe could not deliver, stalled payments, accounts waiting for something, and
 * what deleted accounts left behind at Stripe. A failing step does not stop the others and is retried an hour later.
 */
export const sweepStripe = defineJob({
  name: 'stripe-sweep',
  data: z.object({}),
  schedule: '41 * * * *',
  async run() {
    if (!stripeMode) return;
    const steps = {
      fetchUndelivered,
      handleEvents,
      readAccounts,
      readDisputes,
      movePayments,
      payStreamers,
      makeRefunds,
      meetDeadlines,
      forgetCustomers,
      closeAccounts,
    };
    for (const [step, work] of Object.entries(steps)) await attempt({ step }, work());
  },
});

/** Logs a failure instead of throwing it. @param about for the log @returns whether the work succeeded */
async function attempt(about: object, work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    logger.error({ ...about, err: error }, 'a part of the sweep failed');
    return false;
  }
}

async function fetchUndelivered(): Promise<void> {
  const since = Math.floor(Date.now() / 1000) - SENT_FOR_S;
  const hints: Hint[] = [];
  await callStripe(async (stripe) => {
    const events = stripe.events.list({ delivery_success: false, created: { gte: since }, limit: 100 });
    for await (const event of events) hints.push(hintOf(event));
  });
  // Oldest first, the order in which they would have been delivered.
  await keepEvents(hints.reverse());
}

/** Enqueues stored events whose jobs have used up their retries. */
async function handleEvents(): Promise<void> {
  const rows = await db
    .select({ id: stripeEvent.id })
    .from(stripeEvent)
    .where(and(isNull(stripeEvent.handledAt), lt(stripeEvent.receivedAt, LOST)));
  await enqueueMissing(
    handleEvent,
    rows.map(({ id }) => id),
  );
}

/** Rereads accounts that are not ready, and ready ones not read for a day, whose events may have been lost. */
async function readAccounts(): Promise<void> {
  const isActive = and(eq(payoutAccount.transfers, 'active'), eq(payoutAccount.payouts, 'active'));
  const isOld = lt(payoutAccount.checkedAt, sql`now() - interval '1 day'`);
  const rows = await db
    .select({ id: payoutAccount.id, stripeId: payoutAccount.stripeId })
    .from(payoutAccount)
    .where(and(isNotNull(payoutAccount.stripeId), or(sql`(${isActive}) is not true`, isOld)))
    .orderBy(sql`${payoutAccount.checkedAt} nulls first`)
    .limit(ACCOUNTS);
  for (const { id, stripeId } of rows) {
    if (!stripeId || (await attempt({ account: stripeId }, refreshPayout(stripeId)))) continue;
    // Moves the failed account to the end of the order for the next run.
    await db.update(payoutAccount).set({ checkedAt: sql`now()` }).where(eq(payoutAccount.id, id));
  }
}

/** Rereads undecided disputes, and won ones whose streamer could not be paid back yet. */
async function readDisputes(): Promise<void> {
  const { status, reversal, returned, stripeId } = dispute;
  const isOpen = notInArray(status, ['won', 'lost', 'warning_closed', 'prevented']);
  const isOwed = and(eq(status, 'won'), isNotNull(reversal), isNull(returned));
  const rows = await db.select({ stripeId }).from(dispute).where(or(isOpen, isOwed));
  for (const row of rows) await attempt({ dispute: row.stripeId }, refreshDispute(row.stripeId));
}

/** Deletes the customers of deleted accounts, and with them their cards. */
async function forgetCustomers(): Promise<void> {
  // Open payments are settled first.
  const owed = db
    .select({ one: sql`1` })
    .from(payment)
    .where(and(eq(payment.customer, stripeCustomer.stripeId), inArray(payment.status, OPEN)));
  const customers = await db
    .select()
    .from(stripeCustomer)
    .where(and(isNull(stripeCustomer.userId), notExists(owed)));
  for (const { id, stripeId } of customers)
    await attempt({ customer: stripeId }, deleteCustomer(id, stripeId));
}

async function deleteCustomer(id: string, stripeId: string | null): Promise<void> {
  if (stripeId) await unlessRefused(callStripe((stripe) => stripe.customers.del(stripeId)));
  await db.delete(stripeCustomer).where(eq(stripeCustomer.id, id));
}

/** Closes the payout accounts of deleted accounts, once all earnings are paid out. */
async function closeAccounts(): Promise<void> {
  const owed = db
    .select({ one: sql`1` })
    .from(payment)
    .where(
      and(
        eq(payment.destination, payoutAccount.stripeId),
        or(inArray(payment.status, OPEN), isUntransferred),
      ),
    );
  const accounts = await db
    .select()
    .from(payoutAccount)
    .where(and(isNull(payoutAccount.userId), notExists(owed)));
  for (const { id, stripeId } of accounts) await attempt({ account: stripeId }, closeAccount(id, stripeId));
}

async function closeAccount(id: string, stripeId: string | null): Promise<void> {
  if (stripeId) await unlessRefused(callStripe((stripe) => stripe.v2.core.accounts.close(stripeId, {})));
  await db.delete(payoutAccount).where(eq(payoutAccount.id, id));
}

/** Resumes stalled payments. */
async function movePayments(): Promise<void> {
  const { status, changedAt, captureAt, intent } = payment;
  const isOpen = or(
    inArray(status, ['CAPTURING', 'RELEASING']),
    and(inArray(status, ['NEW', 'ACTION', 'HELD']), isNotNull(intent)),
    and(eq(status, 'NEW'), lt(payment.holdAt, sql`now()`)),
    and(eq(status, 'HELD'), lt(captureAt, sql`now()`)),
    isNotNull(payment.formerIntent),
  );
  const rows = await db
    .select({ id: payment.id })
    .from(payment)
    .where(and(isOpen, lt(changedAt, LOST)));
  await enqueueMissing(
    paymentMoves,
    rows.map(({ id }) => id),
  );
}

/** Pays streamers whose accounts were not ready, or whose payment waited for a dispute. */
async function payStreamers(): Promise<void> {
  const rows = await db.select({ id: payment.id }).from(payment).where(isUntransferred);
  await enqueueMissing(
    payoutTransfers,
    rows.map(({ id }) => id),
  );
}

async function makeRefunds(): Promise<void> {
  const rows = await db
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.status, 'PENDING'), lt(refund.changedAt, LOST)));
  await enqueueMissing(
    makeRefund,
    rows.map(({ id }) => id),
  );
}

/** Deadline jobs ask Stripe first, so they fail while it is unreachable; this enqueues them again. */
async function meetDeadlines(): Promise<void> {
  const { status, startAt, endAt, outcome, payBy } = booking;
  const unpaid = await db
    .select({ id: booking.id })
    .from(booking)
    .where(and(eq(status, 'PAYING'), lt(payBy, LOST)));
  const isNear = and(
    inArray(status, ['WAITING', 'CONFIRMED']),
    sql`${startAt} > now() and ${startAt} < ${LOST} + ${fixTime}`,
    inArray(payment.status, ['NEW', 'ACTION', 'EXPIRED']),
  );
  const notHeld = await db
    .select({ id: booking.id })
    .from(booking)
    .innerJoin(payment, eq(payment.bookingId, booking.id))
    .where(isNear);
  const isOver = lte(endAt, sql`${LOST} - ${CLOSE_AFTER_MS} * interval '1 ms'`);
  const over = await db
    .select({ id: booking.id })
    .from(booking)
    .where(and(eq(status, 'CONFIRMED'), isNull(outcome), isOver));
  const calls = await db
    .select({ id: callRequest.id })
    .from(callRequest)
    .where(and(eq(callRequest.status, 'PAYING'), lt(callRequest.payBy, LOST)));
  const due = [
    [payTimeouts, unpaid],
    [holdTimeouts, notHeld],
    [closings, over],
    [callPayTimeouts, calls],
  ] as const;
  for (const [queue, rows] of due)
    await enqueueMissing(
      queue,
      rows.map(({ id }) => id),
    );
}

/** Ignores a refusal by Stripe: the object is already gone or cannot be deleted, so retrying is useless. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}
