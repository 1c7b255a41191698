import type Stripe from 'stripe';
import { z } from 'zod';
import { fingerprint } from '../cards.ts';
import { invalid, missing } from '../errors.ts';
import { newId } from '../ids.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { find, type PaymentMethod } from '../state.ts';

export const paymentMethodRoutes = [
  route('GET', '/v1/payment_methods/:id', z.strictObject({}), ({ sandbox, id }) =>
    renderPaymentMethod(sandbox, requirePaymentMethod(sandbox, id)),
  ),
  route('POST', '/v1/payment_methods/:id/detach', z.strictObject({}), ({ sandbox, id }) => {
    const method = requirePaymentMethod(sandbox, id);
    if (method.customer === null) {
      throw invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
        { code: 'payment_method_not_attached' },
      );
    }
    detach(sandbox, method);
    return renderPaymentMethod(sandbox, method);
  }),
];

/** @param param of a request that only mentions it @throws StripeError if it does not exist */
export function requirePaymentMethod(sandbox: Sandbox, id: string, param?: string): PaymentMethod {
  const method = find(sandbox.state.paymentMethods, id);
  if (!method) throw missing('PaymentMethod', id, param);
  return method;
}

/** Creates a payment method of a card, not attached to a customer yet. */
export function createPaymentMethod(
  sandbox: Sandbox,
  card: Pick<PaymentMethod, 'number' | 'exp_month' | 'exp_year' | 'name'>,
): PaymentMethod {
  const method: PaymentMethod = {
    ...card,
    id: newId('pm'),
    created: sandbox.clock.now(),
    customer: null,
    detached: false,
    set_up: false,
    metadata: {},
  };
  sandbox.state.paymentMethods[method.id] = method;
  return method;
}

/** Detaches a payment method, which can never be used again. */
export function detach(sandbox: Sandbox, method: PaymentMethod): void {
  const { customer } = method;
  method.customer = null;
  method.detached = true;
  sandbox.emit('payment_method.detached', renderPaymentMethod(sandbox, method), { customer });
}

export function renderPaymentMethod(sandbox: Sandbox, method: PaymentMethod): Stripe.PaymentMethod {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: method.set_up ? 'always' : 'limited',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: method.name,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: method.exp_month,
      exp_year: method.exp_year,
      fingerprint: fingerprint(method.number, sandbox.state.salt),
      funding: 'credit',
      generated_from: null,
      last4: method.number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: method.created,
    customer: method.customer,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    type: 'card',
  };
}
