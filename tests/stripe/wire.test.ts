import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parseEnvironment } from '#sandbox/stripe/env.ts';
import {
  ACCOUNTS_SECRET,
  clientOf,
  heldPayment,
  KEY,
  newAccount,
  newCustomer,
  type Running,
  savedCard,
  start,
  WEBHOOK_SECRET,
} from './harness.ts';

let running: Running;
let stripe: Stripe;

beforeEach(async () => {
  running = await start();
  stripe = running.stripe;
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${running.apiPort}${path}`, init);

describe('idempotency', () => {
  const create = (amount: number, idempotencyKey: string) =>
    stripe.paymentIntents.create({ amount, currency: 'eur', capture_method: 'manual' }, { idempotencyKey });

  test('A key repeats one response for 24 hours', async () => {
    const first = await create(2000, 'hold:1');
    const again = await create(2000, 'hold:1');
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    await running.control('clock', { advance: 24 * 3600 + 1 });
    expect((await create(2000, 'hold:1')).id).not.toBe(first.id);
  });

  test('A key is refused for another request', async () => {
    await create(2000, 'hold:1');
    const error = { type: 'StripeIdempotencyError', rawType: 'idempotency_error', statusCode: 400 };
    await expect(create(2001, 'hold:1')).rejects.toMatchObject(error);
    await expect(stripe.customers.create({}, { idempotencyKey: 'hold:1' })).rejects.toMatchObject(error);
  });

  test('A refusal by the bank is remembered; one about parameters is not', async () => {
    const { id: customer } = await newCustomer(stripe);
    const pay = (payment_method: string) =>
      stripe.paymentIntents
        .create(
          { amount: 2000, currency: 'eur', customer, payment_method, confirm: true },
          { idempotencyKey: 'pay' },
        )
        .catch((error) => error);
    const first = await pay('pm_card_visa_chargeDeclined');
    expect(first.code).toBe('card_declined');
    expect((await pay('pm_card_visa_chargeDeclined')).payment_intent.id).toBe(first.payment_intent.id);
    expect((await pay('pm_card_visa')).rawType).toBe('idempotency_error');

    const wrong = new URLSearchParams({ amount: 'ten', currency: 'eur' });
    const right = new URLSearchParams({ amount: '1000', currency: 'eur' });
    const headers = { authorization: `Bearer ${KEY}`, 'idempotency-key': 'other' };
    const post = (body: URLSearchParams) => send('/v1/payment_intents', { method: 'POST', headers, body });
    expect((await post(wrong)).status).toBe(400);
    expect((await post(right)).status).toBe(200);
  });
});

describe('failures', () => {
  test.each(['before', 'after'])('A connection cut %s the effect: one effect with retries', async (when) => {
    await running.control('fail', {
      cut: true,
      when,
      times: 2,
      method: 'POST',
      path: '^/v1/payment_intents$',
    });
    await expect(send('/v1/payment_intents', { method: 'POST' })).rejects.toThrow();
    const intent = await stripe.paymentIntents.create({ amount: 2000, currency: 'eur' });
    // The third attempt gets the stored response of the first, if that one had its effect.
    const replayed = intent.lastResponse.headers['idempotent-replayed'];
    expect(replayed).toBe(when === 'after' ? 'true' : undefined);
    const { id: customer } = await newCustomer(stripe);
    const held = await heldPayment(stripe, customer, 'pm_card_visa');
    await running.control('fail', { cut: true, when, times: 2, path: '/capture$' });
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1000 });
    const { available } = await stripe.balance.retrieve();
    expect(available[0]?.amount).toBe(1000 - 40);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
    await expect.poll(() => running.types().filter((type) => type.endsWith('succeeded'))).toHaveLength(1);
  });

  test.each([
    [402, 'StripeCardError'],
    [429, 'StripeRateLimitError'],
    [409, 'StripeAPIError'],
    [500, 'StripeAPIError'],
  ])('The status %i, which the client throws as %s', async (status, type) => {
    await running.control('fail', { status, times: 3 });
    await expect(stripe.customers.create({})).rejects.toMatchObject({ type, statusCode: status });
  });

  test('A 500 remembered by the key is repeated, although the effect happened', async () => {
    await running.control('fail', { status: 500, when: 'after', remember: true });
    const create = () => stripe.customers.create({}, { idempotencyKey: 'cus:1' });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
  });
});

describe('events', () => {
  const expireOne = async (customer: string) => {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'setup',
      customer,
      success_url: 'http://127.0.0.1:9/',
    });
    await stripe.checkout.sessions.expire(id);
    return id;
  };
  const idsOf = () => running.delivered.map(({ body }) => JSON.parse(body).data.object.id);

  test('Snapshot events are signed for one webhook, thin events for the other', async () => {
    const { id: customer } = await newCustomer(stripe);
    const card = await savedCard(stripe, customer);
    await stripe.paymentMethods.detach(card, {}, { idempotencyKey: 'detach:1' });
    const account = await newAccount(running);
    await stripe.v2.core.accounts.close(account, {});
    await expect.poll(() => running.delivered.length).toBe(8);
    const types = running.delivered.map(({ path, body, signature }) => {
      if (path === '/api/stripe/accounts') {
        const event = stripe.parseEventNotification(body, signature, ACCOUNTS_SECRET);
        expect(event.livemode).toBe(false);
        return event.type;
      }
      expect(path).toBe('/api/stripe/webhook');
      const event = stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
      expect(event).toMatchObject({ livemode: false, api_version: Stripe.API_VERSION });
      expect(() => stripe.webhooks.constructEvent(body, signature, ACCOUNTS_SECRET)).toThrow();
      expect(() => stripe.webhooks.constructEvent(`${body} `, signature, WEBHOOK_SECRET)).toThrow();
      if (event.type === 'payment_method.detached') {
        expect(event.request).toMatchObject({ idempotency_key: 'detach:1' });
      }
      return event.type;
    });
    expect(types.sort()).toEqual([
      'checkout.session.completed',
      'payment_method.detached',
      'v2.core.account.closed',
      ...Array(4).fill('v2.core.account[configuration.recipient].capability_status_updated'),
      'v2.core.account[requirements].updated',
    ]);
    const thin = running.delivered.find(({ body }) => body.includes('capability_status'));
    const event = await stripe.v2.core.events.retrieve(JSON.parse(thin?.body ?? '{}').id);
    expect(event).toMatchObject({
      related_object: { id: account },
      data: { updated_capability: expect.stringMatching(/^stripe_balance/) },
    });
  });

  test('Held events are doubled, shuffled or reversed when released', async () => {
    const { id: customer } = await newCustomer(stripe);
    await running.control('events', { mode: 'hold', copies: 2 });
    const sessions = [];
    for (let count = 0; count < 8; count++) sessions.push(await expireOne(customer));
    expect((await running.control('events')).held).toBe(8);
    expect(running.delivered).toEqual([]);
    expect(await running.control('events', { release: 'shuffled' })).toEqual({ held: 0, accepted: 16 });
    const shuffled = idsOf().filter((_, place) => place % 2 === 0);
    expect(shuffled).not.toEqual(sessions);
    expect(shuffled.toSorted()).toEqual(sessions.toSorted());

    running.delivered.length = 0;
    await running.control('events', { copies: 1 });
    const others = [await expireOne(customer), await expireOne(customer)];
    await running.control('events', { release: 'reversed' });
    expect(idsOf()).toEqual(others.toReversed());
  });

  test('Undelivered events are listed, and sent again', async () => {
    const { id: customer } = await newCustomer(stripe);
    running.answerWith(500);
    const session = await expireOne(customer);
    await running.control('events', { mode: 'drop' });
    const dropped = await expireOne(customer);
    const missing = async () => {
      const query = { delivery_success: false, created: { gte: 1 } };
      const ids = [];
      for await (const { data } of stripe.events.list(query)) ids.push('id' in data.object && data.object.id);
      return ids;
    };
    await expect.poll(() => running.delivered.length).toBeGreaterThan(0);
    expect(await missing()).toEqual([dropped, session]);
    running.answerWith(200);
    await expect.poll(missing).toEqual([dropped]);
    const future = Math.floor(Date.now() / 1000) + 3600;
    expect((await stripe.events.list({ created: { gte: future } })).data).toEqual([]);
  });
});

describe('access', () => {
  test('The API accepts only its own key', async () => {
    const other = new Stripe('sk_sandbox_another', {
      host: '127.0.0.1',
      port: running.apiPort,
      protocol: 'http',
    });
    await expect(other.customers.create({})).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
    expect((await send('/v1/customers', { method: 'POST' })).status).toBe(401);
  });

  const settings = {
    STRIPE_SECRET_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_ACCOUNTS_SECRET: ACCOUNTS_SECRET,
    SANDBOX_WEBHOOK_ORIGIN: 'http://127.0.0.1:3000',
  };

  test.each([
    'sk_test_0123456789abcdef',
    'sk_live_0123456789abcdef',
    'rk_live_0123456789abcdef',
    'sk_sandbox_',
  ])('It does not start with the key %s', (STRIPE_SECRET_KEY) => {
    expect(parseEnvironment(settings).HOST).toBe('0.0.0.0');
    expect(() => parseEnvironment({ ...settings, STRIPE_SECRET_KEY })).toThrow('STRIPE_SECRET_KEY');
  });

  test('Pages of other sites cannot use the tests’ control', async () => {
    const attempt = (headers: Record<string, string>) =>
      send('/_sandbox/reset', { method: 'POST', headers, body: '{}' }).then(({ status }) => status);
    expect(await attempt({ 'content-type': 'text/plain' })).toBe(403);
    expect(await attempt({ 'content-type': 'application/json', origin: 'https://example.org' })).toBe(403);
    expect(await attempt({ 'content-type': 'application/json' })).toBe(200);
  });

  test('Parameters and paths that the site does not use are refused', async () => {
    const headers = { authorization: `Bearer ${KEY}` };
    const body = new URLSearchParams({ nick: 'x' });
    const unknown = await send('/v1/customers', { method: 'POST', headers, body });
    expect(await unknown.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'nick' } });
    expect((await send('/v1/invoices', { headers })).status).toBe(404);
    const old = { ...headers, 'stripe-version': '2020-08-27' };
    expect((await send('/v1/balance', { headers: old })).status).toBe(400);
  });
});

test('Cards, accounts and stored responses survive a restart, if there is a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const before = await start({ SANDBOX_FOLDER: folder });
  const { id: customer } = await newCustomer(before.stripe);
  const card = await savedCard(before.stripe, customer);
  const account = await newAccount(before);
  const create = (client: Stripe) => client.customers.create({}, { idempotencyKey: 'cus:2' });
  const second = await create(before.stripe);
  await before.close();

  const after = await start({ SANDBOX_FOLDER: folder });
  const client = clientOf(after.apiPort);
  expect((await client.paymentMethods.retrieve(card)).customer).toBe(customer);
  expect((await client.v2.core.accounts.retrieve(account)).display_name).toBe('Eva');
  expect((await create(client)).id).toBe(second.id);
});
