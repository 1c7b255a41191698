import type Stripe from 'stripe';
import { callStripe } from '../stripe/client.server.ts';

/**
 * Reverses a transfer to a streamer, once. Looks the reversal up in Stripe's list, as idempotency keys expire after a
 * day.
 * @param transferId `tr_…`
 * @param amount in the smallest unit; capped at what is left of the transfer
 * @param why the refund or dispute that causes it
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
