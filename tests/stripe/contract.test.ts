import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { clientOf, startSite } from './harness.ts';
import * as shapes from './shapes.ts';

/**
 * Sends the same requests to the sandbox and, if STRIPE_TEST_KEY is set, to Stripe in test mode. Both must respond with
 * the shapes, statuses and codes that the site relies on.
 */
const testKey = z
  .string()
  .regex(/^(sk|rk)_test_/, 'STRIPE_TEST_KEY must be a key of the test mode')
  .optional()
  .parse(process.env.STRIPE_TEST_KEY || undefined);

interface Target {
  stripe: Stripe;
  /** A client with an unknown key. */
  stranger: Stripe;
  close(): Promise<void>;
}

const STRANGER = 'sk_test_wrong';
const targets: Record<string, () => Promise<Target>> = {
  'The sandbox': async () => {
    const { stripe, apiPort, close } = await startSite();
    return { stripe, stranger: clientOf(apiPort, STRANGER), close };
  },
};
if (testKey) {
  targets.Stripe = async () => ({
    stripe: new Stripe(testKey),
    stranger: new Stripe(STRANGER),
    close: async () => {},
  });
}

describe.each(Object.entries(targets))('%s', (_name, connect) => {
  let target: Target;
  let stripe: Stripe;
  let customer: string;

  beforeAll(async () => {
    target = await connect();
    stripe = target.stripe;
    const made = await stripe.customers.create({
      email: 'ana@example.org',
      name: 'Ana',
      preferred_locales: ['es'],
      metadata: { user: '1' },
    });
    shapes.customer.parse(made);
    customer = made.id;
    return async () => {
      shapes.deletedCustomer.parse(await stripe.customers.del(customer));
      shapes.deletedCustomer.parse(await stripe.customers.retrieve(customer));
      await target.close();
    };
  });

  test('A customer’s email address can be changed', async () => {
    const changed = { email: 'ana@example.com', name: 'Ana', preferred_locales: ['en'] };
    const customerNow = shapes.customer.parse(await stripe.customers.update(customer, changed));
    expect(customerNow).toMatchObject({ ...changed, metadata: { user: '1' } });
  });

  const urls = { success_url: 'https://example.org/done', cancel_url: 'https://example.org/cancelled' };
  const hold = (
    amount: number,
    payment_method: string,
    more: Partial<Stripe.PaymentIntentCreateParams> = {},
  ) =>
    stripe.paymentIntents.create({
      amount,
      currency: 'eur',
      customer,
      payment_method,
      confirm: true,
      off_session: true,
      capture_method: 'manual',
      allowed_payment_method_types: ['card'],
      metadata: { payment: '1' },
      expand: ['latest_charge'],
      ...more,
    });

  test('Checkout saves a card', async () => {
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      ui_mode: 'hosted_page',
      customer,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      locale: 'es',
      client_reference_id: '1',
      ...urls,
      setup_intent_data: { metadata: { user: '1' } },
      metadata: { user: '1' },
      expand: ['setup_intent'],
    });
    shapes.setupSession.parse(session);
    const expired = await stripe.checkout.sessions.expire(session.id);
    expect(expired).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    });
  });

  test('Checkout takes a payment', async () => {
    const create = (expires_at: number) =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        ui_mode: 'hosted_page',
        submit_type: 'book',
        customer,
        allowed_payment_method_types: ['card'],
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'eur', unit_amount: 2000, product_data: { name: '30 min' } },
          },
        ],
        payment_intent_data: { capture_method: 'manual', setup_future_usage: 'off_session' },
        adaptive_pricing: { enabled: false },
        expires_at,
        ...urls,
      });
    const now = Math.floor(Date.now() / 1000);
    shapes.paymentSession.parse(await create(now + 31 * 60));
    const error = { statusCode: 400, param: 'expires_at' };
    await expect(create(now + 20 * 60)).rejects.toMatchObject(error);
    await expect(create(now + 25 * 3600)).rejects.toMatchObject(error);
  });

  test('A hold is captured in part, only once, and refunded', async () => {
    const held = await hold(2000, 'pm_card_visa');
    shapes.heldIntent.parse(held);
    const captured = await stripe.paymentIntents.capture(held.id, {
      amount_to_capture: 1000,
      metadata: { seconds: '600' },
      expand: ['latest_charge.balance_transaction'],
    });
    shapes.capturedIntent.parse(captured);
    expect(captured).toMatchObject({ amount_received: 1000, amount_capturable: 0 });
    expect(captured.metadata).toEqual({ payment: '1', seconds: '600' });
    const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' };
    await expect(stripe.paymentIntents.capture(held.id)).rejects.toMatchObject(unexpected);
    await expect(stripe.paymentIntents.cancel(held.id)).rejects.toMatchObject(unexpected);

    const refund = (amount: number) =>
      stripe.refunds.create({ payment_intent: held.id, amount, reason: 'requested_by_customer' });
    shapes.refund.parse(await refund(400));
    await expect(refund(601)).rejects.toMatchObject({ statusCode: 400 });
    await refund(600);
    await expect(refund(1)).rejects.toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  });

  test('A hold is released', async () => {
    const { id } = await hold(2000, 'pm_card_visa');
    const canceled = await stripe.paymentIntents.cancel(id, {
      cancellation_reason: 'requested_by_customer',
    });
    shapes.intent.parse(canceled);
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'requested_by_customer' });
    await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  test('A capture cannot exceed the hold', async () => {
    const { id } = await hold(2000, 'pm_card_visa');
    await expect(stripe.paymentIntents.capture(id, { amount_to_capture: 2001 })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'amount_too_large',
    });
    await stripe.paymentIntents.cancel(id);
  });

  test('A card is declined, another needs its holder', async () => {
    await expect(hold(2000, 'pm_card_visa_chargeDeclinedInsufficientFunds')).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method' },
    });
    await expect(hold(2000, 'pm_card_authenticationRequired')).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
    });
    const asked = await hold(2000, 'pm_card_authenticationRequired', {
      off_session: false,
      return_url: 'https://example.org/return',
    });
    expect(asked).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: 'https://example.org/return' } },
    });
    await stripe.paymentIntents.cancel(asked.id);
  });

  test('A card is saved with a payment, listed and detached', async () => {
    const held = await hold(2000, 'pm_card_visa', {
      off_session: undefined,
      setup_future_usage: 'off_session',
      return_url: urls.success_url,
    });
    const saved = await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 10 });
    shapes.paymentMethods.parse(saved);
    const card = String(held.payment_method);
    expect(saved.data.map(({ id }) => id)).toContain(card);
    const detached = await stripe.paymentMethods.detach(card);
    expect(shapes.paymentMethod.parse(detached).customer).toBeNull();
    await expect(hold(2000, card)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    });
    await stripe.paymentIntents.cancel(held.id);
  });

  test.each([
    ['a small amount', { amount: 49 }, { code: 'amount_too_small', param: 'amount' }],
    ['a large amount', { amount: 100_000_000 }, { code: 'amount_too_large', param: 'amount' }],
    ['a broken amount', { amount: 10.5 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['an unknown customer', { customer: 'cus_unknown' }, { code: 'resource_missing', param: 'customer' }],
    [
      'an unknown card',
      { payment_method: 'pm_unknown' },
      { code: 'resource_missing', param: 'payment_method' },
    ],
    [
      'an unknown destination',
      { transfer_data: { destination: 'acct_unknown' } },
      { code: 'resource_missing', param: 'transfer_data[destination]' },
    ],
  ])('A payment with %s is refused', async (_what, wrong, error) => {
    await expect(hold(2000, 'pm_card_visa', wrong)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      ...error,
    });
  });

  test('Unknown ids are not found', async () => {
    const error = { type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' };
    await expect(stripe.paymentIntents.retrieve('pi_unknown')).rejects.toMatchObject(error);
    await expect(stripe.customers.retrieve('cus_unknown')).rejects.toMatchObject(error);
    await expect(stripe.checkout.sessions.retrieve('cs_test_unknown')).rejects.toMatchObject(error);
    await expect(stripe.disputes.retrieve('dp_unknown')).rejects.toMatchObject(error);
    await expect(stripe.v2.core.accounts.retrieve('acct_1234567890abcdef')).rejects.toMatchObject({
      type: expect.stringMatching(/Stripe(InvalidRequest|Permission)Error/),
    });
  });

  test('An idempotency key belongs to one request', async () => {
    const idempotencyKey = randomUUID();
    const create = (email: string) => stripe.customers.create({ email }, { idempotencyKey });
    const first = await create('one@example.org');
    expect((await create('one@example.org')).id).toBe(first.id);
    await expect(create('two@example.org')).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      rawType: 'idempotency_error',
      statusCode: 400,
    });
    await stripe.customers.del(first.id);
  });

  test('A payout account is created, onboarded and closed', async () => {
    const include = ['configuration.recipient' as const, 'requirements' as const, 'identity' as const];
    const account = await stripe.v2.core.accounts.create({
      contact_email: 'eva@example.org',
      display_name: 'Eva',
      dashboard: 'express',
      identity: { country: 'es', entity_type: 'individual' },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      defaults: {
        locales: ['es-ES'],
        responsibilities: { fees_collector: 'application', losses_collector: 'application' },
      },
      metadata: { user: '1' },
      include,
    });
    shapes.account.parse(account);
    shapes.account.parse(await stripe.v2.core.accounts.retrieve(account.id, { include }));
    const link = await stripe.v2.core.accountLinks.create({
      account: account.id,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: {
          refresh_url: 'https://example.org/refresh',
          return_url: 'https://example.org/back',
          collection_options: { fields: 'eventually_due' },
        },
      },
    });
    shapes.accountLink.parse(link);
    await expect(
      hold(2000, 'pm_card_visa', { transfer_data: { destination: account.id } }),
    ).rejects.toMatchObject({
      statusCode: 400,
      code: 'insufficient_capabilities_for_transfer',
    });
    await stripe.v2.core.accounts.close(account.id, {});
  });

  test('Events and the balance are read', async () => {
    const { id } = await hold(2000, 'pm_card_visa');
    await stripe.paymentIntents.cancel(id);
    const listed = await stripe.events.list({ created: { gte: 1_700_000_000 }, limit: 20 });
    shapes.events.parse(listed);
    shapes.balance.parse(await stripe.balance.retrieve());
  });

  test('A wrong key is refused', async () => {
    await expect(target.stranger.balance.retrieve()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });
});
