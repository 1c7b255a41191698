import type Stripe from 'stripe';
import type { payment } from '#db/schema/index.ts';
import { callStripe } from '../stripe/client.server.ts';
import { transferGroup } from '../stripe/transfer-group.ts';

/** More transfers than one call can have. */
const MOST = 100;

/**
 * Transfers money of a payment to a streamer's account, once. Looks the transfer up in Stripe's list, as idempotency
 * keys expire after a day.
 * @param amount in the currency's smallest unit
 * @param why the payment or dispute that causes it
 * @throws as `callStripe`
 */
export function transferOnce(
  paid: typeof payment.$inferSelect,
  amount: number,
  why: { payment: string } | { dispute: string },
  idempotencyKey: string,
): Promise<Stripe.Transfer> {
  const { destination } = paid;
  const transfer_group = transferGroup(paid);
  const [[name, id] = ['', '']] = Object.entries(why);
  return callStripe(async (stripe) => {
    const { data } = await stripe.transfers.list({ destination, transfer_group, limit: MOST });
    return (
      data.find(({ metadata }) => metadata[name] === id) ??
      stripe.transfers.create(
        { amount, currency: paid.currency.toLowerCase(), destination, transfer_group, metadata: why },
        { idempotencyKey },
      )
    );
  });
}
