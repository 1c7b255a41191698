import { and, eq, lte, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { paymentMoves } from '#app/entities/payment/moves.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { payment } from '#db/schema/index.ts';
import { feeOf } from '#protocol/charge.ts';
import { callStripe, isRefused } from '../stripe/client.server.ts';
import { hold } from './hold.server.ts';
import { applyIntent, EXPAND, type Payment, refreshPayment } from './intent.server.ts';

/** Does at Stripe what is due of a payment: holds, captures or releases it, or reads it again. */
export const movePayment = defineJob({
  ...paymentMoves,
  concurrency: 4,
  async run({ id }) {
    const [found] = await db
      .select({
        row: payment,
        // The database's clock decides: early and repeated jobs do nothing.
        holdIsDue: sql<boolean>`coalesce(${payment.holdAt} <= now(), false)`,
        captureIsDue: sql<boolean>`coalesce(${payment.captureAt} <= now(), false)`,
      })
      .from(payment)
      .where(eq(payment.id, id));
    if (!found) return;
    const { row, holdIsDue, captureIsDue } = found;
    switch (row.status) {
      case 'NEW':
        if (holdIsDue) await hold(row, null);
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

async function captureHeld({ id }: Payment): Promise<void> {
  // What is due, and when, may have been changed by a complaint since the row was read.
  const isDue = and(eq(payment.id, id), eq(payment.status, 'HELD'), lte(payment.captureAt, sql`now()`));
  const [row] = await db
    .update(payment)
    .set({ status: 'CAPTURING', changedAt: sql`now()` })
    .where(isDue)
    .returning();
  if (row) await capture(row);
}

async function capture(row: Payment): Promise<void> {
  const { intent, toCapture, feeBps } = row;
  if (!intent || !toCapture) throw new Error(`payment ${row.id} cannot be captured`);
  await end(row, (stripe) =>
    stripe.paymentIntents.capture(intent, {
      amount_to_capture: toCapture,
      application_fee_amount: feeOf(toCapture, feeBps),
      expand: EXPAND,
    }),
  );
}

async function release(row: Payment): Promise<void> {
  const { intent } = row;
  if (intent) return end(row, (stripe) => stripe.paymentIntents.cancel(intent, { expand: EXPAND }));
  const isReleasing = and(eq(payment.id, row.id), eq(payment.status, 'RELEASING'));
  await db.update(payment).set({ status: 'RELEASED', changedAt: sql`now()` }).where(isReleasing);
}

/**
 * What Stripe refuses was done before, or cannot be done: then it is read again.
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
