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

/** What stands on the payer's statement beside the site's name, at most 12 characters: `CALL 3F2A9C`. */
const descriptorOf = ({ id }: Pick<Payment, 'id'>): string => `CALL ${id.slice(0, 6).toUpperCase()}`;

/**
 * Asks the bank to hold a payment's amount on the card that was chosen, and stores what it says. If a crash comes between,
 * `refreshPayment` finds out: there is one intent for a payment, and Stripe does not confirm it twice.
 * @param returnTo where the bank's page leads back to, `https://…`; null if whoever pays is away
 * @returns the address of the bank's page, if it wants them to confirm
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
    // Refused by the bank, or confirmed already.
    if (!isRefused(error) && !(error instanceof Stripe.errors.StripeCardError)) throw error;
    const page = await refreshPayment(known);
    // The card is gone, of which the bank was not asked: nobody is there to choose another one.
    if (returnTo === null) await refuseHold(known, error.code ?? error.type);
    return page;
  }
}

/** @returns `pi_…`, made if need be */
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
      // Each attempt has an intent of its own.
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
  // The same one, of a request beside this one; or it was given up.
  if (now?.intent !== made.id) throw new ProtocolError('WRONG_STATE');
  return made.id;
}

/** @returns `cus_…`; of someone who has left, the one that has paid for the former hold; undefined if there is none */
async function customerFor({ payerId, customer }: Payment): Promise<string | undefined> {
  const [own] = payerId
    ? await db.select().from(stripeCustomer).where(eq(stripeCustomer.userId, payerId))
    : [];
  return own?.stripeId ?? customer ?? undefined;
}
