import type Stripe from 'stripe';
import { callStripe } from '../stripe/client.server.ts';

/**
 * Takes back from a streamer what a transfer paid them, unless that was done: Stripe's list tells, as a key is forgotten
 * after a day.
 * @param transferId `tr_…`
 * @param amount in the smallest unit; no more than is left of it is taken
 * @param why what it is for
 * @returns null if nothing is left
 * @throws as `callStripe`
 */
export async function reverseOnce(
  transferId: string,
  amount: number,
  why: { refund: string } | { dispute: string },
  idempotencyKey: string,
  extra: Pick<Stripe.TransferCreateReversalParams, 'refund_application_fee'> = {},
): Promise<Stripe.TransferReversal | null> {
  const transfer = await callStripe((stripe) => stripe.transfers.retrieve(transferId));
  const [[name, id] = ['', '']] = Object.entries(why);
  const made = transfer.reversals.data.find(({ metadata }) => metadata?.[name] === id);
  if (made) return made;
  const back = Math.min(amount, transfer.amount - transfer.amount_reversed);
  if (back === 0) return null;
  return callStripe((stripe) =>
    stripe.transfers.createReversal(
      transferId,
      { amount: back, ...extra, metadata: why },
      { idempotencyKey },
    ),
  );
}
