import type Stripe from 'stripe';
import type { Sandbox } from '../sandbox.ts';
import { find } from '../state.ts';

/** Renders the platform's share of a charge. */
export function renderFee({ state }: Sandbox, id: string): Stripe.ApplicationFee | undefined {
  const fee = find(state.applicationFees, id);
  if (!fee) return undefined;
  const { account, amount, amount_refunded, balance_transaction, charge, created, currency } = fee;
  return {
    id,
    object: 'application_fee',
    account,
    amount,
    amount_refunded,
    application: 'ca_sandbox',
    balance_transaction,
    charge,
    created,
    currency,
    fee_source: null,
    livemode: false,
    originating_transaction: null,
    refunded: amount_refunded === amount,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  };
}
