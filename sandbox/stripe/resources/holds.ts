import { type Decline, testCard } from '../cards.ts';
import { invalid, StripeError } from '../errors.ts';
import type { Sandbox } from '../sandbox.ts';
import { find, type PaymentMethod } from '../state.ts';
import type { Intent, Refusal } from '../state-money.ts';
import { capture, settle } from './captures.ts';
import { createCharge, renderCharge } from './charges.ts';
import { renderIntent } from './intents.ts';
import { renderPaymentMethod } from './payment-methods.ts';

const NEEDS_AUTHENTICATION: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};
const EXPIRED: Decline = {
  code: 'expired_card',
  decline_code: 'expired_card',
  message: 'Your card has expired.',
};

/**
 * Asks the bank to hold an intent's amount. Afterwards the intent requires action, requires capture, has succeeded, or
 * has an error.
 * @param offSession whether the holder is absent
 */
export function hold(sandbox: Sandbox, intent: Intent, method: PaymentMethod, offSession: boolean): void {
  const card = testCard(method.number);
  if (!card) throw new Error(`${method.id} is not made of a test card`);
  intent.error = null;
  intent.payment_method = method.id;
  const { authentication } = card;
  const asks =
    authentication === 'always' ||
    (authentication === 'setup' && !method.set_up) ||
    (authentication === 'onSession' && !offSession);
  const isOver = Date.UTC(method.exp_year, method.exp_month, 1) <= sandbox.clock.now() * 1000;
  const decline = isOver ? EXPIRED : (card.decline ?? (asks && offSession ? NEEDS_AUTHENTICATION : null));
  if (decline) refuse(sandbox, intent, method, decline, offSession);
  else if (asks) intent.status = 'requires_action';
  else accept(sandbox, intent, method, offSession);
}

/** Creates the hold after the holder has confirmed on the bank's page, or if no confirmation is needed. */
export function accept(sandbox: Sandbox, intent: Intent, method: PaymentMethod, offSession: boolean): void {
  const charge = createCharge(sandbox, intent, method, null, offSession);
  intent.status = 'requires_capture';
  if (intent.setup_future_usage !== null) {
    method.customer = intent.customer;
    method.set_up = true;
  }
  if (intent.capture_method === 'automatic') {
    capture(sandbox, intent, charge, intent.amount, intent.application_fee_amount);
    return;
  }
  sandbox.due('expire-hold', intent.id, charge.capture_before ?? 0);
  sandbox.emit('payment_intent.amount_capturable_updated', renderIntent(sandbox, intent));
}

/** Fails an intent whose holder did not confirm on the bank's page. */
export function failAuthentication(sandbox: Sandbox, intent: Intent, method: PaymentMethod): void {
  const code = 'payment_intent_authentication_failure';
  const message =
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';
  fail(sandbox, intent, { code, decline_code: null, message, payment_method: method.id, charge: null });
}

/** @throws StripeError with the bank's reason, if it refused */
export function throwRefusal(sandbox: Sandbox, intent: Intent): void {
  const { error } = intent;
  if (!error) return;
  const method = find(sandbox.state.paymentMethods, error.payment_method);
  throw new StripeError(402, 'card_error', error.message, {
    code: error.code,
    ...(error.decline_code !== null && { decline_code: error.decline_code }),
    ...(error.charge !== null && { charge: error.charge }),
    payment_intent: renderIntent(sandbox, intent),
    ...(method && { payment_method: renderPaymentMethod(sandbox, method) }),
  });
}

/** Releases a hold, or cancels an intent without one. */
export function cancel(
  sandbox: Sandbox,
  intent: Intent,
  reason: NonNullable<Intent['cancellation_reason']>,
): void {
  if (intent.status === 'requires_capture') {
    const charge = find(sandbox.state.charges, intent.latest_charge ?? '');
    if (charge) settle(charge, 0);
  }
  intent.status = 'canceled';
  intent.canceled_at = sandbox.clock.now();
  intent.cancellation_reason = reason;
  sandbox.emit('payment_intent.canceled', renderIntent(sandbox, intent));
}

/** Releases a hold that has expired. */
export function expireHold(sandbox: Sandbox, id: string): void {
  const intent = find(sandbox.state.intents, id);
  if (intent?.status !== 'requires_capture') return;
  cancel(sandbox, intent, 'automatic');
  const charge = find(sandbox.state.charges, intent.latest_charge ?? '');
  if (charge) sandbox.emit('charge.expired', renderCharge(sandbox, charge));
}

/** @throws StripeError unless an intent is in one of these states */
export function requireStatus(
  sandbox: Sandbox,
  intent: Intent,
  verb: string,
  statuses: Intent['status'][],
): void {
  if (statuses.includes(intent.status)) return;
  throw invalid(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be used: ${statuses.join(', ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: renderIntent(sandbox, intent) },
  );
}

function refuse(
  sandbox: Sandbox,
  intent: Intent,
  method: PaymentMethod,
  decline: Decline,
  offSession: boolean,
): void {
  const refusal: Refusal = { ...decline, payment_method: method.id, charge: null };
  const charge = createCharge(sandbox, intent, method, refusal, offSession);
  fail(sandbox, intent, { ...refusal, charge: charge.id });
}

function fail(sandbox: Sandbox, intent: Intent, refusal: Refusal): void {
  intent.status = 'requires_payment_method';
  intent.error = refusal;
  sandbox.emit('payment_intent.payment_failed', renderIntent(sandbox, intent));
}
