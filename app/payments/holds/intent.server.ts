import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { db } from '#app/platform/database.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { payment } from '#db/schema/index.ts';
import { callStripe } from '../stripe/client.server.ts';
import { bookCapture } from './ledger.server.ts';
import { lockSold } from './sold.server.ts';

export type Payment = typeof payment.$inferSelect;
type Sold = NonNullable<Awaited<ReturnType<typeof lockSold>>>;

/** What `applyIntent` reads. */
export const EXPAND = ['latest_charge.balance_transaction'];

/**
 * Reads a payment from Stripe, whatever led to it: somebody who has paid, an event, a job. It only moves on, so twice,
 * late and in another order come to the same.
 * @param which by its id, or by Stripe's: `pi_…`
 * @returns the address of the bank's page, if whoever pays still has to confirm there
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

/** As Stripe answered to a call. */
export function applyIntent(known: Payment, intent: Stripe.PaymentIntent): Promise<void> {
  checkTerms(known, intent);
  return inTransaction(async (tx) => {
    const sold = await lockSold(tx, known);
    const [row] = await tx.select().from(payment).where(eq(payment.id, known.id)).for('update');
    if (!sold || !row) return;
    switch (intent.status) {
      case 'requires_capture':
        return applyHold(tx, row, sold, intent);
      case 'requires_action':
        if (row.status === 'NEW') await set(tx, row, { status: 'ACTION' });
        return;
      case 'requires_payment_method':
        return applyRefusal(tx, row, sold, intent);
      case 'succeeded':
        return applyCapture(tx, row, sold, intent);
      case 'canceled':
        return applyCancellation(tx, row);
    }
  });
}

/** @throws Error if Stripe's terms are not ours */
function checkTerms({ id, amount, currency, destination }: Payment, intent: Stripe.PaymentIntent): void {
  const theirs = [intent.metadata.payment, intent.amount, intent.currency, destinationOf(intent)];
  const ours = [id, amount, currency.toLowerCase(), destination];
  if (theirs.some((term, i) => term !== ours[i])) throw new Error(`${intent.id} is not payment ${id}`);
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
  await set(tx, row, {
    status: 'HELD',
    refusal: null,
    captureBefore: before ? new Date(before * 1000) : null,
  });
  await sold.held();
}

async function applyRefusal(
  tx: Transaction,
  row: Payment,
  sold: Sold,
  { last_payment_error: error }: Stripe.PaymentIntent,
): Promise<void> {
  if (!error || (row.status !== 'NEW' && row.status !== 'ACTION')) return;
  const refusal = error.decline_code ?? error.code ?? error.type;
  await set(tx, row, { status: 'ACTION', refusal });
  if (row.status === 'NEW') await sold.refused();
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
  const captured = { ...row, captured: intent.amount_received, fee: fee ?? 0 };
  await set(tx, row, {
    status: 'CAPTURED',
    captured: captured.captured,
    fee: captured.fee,
    capturedAt: sql`now()`,
  });
  await bookCapture(tx, captured, transaction.fee);
  await sold.charged();
}

async function applyCancellation(tx: Transaction, row: Payment): Promise<void> {
  if (row.status === 'RELEASED' || row.status === 'EXPIRED') return;
  const wasHeld = row.status === 'HELD' || row.status === 'CAPTURING';
  if (wasHeld) logger.warn({ payment: row.id }, 'a hold is gone');
  await set(tx, row, { status: wasHeld ? 'EXPIRED' : 'RELEASED' });
}

type Values = Omit<Partial<typeof payment.$inferInsert>, 'capturedAt'> & {
  capturedAt?: ReturnType<typeof sql>;
};

async function set(tx: Transaction, { id }: Payment, values: Values): Promise<void> {
  await tx
    .update(payment)
    .set({ ...values, changedAt: sql`now()` })
    .where(eq(payment.id, id));
}
