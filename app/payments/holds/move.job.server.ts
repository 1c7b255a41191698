import { and, eq, lte, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { lockPaidFor } from '#app/marketplace/paid-for.server.ts';
import { holdAgain } from '#app/marketplace/payments/hold-again.server.ts';
import { paymentMoves } from '#app/marketplace/payments/queues.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob, enqueue } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { payment, stream } from '#db/schema/index.ts';
import { feeOf } from '#protocol/charge.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { refreshPayout, takesTransfers } from '../payouts/payouts.server.ts';
import { callStripe, isRefused } from '../stripe/client.server.ts';
import { waitForApproval } from './approval.server.ts';
import { hold } from './hold.server.ts';
import {
  applyIntent,
  EXPAND,
  type Payment,
  refreshPayment,
  refuseHold,
  releasedStatus,
} from './intent.server.ts';

/** Carries out at Stripe the next step of a payment: holds, captures, releases or rereads it. */
export const movePayment = defineJob({
  ...paymentMoves,
  concurrency: 4,
  async run({ id }) {
    const [found] = await db
      .select({
        row: payment,
        // By the database's clock, so that early and repeated jobs do nothing.
        holdIsDue: sql<boolean>`coalesce(${payment.holdAt} <= now(), false)`,
        captureIsDue: sql<boolean>`coalesce(${payment.captureAt} <= now(), false)`,
      })
      .from(payment)
      .where(eq(payment.id, id));
    if (!found) return;
    const { row, holdIsDue, captureIsDue } = found;
    const isReplaced = row.formerIntent !== null && row.status !== 'NEW' && row.status !== 'ACTION';
    if (isReplaced && !(await releaseFormer(row))) return;
    switch (row.status) {
      case 'NEW':
        if (holdIsDue) await holdOffSession(row);
        return;
      case 'ACTION':
        await refreshPayment(row);
        return;
      case 'HELD':
        await (captureIsDue ? captureHeld(row) : refreshPayment(row));
        return;
      case 'CAPTURING':
        return capture(row);
      case 'RELEASING':
        return release(row);
    }
  },
});

/** Holds an amount while the payer is away. */
async function holdOffSession(row: Payment): Promise<void> {
  try {
    await hold(row, null);
  } catch (error) {
    const code = error instanceof ProtocolError ? error.code : null;
    if (code !== 'NOT_PAYABLE' && code !== 'CARD_NEEDED') throw error;
    if (code === 'NOT_PAYABLE' && !row.viaSite && !(await takesTransfers(row.destination)))
      await payViaSite(row);
    else await refuseHold(row, code.toLowerCase());
  }
}

/**
 * Releases the hold that this one replaces. Nothing is captured before that, so that nobody is charged twice.
 * @returns false if the former hold was captured meanwhile
 */
async function releaseFormer(known: Payment): Promise<boolean> {
  const { id, formerIntent } = known;
  if (!formerIntent) return true;
  try {
    await callStripe((stripe) => stripe.paymentIntents.cancel(formerIntent));
  } catch (error) {
    if (!isRefused(error)) throw error;
    const theirs = await callStripe((stripe) => stripe.paymentIntents.retrieve(formerIntent));
    if (theirs.status === 'succeeded') {
      await takeFormer(known, theirs);
      return false;
    }
  }
  const isIt = and(eq(payment.id, id), eq(payment.formerIntent, formerIntent));
  await db.update(payment).set({ formerIntent: null }).where(isIt);
  return true;
}

/** The former hold was captured while the new one was placed, so the new one is released instead. */
async function takeFormer(known: Payment, former: Stripe.PaymentIntent): Promise<void> {
  await inTransaction(async (tx) => {
    await lockPaidFor(tx, known);
    const isIt = and(eq(payment.id, known.id), eq(payment.formerIntent, former.id));
    const [row] = await tx.select().from(payment).where(isIt).for('update');
    if (!row || row.status === 'CAPTURED') return;
    await tx
      .update(payment)
      .set({
        ...{ status: 'CAPTURING', intent: former.id, formerIntent: row.intent, refusal: null },
        heldAmount: former.amount < row.amount ? former.amount : null,
        viaSite: former.transfer_data === null,
      })
      .where(isIt);
    await enqueue(tx, paymentMoves, { id: row.id });
  });
  await refreshPayment(known);
}

async function captureHeld({ id }: Payment): Promise<void> {
  const row = await inTransaction(async (tx) => {
    // A complaint may have changed the amount or the time since the row was read.
    const isDue = and(eq(payment.id, id), eq(payment.status, 'HELD'), lte(payment.captureAt, sql`now()`));
    const [due] = await tx.select().from(payment).where(isDue).for('update');
    if (!due || (await waitForApproval(tx, due))) return undefined;
    await tx.update(payment).set({ status: 'CAPTURING', changedAt: sql`now()` }).where(eq(payment.id, id));
    return due;
  });
  if (row) await capture(row);
}

async function capture(row: Payment): Promise<void> {
  const { intent, toCapture, feeBps, viaSite, destination } = row;
  if (!intent || !toCapture) throw new Error(`payment ${row.id} cannot be captured`);
  if (!viaSite && !(await takesTransfers(destination))) {
    // It may have been captured already and the answer lost.
    await refreshPayment(row);
    return payViaSite(row);
  }
  const seconds = await secondsOf(row);
  try {
    await end(row, (stripe) =>
      stripe.paymentIntents.capture(intent, {
        amount_to_capture: toCapture,
        ...(!viaSite && { application_fee_amount: feeOf(toCapture, feeBps) }),
        metadata: { seconds },
        expand: EXPAND,
      }),
    );
  } catch (error) {
    if (viaSite || !isRefused(error)) throw error;
    // Perhaps the streamer's account is no longer ready and we missed the event.
    await refreshPayout(destination);
    if (await takesTransfers(destination)) throw error;
    await payViaSite(row);
  }
}

/** Delivered seconds of the call, shown at Stripe. */
async function secondsOf({ bookingId, requestId }: Payment): Promise<number> {
  const isIts = bookingId ? eq(stream.bookingId, bookingId) : eq(stream.requestId, requestId ?? '');
  const [counted] = await db.select({ ms: stream.deliveredMs }).from(stream).where(isIts);
  return Math.floor((counted?.ms ?? 0) / 1000);
}

/**
 * Replaces a hold by one that pays the site, as the streamer's account is not ready and a hold's destination cannot be
 * changed.
 */
async function payViaSite(known: Payment): Promise<void> {
  const isBegun = await inTransaction(async (tx) => {
    await lockPaidFor(tx, known);
    const [row] = await tx.select().from(payment).where(eq(payment.id, known.id)).for('update');
    const isSame = row?.attempt === known.attempt && (row.status === 'CAPTURING' || row.status === 'NEW');
    return !row || !isSame || holdAgain(tx, row, true);
  });
  if (!isBegun) await refuseHold(known, 'account_invalid');
}

async function release(row: Payment): Promise<void> {
  const { intent } = row;
  if (intent) return end(row, (stripe) => stripe.paymentIntents.cancel(intent, { expand: EXPAND }));
  const isReleasing = and(eq(payment.id, row.id), eq(payment.status, 'RELEASING'));
  await db
    .update(payment)
    .set({ status: releasedStatus(row), changedAt: sql`now()` })
    .where(isReleasing);
}

/**
 * Captures or cancels an intent. If Stripe refuses, it is reread, as it may have been done before.
 * @throws Error if it is still to be done
 */
async function end(row: Payment, call: (stripe: Stripe) => Promise<Stripe.PaymentIntent>): Promise<void> {
  try {
    await applyIntent(row, await callStripe(call));
  } catch (error) {
    if (!isRefused(error)) throw error;
    await refreshPayment(row);
    const [after] = await db.select().from(payment).where(eq(payment.id, row.id));
    if (after?.status === 'CAPTURING' || after?.status === 'RELEASING') throw error;
  }
}
