import type Stripe from 'stripe';
import { z } from 'zod';
import { inProportion, money } from '../amounts.ts';
import { invalid, missing } from '../errors.ts';
import { newId } from '../ids.ts';
import { boolean, integer, metadata, text } from '../params.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { find } from '../state.ts';
import type { Charge, Refund } from '../state-money.ts';
import { requireIntent } from './intents.ts';
import { book } from './ledger.ts';
import { refundFee, reverse } from './transfers.ts';

const createSchema = z.strictObject({
  payment_intent: text,
  amount: integer.optional(),
  reverse_transfer: boolean.default(false),
  refund_application_fee: boolean.default(false),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.default({}),
});

const listSchema = z.strictObject({ payment_intent: text.optional(), limit: integer.default(10) });

export const refundRoutes = [
  route('POST', '/v1/refunds', createSchema, ({ sandbox, params }) => {
    const intent = requireIntent(sandbox, params.payment_intent, 'payment_intent');
    const charge = find(sandbox.state.charges, intent.latest_charge ?? '');
    if (!charge?.captured) {
      throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
        param: 'payment_intent',
      });
    }
    const amount = checkRefund(charge, params.amount, intent.currency);
    charge.refunded += amount;
    const id = newId('re');
    const entry = { account: null, type: 'refund', amount: -amount, currency: intent.currency } as const;
    const refund: Refund = {
      id,
      created: sandbox.clock.now(),
      amount,
      currency: intent.currency,
      charge: charge.id,
      intent: intent.id,
      reason: params.reason ?? null,
      status: 'succeeded',
      metadata: params.metadata,
      transfer_reversal: null,
      balance_transaction: book(sandbox, { ...entry, source: id }),
    };
    sandbox.state.refunds[id] = refund;
    const transfer = find(sandbox.state.transfers, charge.transfer ?? '');
    if (params.reverse_transfer && transfer) {
      const share = inProportion(transfer.amount, charge.refunded, charge.amount_captured);
      const back = Math.min(amount, share - transfer.amount_reversed);
      if (back > 0) refund.transfer_reversal = reverse(sandbox, transfer, back, {}, id).id;
    }
    if (params.refund_application_fee) refundFee(sandbox, charge, charge.refunded);
    sandbox.emit('refund.created', renderRefund(sandbox, refund));
    return renderRefund(sandbox, refund);
  }),
  route('GET', '/v1/refunds', listSchema, ({ sandbox, params }) => {
    const refunds = Object.values(sandbox.state.refunds).filter(
      ({ intent }) => intent === (params.payment_intent ?? intent),
    );
    return {
      object: 'list',
      data: refunds
        .toReversed()
        .slice(0, params.limit)
        .map((refund) => renderRefund(sandbox, refund)),
      has_more: refunds.length > params.limit,
      url: '/v1/refunds',
    };
  }),
  route('GET', '/v1/refunds/:id', z.strictObject({}), ({ sandbox, id }) =>
    renderRefund(sandbox, requireRefund(sandbox, id)),
  ),
];

/**
 * Fails a refund that the card's bank refused: the platform gets the money back. The part returned by the streamer
 * stays returned.
 */
export function failRefund(sandbox: Sandbox, id: string): void {
  const refund = requireRefund(sandbox, id);
  const charge = find(sandbox.state.charges, refund.charge);
  if (refund.status === 'failed' || !charge) return;
  refund.status = 'failed';
  charge.refunded -= refund.amount;
  const { amount, currency } = refund;
  book(sandbox, { account: null, type: 'refund', amount, currency, source: id });
  sandbox.emit('refund.failed', renderRefund(sandbox, refund));
  sandbox.emit('refund.updated', renderRefund(sandbox, refund));
}

/** @returns the amount to refund, by default everything left @throws StripeError if it cannot be refunded */
function checkRefund(charge: Charge, wanted: number | undefined, currency: string): number {
  const left = charge.amount_captured - charge.refunded;
  if (charge.disputed) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = wanted ?? left;
  const param = 'amount';
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param,
    });
  }
  if (amount > left) {
    throw invalid(
      `Refund amount (${money(amount, currency)}) is greater than unrefunded amount on charge (${money(left, currency)})`,
      { param },
    );
  }
  return amount;
}

function requireRefund(sandbox: Sandbox, id: string): Refund {
  const refund = find(sandbox.state.refunds, id);
  if (!refund) throw missing('refund', id);
  return refund;
}

function renderRefund({ state }: Sandbox, refund: Refund): Stripe.Refund {
  const { id, amount, charge, created, currency, intent, metadata: pairs, reason, status } = refund;
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: refund.balance_transaction,
    charge,
    created,
    currency,
    customer: state.intents[intent]?.customer ?? null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
    metadata: pairs,
    payment_intent: intent,
    payment_method: state.charges[charge]?.payment_method ?? null,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: refund.transfer_reversal,
  };
}
