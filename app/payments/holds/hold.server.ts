import { and, eq, inArray, isNull } from 'drizzle-orm';
import Stripe from 'stripe';
import { db } from '#app/platform/database.server.ts';
import { payment, stripeCustomer } from '#db/schema/index.ts';
import { feeOf } from '#protocol/charge.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { forgetCustomer } from '../cards/customer.server.ts';
import { callStripe, isGone, isRefused } from '../stripe/client.server.ts';
import { transferGroup } from '../stripe/transfer-group.ts';
import { applyIntent, EXPAND, type Payment, refreshPayment, refuseHold } from './intent.server.ts';

/** The suffix after the site's name on the payer's statement, at most 12 characters: `CALL 3F2A9C`. */
const descriptorOf = ({ id }: Pick<Payment, 'id'>): string => `CALL ${id.slice(0, 6).toUpperCase()}`;

/**
 * Places a hold for a payment on its card and stores the bank's answer. After a crash in between, `refreshPayment`
 * finds the result: there is one intent per payment, and Stripe does not confirm it twice.
 * @param returnTo where the bank's page leads back to, `https://…`; null if the payer is away
 * @returns the URL of the bank's page if the payer must confirm there
 * @throws ProtocolError NOT_PAYABLE if Stripe does not pay the streamer; WRONG_STATE if the payment was given up
 * meanwhile; as `callStripe`
 */
export async function hold(known: Payment, returnTo: string | null): Promise<string | null> {
  const intent = await intentOf(known);
  const presence = returnTo === null ? { off_session: true } : { return_url: returnTo };
  try {
    const confirmed = await callStripe((stripe) =>
      stripe.paymentIntents.confirm(intent, {
        ...presence,
        ...(known.paymentMethod && { payment_method: known.paymentMethod }),
        expand: EXPAND,
      }),
    );
    await applyIntent(known, confirmed);
    return confirmed.next_action?.redirect_to_url?.url ?? null;
  } catch (error) {
    // Refused by the bank, or already confirmed.
    if (!isRefused(error) && !(error instanceof Stripe.errors.StripeCardError)) throw error;
    const page = await refreshPayment(known);
    // The bank was not asked because the card is gone, and no payer is present to choose another one.
    if (returnTo === null) await refuseHold(known, error.code ?? error.type);
    return page;
  }
}

/** @returns `pi_…`, created on first use */
async function intentOf(known: Payment): Promise<string> {
  const { id, bookingId, requestId, feeBps, destination, viaSite, attempt } = known;
  if (known.intent) return known.intent;
  const stripeId = await customerFor(known);
  if (!stripeId) throw new ProtocolError('CARD_NEEDED');
  const amount = known.heldAmount ?? known.amount;
  const made = await callStripe((stripe) =>
    stripe.paymentIntents.create(
      {
        amount,
        currency: known.currency.toLowerCase(),
        customer: stripeId,
        capture_method: 'manual',
        allowed_payment_method_types: ['card'],
        ...(!viaSite && { application_fee_amount: feeOf(amount, feeBps), transfer_data: { destination } }),
        transfer_group: transferGroup(known),
        statement_descriptor_suffix: descriptorOf(known),
        metadata: { payment: id, ...(bookingId ? { booking: bookingId } : { request: requestId }) },
      },
      // Each attempt has its own intent.
      { idempotencyKey: attempt === 1 ? `hold:${id}` : `hold:${id}:${attempt}` },
    ),
  ).catch(async (error: unknown) => {
    if (isGone(error, 'customer')) {
      await forgetCustomer(stripeId);
      throw new ProtocolError('CARD_NEEDED');
    }
    throw isRefused(error) ? new ProtocolError('NOT_PAYABLE') : error;
  });
  const stored = await db
    .update(payment)
    .set({ intent: made.id, customer: stripeId })
    .where(
      and(
        ...[eq(payment.id, id), eq(payment.attempt, attempt), isNull(payment.intent)],
        inArray(payment.status, ['NEW', 'ACTION']),
      ),
    )
    .returning({ id: payment.id });
  if (stored.length > 0) return made.id;
  const [now] = await db.select().from(payment).where(eq(payment.id, id));
  // Either a concurrent request has stored the same intent, or the payment was given up.
  if (now?.intent !== made.id) throw new ProtocolError('WRONG_STATE');
  return made.id;
}

/** @returns `cus_…`; after account deletion, the one that paid for the former hold; undefined if there is none */
async function customerFor({ payerId, customer }: Payment): Promise<string | undefined> {
  const [own] = payerId
    ? await db.select().from(stripeCustomer).where(eq(stripeCustomer.userId, payerId))
    : [];
  return own?.stripeId ?? customer ?? undefined;
}
