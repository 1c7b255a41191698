import { z } from 'zod';
import { money } from '../amounts.ts';
import { cardOfToken } from '../cards.ts';
import { invalid } from '../errors.ts';
import { boolean, currency, integer, metadata, text, url } from '../params.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentMethod } from '../state.ts';
import { capture } from './captures.ts';
import { requireCharge } from './charges.ts';
import { requireCustomer } from './customers.ts';
import { cancel, hold, requireStatus, throwRefusal } from './holds.ts';
import { checkFee, checkTerms, createIntent, renderIntent, requireIntent } from './intents.ts';
import { createPaymentMethod, requirePaymentMethod } from './payment-methods.ts';
import { intentTerms } from './terms.ts';

const confirmation = {
  payment_method: text.optional(),
  off_session: boolean.default(false),
  return_url: url.optional(),
};

const createSchema = z.strictObject({
  ...confirmation,
  amount: integer,
  currency,
  customer: text.optional(),
  confirm: boolean.default(false),
  capture_method: z.enum(['automatic', 'manual']).default('automatic'),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  ...intentTerms,
});

const captureSchema = z.strictObject({
  amount_to_capture: integer.optional(),
  application_fee_amount: integer.optional(),
  final_capture: z.literal('true').optional(),
  metadata: metadata.default({}),
});

const cancelSchema = z.strictObject({
  cancellation_reason: z
    .enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])
    .default('requested_by_customer'),
});

export const intentRoutes = [
  route('POST', '/v1/payment_intents', createSchema, ({ sandbox, params }) => {
    const customer = params.customer ? requireCustomer(sandbox, params.customer, 'customer').id : null;
    const terms = {
      amount: params.amount,
      currency: params.currency,
      customer,
      capture_method: params.capture_method,
      setup_future_usage: params.setup_future_usage ?? null,
      application_fee_amount: params.application_fee_amount ?? null,
      destination: params.transfer_data?.destination ?? null,
      on_behalf_of: params.on_behalf_of ?? null,
      transfer_group: params.transfer_group ?? null,
      statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
      description: params.description ?? null,
      metadata: params.metadata,
    };
    checkTerms(sandbox, terms);
    if (params.off_session && !params.confirm) {
      throw invalid('You can only set off_session when confirm is true.', { param: 'off_session' });
    }
    const method = params.payment_method ? usable(sandbox, params.payment_method, customer) : null;
    const intent = createIntent(sandbox, terms, null);
    if (params.confirm) confirm(sandbox, intent.id, method, params);
    else if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' });
    return renderIntent(sandbox, intent);
  }),
  route('GET', '/v1/payment_intents/:id', z.strictObject({}), ({ sandbox, id }) =>
    renderIntent(sandbox, requireIntent(sandbox, id)),
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    z.strictObject(confirmation),
    ({ sandbox, id, params }) => {
      const intent = requireIntent(sandbox, id);
      requireStatus(sandbox, intent, 'confirm', [
        'requires_payment_method',
        'requires_confirmation',
        'requires_action',
      ]);
      const chosen = params.payment_method ?? intent.payment_method;
      confirm(sandbox, id, chosen ? usable(sandbox, chosen, intent.customer) : null, params);
      return renderIntent(sandbox, intent);
    },
  ),
  route('POST', '/v1/payment_intents/:id/capture', captureSchema, ({ sandbox, id, params }) => {
    const intent = requireIntent(sandbox, id);
    requireStatus(sandbox, intent, 'capture', ['requires_capture']);
    const amount = params.amount_to_capture ?? intent.amount;
    if (amount < 1) {
      const details = { code: 'parameter_invalid_integer', param: 'amount_to_capture' };
      throw invalid('This value must be greater than or equal to 1.', details);
    }
    if (amount > intent.amount) {
      throw invalid(
        `The amount to capture (${money(amount, intent.currency)}) cannot be greater than the amount held (${money(intent.amount, intent.currency)}).`,
        { code: 'amount_too_large', param: 'amount_to_capture' },
      );
    }
    const fee = params.application_fee_amount ?? intent.application_fee_amount;
    checkFee(fee, amount, intent.currency);
    const charge = requireCharge(sandbox, intent.latest_charge ?? '');
    capture(sandbox, intent, charge, amount, fee, params.metadata);
    return renderIntent(sandbox, intent);
  }),
  route('POST', '/v1/payment_intents/:id/cancel', cancelSchema, ({ sandbox, id, params }) => {
    const intent = requireIntent(sandbox, id);
    requireStatus(sandbox, intent, 'cancel', [
      'requires_payment_method',
      'requires_capture',
      'requires_confirmation',
      'requires_action',
    ]);
    cancel(sandbox, intent, params.cancellation_reason);
    return renderIntent(sandbox, intent);
  }),
];

/** Confirms an intent. @throws StripeError if there is no card, or the bank refuses it */
function confirm(
  sandbox: Sandbox,
  id: string,
  method: PaymentMethod | null,
  { off_session, return_url }: { off_session: boolean; return_url?: string },
): void {
  if (!method) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw invalid(message, { code: 'payment_intent_unexpected_state' });
  }
  const intent = requireIntent(sandbox, id);
  intent.return_url = return_url ?? null;
  hold(sandbox, intent, method, off_session);
  throwRefusal(sandbox, intent);
}

/** @throws StripeError if a payment with this customer cannot use the payment method */
function usable(sandbox: Sandbox, id: string, customer: string | null): PaymentMethod {
  const card = cardOfToken(id);
  if (card) {
    const nextYear = new Date(sandbox.clock.now() * 1000).getUTCFullYear() + 1;
    const { number } = card;
    return createPaymentMethod(sandbox, { number, exp_month: 12, exp_year: nextYear, name: null });
  }
  const method = requirePaymentMethod(sandbox, id, 'payment_method');
  if (method.detached) {
    throw invalid(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      { param: 'payment_method' },
    );
  }
  if (method.customer !== null && method.customer !== customer) {
    throw invalid(
      `The customer must be the same as that of the PaymentMethod (${id}), which belongs to ${method.customer}.`,
      { param: 'payment_method' },
    );
  }
  return method;
}
