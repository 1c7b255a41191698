import { testCard } from '../cards.ts';
import { newId } from '../ids.ts';
import type { Sandbox } from '../sandbox.ts';
import { find } from '../state.ts';
import type { Charge, Intent } from '../state-money.ts';
import { checkDestination, renderIntent } from './intents.ts';
import { book } from './ledger.ts';
import { createTransfer } from './transfers.ts';

/** Stripe's own fee for a charge: 1.5 % and 25 of the smallest unit, as for a European card paid in euros. */
function stripeFee(amount: number): number {
  return Math.round(amount * 0.015) + 25;
}

/**
 * Captures part of a hold, releases the rest, and transfers the captured amount to the destination, which returns the
 * platform's fee. The platform pays Stripe's own fee.
 * @param fee of the platform
 * @throws StripeError if the destination can no longer receive it
 */
export function capture(
  sandbox: Sandbox,
  intent: Intent,
  charge: Charge,
  amount: number,
  fee: number | null,
  metadata: Record<string, string> = {},
): void {
  const { currency, destination } = intent;
  if (destination !== null) checkDestination(sandbox, destination, 'transfer_data[destination]');
  Object.assign(intent.metadata, metadata);
  settle(charge, amount);
  charge.captured = true;
  charge.application_fee_amount = fee;
  intent.application_fee_amount = fee;
  const entry = { account: null, type: 'charge', amount, fee: stripeFee(amount), currency } as const;
  charge.balance_transaction = book(sandbox, { ...entry, source: charge.id });
  if (destination !== null) {
    const transfer = createTransfer(sandbox, {
      amount,
      currency,
      destination,
      source_transaction: charge.id,
      transfer_group: intent.transfer_group ?? `group_${intent.id}`,
      description: null,
      metadata: {},
    });
    charge.transfer = transfer.id;
    if (fee) charge.application_fee = takeFee(sandbox, charge, destination, currency, fee);
  }
  intent.status = 'succeeded';
  sandbox.emit('payment_intent.succeeded', renderIntent(sandbox, intent));
  const method = find(sandbox.state.paymentMethods, charge.payment_method);
  if (testCard(method?.number ?? '')?.disputed) sandbox.due('open-dispute', charge.id, sandbox.clock.now());
}

/** Ends a hold. @param amount captured; the rest is released */
export function settle(charge: Charge, amount: number): void {
  charge.amount_captured = amount;
  charge.released = charge.amount - amount;
}

function takeFee(
  sandbox: Sandbox,
  charge: Charge,
  account: string,
  currency: string,
  amount: number,
): string {
  const id = newId('fee');
  const entry = { type: 'application_fee', currency, source: id } as const;
  book(sandbox, { ...entry, account, amount: -amount });
  const balance_transaction = book(sandbox, { ...entry, account: null, amount });
  sandbox.state.applicationFees[id] = {
    id,
    created: sandbox.clock.now(),
    account,
    amount,
    amount_refunded: 0,
    charge: charge.id,
    currency,
    balance_transaction,
  };
  return id;
}
