import type Stripe from 'stripe';
import type { payment } from '#db/schema/index.ts';
import { callStripe } from '../stripe/client.server.ts';
import { transferGroup } from '../stripe/transfer-group.ts';

/** More transfers than there are about one call. */
const MOST = 100;

/**
 * Pays a streamer's account something of a payment, unless that was done: Stripe's list tells, as a key is forgotten after
 * a day.
 * @param amount in the currency's smallest unit
 * @param why what it is for
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
