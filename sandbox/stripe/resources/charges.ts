import type Stripe from 'stripe';
import { z } from 'zod';
import { fingerprint } from '../cards.ts';
import { missing } from '../errors.ts';
import { newId } from '../ids.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { find, type PaymentMethod } from '../state.ts';
import type { Charge, Intent, Refusal } from '../state-money.ts';
import { renderPaymentMethod } from './payment-methods.ts';

/**
 * How long a hold on a Visa card lasts, on and off session
 * (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method).
 */
const HOLD_S = 7 * 24 * 3600;
const HOLD_OFF_SESSION_S = 114 * 3600;

export const chargeRoutes = [
  route('GET', '/v1/charges/:id', z.strictObject({}), ({ sandbox, id }) =>
    renderCharge(sandbox, requireCharge(sandbox, id)),
  ),
];

export function requireCharge(sandbox: Sandbox, id: string, param?: string): Charge {
  const charge = find(sandbox.state.charges, id);
  if (!charge) throw missing('charge', id, param);
  return charge;
}

/** Creates the charge of an attempt to hold an intent's amount on a card. @param error the bank's refusal, or null */
export function createCharge(
  sandbox: Sandbox,
  intent: Intent,
  method: PaymentMethod,
  error: Refusal | null,
  offSession: boolean,
): Charge {
  const id = newId('ch');
  const now = sandbox.clock.now();
  const charge: Charge = {
    id,
    created: now,
    intent: intent.id,
    payment_method: method.id,
    amount: intent.amount,
    status: error ? 'failed' : 'succeeded',
    error: error && { ...error, charge: id },
    captured: false,
    amount_captured: 0,
    released: 0,
    refunded: 0,
    capture_before: error ? null : now + (offSession ? HOLD_OFF_SESSION_S : HOLD_S),
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    transfer: null,
    balance_transaction: null,
    disputed: false,
  };
  sandbox.state.charges[id] = charge;
  intent.latest_charge = id;
  return charge;
}

export function renderCharge(sandbox: Sandbox, charge: Charge): Stripe.Charge {
  const intent = sandbox.state.intents[charge.intent];
  const method = sandbox.state.paymentMethods[charge.payment_method];
  if (!intent || !method) throw new Error(`${charge.id} lacks its intent or card`);
  const { id, amount, amount_captured, captured, created, error, status } = charge;
  const amount_refunded = charge.released + charge.refunded;
  return {
    id,
    object: 'charge',
    amount,
    amount_captured,
    amount_refunded,
    application: null,
    application_fee: charge.application_fee,
    application_fee_amount: charge.application_fee_amount,
    balance_transaction: charge.balance_transaction,
    billing_details: renderPaymentMethod(sandbox, method).billing_details,
    calculated_statement_descriptor: `PANOCALL* ${intent.statement_descriptor_suffix ?? ''}`.trim(),
    captured,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: intent.on_behalf_of,
    outcome: null,
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(sandbox, charge, method) },
    presentment_details: undefined,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: amount_refunded === amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer: charge.transfer ?? undefined,
    transfer_data: intent.destination === null ? null : { amount: null, destination: intent.destination },
    transfer_group: intent.transfer_group,
  };
}

function cardDetails(
  sandbox: Sandbox,
  { amount, captured, capture_before, status }: Charge,
  { exp_month, exp_year, number }: PaymentMethod,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: status === 'succeeded' ? amount : null,
    authorization_code: null,
    brand: 'visa',
    ...(capture_before !== null && !captured && { capture_before }),
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: fingerprint(number, sandbox.state.salt),
    funding: 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: number.slice(-4),
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: 'visa',
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
