import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { lockWithHandlers } from '#app/marketplace/paid-for.server.ts';
import { latestCapture } from '#app/marketplace/payments/charge.server.ts';
import { holdAgain } from '#app/marketplace/payments/hold-again.server.ts';
import { paymentMoves, payoutTransfers } from '#app/marketplace/payments/queues.server.ts';
import { isSuspended } from '#app/marketplace/people/suspended.server.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { payment } from '#db/schema/index.ts';
import { feeOf } from '#protocol/charge.ts';
import { bookCapture } from '../ledger/ledger.server.ts';
import { tellOfForeign } from '../notices/tell.server.ts';
import { callStripe } from '../stripe/client.server.ts';

export type Payment = typeof payment.$inferSelect;
type Sold = NonNullable<Awaited<ReturnType<typeof lockWithHandlers>>>;

/** Expansions that `applyIntent` needs. */
export const EXPAND = ['latest_charge.balance_transaction'];

/**
 * Rereads a payment from Stripe, after a payer's return, an event or a job. It only moves a payment forward, so it may
 * run repeatedly, late and in any order.
 * @param which by its id, or by Stripe's: `pi_…`
 * @returns the URL of the bank's page if the payer still has to confirm there
 * @throws as `callStripe`
 */
export async function refreshPayment(which: { id: string } | { intent: string }): Promise<string | null> {
  const isIt = 'id' in which ? eq(payment.id, which.id) : eq(payment.intent, which.intent);
  const [found] = await db.select().from(payment).where(isIt);
  const intent = found?.intent;
  if (!intent) return null;
  const theirs = await callStripe((stripe) => stripe.paymentIntents.retrieve(intent, { expand: EXPAND }));
  await applyIntent(found, theirs);
  return theirs.next_action?.redirect_to_url?.url ?? null;
}

/**
 * Applies an intent that Stripe returned. An intent with terms that are not ours is cancelled at Stripe, and
 * administrators are notified.
 * @throws Error if it belongs to another payment, or was charged on terms that are not ours; as `callStripe`
 */
export async function applyIntent(known: Payment, intent: Stripe.PaymentIntent): Promise<void> {
  if (intent.metadata.payment !== known.id) throw new Error(`${intent.id} is not payment ${known.id}`);
  const theirs = hasOurTerms(known, intent) ? intent : await cancelForeign(known, intent);
  return inTransaction(async (tx) => {
    const sold = await lockWithHandlers(tx, known);
    const [row] = await tx.select().from(payment).where(eq(payment.id, known.id)).for('update');
    // Another intent has replaced this one.
    if (!sold || !row || row.intent !== theirs.id) return;
    switch (theirs.status) {
      case 'requires_capture':
        return applyHold(tx, row, sold, theirs);
      case 'requires_action':
        if (row.status === 'NEW') await set(tx, row, { status: 'ACTION' });
        return;
      case 'requires_payment_method':
        return applyRefusal(tx, row, sold, theirs);
      case 'succeeded':
        return applyCapture(tx, row, sold, theirs);
      case 'canceled':
        return applyCancellation(tx, row, sold);
    }
  });
}

/** Whether amount, currency and destination are ours. */
function hasOurTerms(known: Payment, intent: Stripe.PaymentIntent): boolean {
  const { amount, heldAmount, currency, destination, viaSite } = known;
  const theirs = [intent.amount, intent.currency, destinationOf(intent)];
  const ours = [heldAmount ?? amount, currency.toLowerCase(), viaSite ? undefined : destination];
  return theirs.every((term, i) => term === ours[i]);
}

/** @returns the cancelled intent @throws Error if it was charged; as `callStripe` */
async function cancelForeign(known: Payment, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  await inTransaction((tx) => tellOfForeign(tx, known.id, intent.id));
  if (intent.status === 'canceled') return intent;
  if (intent.status === 'succeeded')
    throw new Error(`${intent.id} was charged on other terms than payment ${known.id}`);
  return callStripe((stripe) => stripe.paymentIntents.cancel(intent.id));
}

function destinationOf({ transfer_data }: Stripe.PaymentIntent): string | undefined {
  const to = transfer_data?.destination;
  return typeof to === 'object' ? to.id : to;
}

function chargeOf({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge {
  if (typeof latest_charge !== 'object' || !latest_charge) throw new Error('Stripe sent no charge');
  return latest_charge;
}

async function applyHold(
  tx: Transaction,
  row: Payment,
  sold: Sold,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  if (row.status !== 'NEW' && row.status !== 'ACTION') return;
  const before = chargeOf(intent).payment_method_details?.card?.capture_before;
  const captureBefore = before ? new Date(before * 1000) : null;
  const latest = latestCapture({ captureBefore });
  const { id, attempt, captureAt } = row;
  const isSooner = captureAt && latest && latest < captureAt.getTime();
  await set(tx, row, {
    status: 'HELD',
    refusal: null,
    captureBefore,
    ...(isSooner && { captureAt: new Date(latest) }),
  });
  if (attempt === 1) await sold.held();
  // Releases the former hold, and captures what became due meanwhile.
  else await enqueue(tx, paymentMoves, { id });
  if (isSooner) await enqueue(tx, paymentMoves, { id }, { startAfter: new Date(latest) });
}

async function applyRefusal(
  tx: Transaction,
  row: Payment,
  sold: Sold,
  { last_payment_error: error }: Stripe.PaymentIntent,
): Promise<void> {
  if (!error || (row.status !== 'NEW' && row.status !== 'ACTION')) return;
  await refuse(tx, row, sold, error.decline_code ?? error.code ?? error.type);
}

/** Applies a refused hold. If something is due, it remains unpaid; otherwise the payer can fix it before the call. */
async function refuse(tx: Transaction, row: Payment, sold: Sold, refusal: string): Promise<void> {
  if (row.toCapture !== null) {
    await set(tx, row, { status: 'RELEASING', refusal });
    await enqueue(tx, paymentMoves, { id: row.id });
    await sold.unpaid();
    return;
  }
  await set(tx, row, { status: 'ACTION', refusal });
  if (row.status === 'NEW') await (row.attempt === 1 ? sold.refused() : sold.lost(row.attempt));
}

/**
 * Refuses a hold without the bank having been asked: its card, customer or account is gone.
 * @param refusal as Stripe names it
 */
export function refuseHold(known: Payment, refusal: string): Promise<void> {
  return inTransaction(async (tx) => {
    const sold = await lockWithHandlers(tx, known);
    const [row] = await tx.select().from(payment).where(eq(payment.id, known.id)).for('update');
    const isOpen = row?.status === 'NEW' || row?.status === 'CAPTURING';
    if (sold && row && isOpen && row.attempt === known.attempt) await refuse(tx, row, sold, refusal);
  });
}

async function applyCapture(
  tx: Transaction,
  row: Payment,
  sold: Sold,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  if (row.status === 'CAPTURED') return;
  const { balance_transaction: transaction, application_fee_amount: fee } = chargeOf(intent);
  if (typeof transaction !== 'object' || !transaction)
    throw new Error(`${intent.id} is captured and has no transaction`);
  const received = intent.amount_received;
  const share = row.viaSite ? feeOf(received, row.feeBps) : (fee ?? 0);
  const captured = { ...row, captured: received, fee: share };
  await set(tx, row, {
    status: 'CAPTURED',
    captured: captured.captured,
    fee: captured.fee,
    capturedAt: sql`now()`,
  });
  await bookCapture(tx, captured, transaction.fee);
  await sold.charged();
  if (row.viaSite) await enqueue(tx, payoutTransfers, { id: row.id });
}

/** Places a lost hold again if the call is still to come or something is due. */
async function applyCancellation(tx: Transaction, row: Payment, sold: Sold): Promise<void> {
  const { status, toCapture, bookingId, payeeId } = row;
  if (status === 'RELEASED' || status === 'EXPIRED' || status === 'UNPAID') return;
  if (status === 'RELEASING') return set(tx, row, { status: releasedStatus(row) });
  const wasHeld = status === 'HELD' || status === 'CAPTURING';
  if (wasHeld) logger.warn({ payment: row.id }, 'a hold is gone');
  const isWanted = (wasHeld || bookingId !== null) && (toCapture !== null || sold.isOpen);
  // No new hold for a suspended streamer: an administrator must approve the charge while the amount is held.
  if (isWanted && !(await isSuspended(tx, payeeId)) && (await holdAgain(tx, row))) return;
  await set(tx, row, { status: !wasHeld ? 'RELEASED' : toCapture === null ? 'EXPIRED' : 'UNPAID' });
  if (!isWanted) return;
  await (toCapture === null ? sold.lost(row.attempt) : sold.unpaid());
}

/** Final status of a released payment: `UNPAID` if an amount was due and its hold was refused. */
export const releasedStatus = ({ toCapture, refusal }: Payment): Payment['status'] =>
  toCapture !== null && refusal !== null ? 'UNPAID' : 'RELEASED';

type Values = Omit<Partial<typeof payment.$inferInsert>, 'capturedAt'> & {
  capturedAt?: ReturnType<typeof sql>;
};

async function set(tx: Transaction, { id }: Payment, values: Values): Promise<void> {
  await tx
    .update(payment)
    .set({ ...values, changedAt: sql`now()` })
    .where(eq(payment.id, id));
}
