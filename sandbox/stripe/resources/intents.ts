import type Stripe from 'stripe';
import { checkAmount, money } from '../amounts.ts';
import { invalid, missing } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Sandbox } from '../sandbox.ts';
import { find } from '../state.ts';
import type { Intent, Refusal, Terms } from '../state-money.ts';
import { renderPaymentMethod } from './payment-methods.ts';

/** @param param of a request that only mentions the intent @throws StripeError if it does not exist */
export function requireIntent(sandbox: Sandbox, id: string, param?: string): Intent {
  const intent = find(sandbox.state.intents, id);
  if (!intent) throw missing('payment_intent', id, param ?? undefined);
  return intent;
}

/** @throws StripeError naming the invalid parameter */
export function checkTerms(sandbox: Sandbox, terms: Terms): void {
  checkAmount(terms.amount, terms.currency);
  checkFee(terms.application_fee_amount, terms.amount, terms.currency);
  if (terms.destination === null) {
    if (terms.application_fee_amount !== null) {
      throw invalid(
        'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
        { param: 'application_fee_amount' },
      );
    }
    return;
  }
  checkDestination(sandbox, terms.destination, 'transfer_data[destination]');
}

/** @throws StripeError if the account cannot receive transfers */
export function checkDestination(sandbox: Sandbox, id: string, param: string): void {
  const account = find(sandbox.state.accounts, id);
  if (!account || account.closed)
    throw invalid(`No such destination: '${id}'`, { code: 'resource_missing', param });
  if (account.transfers !== 'active') {
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    );
  }
}

/** @throws StripeError if the fee exceeds the amount */
export function checkFee(fee: number | null, amount: number, currency: string): void {
  const param = 'application_fee_amount';
  if (fee === null) return;
  if (fee < 0) {
    throw invalid('This value must be greater than or equal to 0.', {
      code: 'parameter_invalid_integer',
      param,
    });
  }
  if (fee > amount) {
    const [taken, whole] = [money(fee, currency), money(amount, currency)];
    throw invalid(`The application fee (${taken}) cannot be greater than the amount (${whole}).`, { param });
  }
}

/** @param session the Checkout Session that creates it */
export function createIntent(sandbox: Sandbox, terms: Terms, session: string | null): Intent {
  const intent: Intent = {
    ...terms,
    id: newId('pi'),
    created: sandbox.clock.now(),
    status: 'requires_payment_method',
    payment_method: null,
    return_url: null,
    latest_charge: null,
    error: null,
    canceled_at: null,
    cancellation_reason: null,
    session,
  };
  sandbox.state.intents[intent.id] = intent;
  return intent;
}

export function renderIntent(sandbox: Sandbox, intent: Intent): Stripe.PaymentIntent {
  const { id, amount, created, currency, status, metadata } = intent;
  const captured = find(sandbox.state.charges, intent.latest_charge ?? '')?.amount_captured ?? 0;
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount,
    amount_capturable: status === 'requires_capture' ? amount : 0,
    amount_details: { tip: {} },
    amount_received: captured,
    application: null,
    application_fee_amount: intent.application_fee_amount,
    automatic_payment_methods: null,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: secretOf(intent),
    confirmation_method: 'automatic',
    created,
    currency,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.error && lastError(sandbox, intent.error),
    latest_charge: intent.latest_charge,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: status === 'requires_action' ? nextAction(sandbox, intent) : null,
    on_behalf_of: intent.on_behalf_of,
    payment_method: status === 'requires_payment_method' ? null : intent.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: intent.setup_future_usage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: intent.destination === null ? null : { destination: intent.destination },
    transfer_group: intent.transfer_group,
  };
}

export function secretOf({ id }: Intent): string {
  return `${id}_secret_${id.slice(3)}`;
}

/** Leads to the bank's page; without a return URL, only Stripe's script could show it. */
function nextAction(sandbox: Sandbox, { id, return_url }: Intent): Stripe.PaymentIntent.NextAction {
  if (return_url === null) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = sandbox.pageUrl(`/authenticate/${id}`, return_url);
  return { type: 'redirect_to_url', redirect_to_url: { return_url, url } };
}

function lastError(sandbox: Sandbox, refusal: Refusal): Stripe.PaymentIntent.LastPaymentError {
  const { code, decline_code, message, charge } = refusal;
  const method = sandbox.state.paymentMethods[refusal.payment_method];
  return {
    type: code === 'payment_intent_authentication_failure' ? 'invalid_request_error' : 'card_error',
    code,
    message,
    ...(decline_code !== null && { decline_code }),
    ...(charge !== null && { charge }),
    ...(method && { payment_method: renderPaymentMethod(sandbox, method) }),
  };
}
