import { beforeEach, expect, test } from 'vitest';
import {
  GOOD_CARD,
  newAccount,
  newCustomer,
  type Running,
  SITE,
  setupSession,
  start,
  submit,
  visit,
} from './harness.ts';

let running: Running;
let customer: string;

beforeEach(async () => {
  running = await start();
  customer = (await newCustomer(running.stripe)).id;
});

const session = (locale?: 'en' | 'es' | 'auto') => setupSession(running.stripe, customer, locale);
const retrieve = (id: string) =>
  running.stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] });

test('A card is saved, and the person comes back with the session', async () => {
  const { id, url } = await session();
  const { status, to } = await submit(url ?? '', GOOD_CARD);
  expect([status, to]).toEqual([303, `${SITE}/saved?session=${id}`]);
  const done = await retrieve(id);
  expect(done).toMatchObject({
    status: 'complete',
    url: null,
    setup_intent: {
      status: 'succeeded',
      metadata: { user: '1' },
      payment_method: { customer, card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 } },
    },
  });
  // A second submission, by a double click, saves no second card.
  expect((await submit(url ?? '', GOOD_CARD)).status).toBe(200);
  const cards = await running.stripe.customers.listPaymentMethods(customer, { type: 'card' });
  expect(cards.data).toHaveLength(1);
});

test.each([
  ['number', '4242 4242 4242 4241', 'Enter a complete card number'],
  ['number', '', 'Enter a complete card number'],
  ['number', '4111 1111 1111 1111', 'Only test cards work here'],
  ['month', '13', 'Enter a month from 1 to 12'],
  ['year', 'soon', 'Enter a year'],
  ['year', '25', 'This card has expired'],
  ['cvc', '12', 'Enter the 3 digits'],
  ['name', ' ', 'Enter the name'],
])('The field %s may not be “%s”', async (field, value, text) => {
  const { id, url } = await session();
  const answer = await submit(url ?? '', { ...GOOD_CARD, [field]: value });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(text);
  expect(answer.text).toContain(`href="#${field}"`);
  expect(answer.text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*${field}-problem`));
  expect((await retrieve(id)).status).toBe('open');
});

test.each([
  ['4000 0000 0000 0002', 'The bank declined the card'],
  ['4000 0000 0000 9995', 'The card has insufficient funds'],
  ['4000 0000 0000 0069', 'this card has expired'],
  ['4000 0000 0000 0127', 'The security code is wrong'],
])('The card %s is not saved', async (number, text) => {
  const { id, url } = await session();
  expect((await submit(url ?? '', { ...GOOD_CARD, number })).text).toContain(text);
  expect(await retrieve(id)).toMatchObject({ status: 'open', setup_intent: { payment_method: null } });
  // Another card can be tried on the same page.
  expect((await submit(url ?? '', GOOD_CARD)).to).toContain(SITE);
});

test('The bank asks to confirm some cards: passed, failed or closed', async () => {
  const number = '4000 0025 0000 3155';
  const { id, url } = await session();
  const bank = (await submit(url ?? '', { ...GOOD_CARD, number })).to ?? '';
  expect((await submit(bank, { answer: 'close' })).to).toBe(url);
  expect((await submit(bank, { answer: 'fail' })).to).toBe(url);
  expect((await visit(url ?? '')).text).toContain('could not confirm that it was you');
  const again = (await submit(url ?? '', { ...GOOD_CARD, number })).to ?? '';
  expect((await submit(again, { answer: 'pass' })).to).toBe(`${SITE}/saved?session=${id}`);
  expect((await retrieve(id)).status).toBe('complete');
  expect((await visit(again)).status).toBe(404);
});

test('An expired session has no form', async () => {
  const { id, url } = await session();
  expect((await running.stripe.checkout.sessions.expire(id)).status).toBe('expired');
  const page = await submit(url ?? '', GOOD_CARD);
  expect(page.text).toContain('This page has expired');
  expect(page.text).toContain(`${SITE}/cancelled`);
  await expect(running.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });

  const other = await session();
  await running.control('clock', { advance: 24 * 3600 });
  expect((await retrieve(other.id)).status).toBe('expired');
  await expect.poll(running.types).toEqual(['checkout.session.expired', 'checkout.session.expired']);
});

test('Pages use the language of the session, otherwise the browser’s', async () => {
  const spanish = await session('es');
  expect((await visit(spanish.url ?? '')).text).toContain('Pagos de prueba: no se mueve dinero');
  const any = await session('auto');
  expect((await visit(any.url ?? '', 'es-ES,en;q=0.5')).text).toContain('<html lang="es">');
  expect((await visit(any.url ?? '', 'fr')).text).toContain('Test payments: no money moves');
});

test('Pages run no scripts, load nothing from other sites and lead only to the site', async () => {
  const { url } = await session();
  const { headers, text } = await visit(url ?? '');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action 'self' ${SITE}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]);
  expect(text).not.toMatch(/<script|<style|\s(?:style|on\w+)=/);
  expect(headers.get('set-cookie')).toBeNull();
  const name = '<script>alert(1)</script>';
  const again = await submit(url ?? '', { ...GOOD_CARD, number: '1', name });
  expect(again.text).not.toContain(name);
});

test('A page is on the site’s host name', async () => {
  const { url } = await running.stripe.checkout.sessions.create({
    mode: 'setup',
    customer,
    success_url: 'https://192.168.1.20:3000/saved',
  });
  expect(url).toMatch(new RegExp(`^http://192\\.168\\.1\\.20:${running.pagesPort}/checkout/cs_test_`));
});

const onboardingLink = async (account: string) => {
  const link = await running.stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: `${SITE}/refresh`, return_url: `${SITE}/back` },
    },
  });
  return link.url;
};

const status = async (account: string) => {
  const include = ['configuration.recipient' as const, 'requirements' as const];
  const { configuration, requirements } = await running.stripe.v2.core.accounts.retrieve(account, {
    include,
  });
  const { stripe_transfers, payouts } = configuration?.recipient?.capabilities?.stripe_balance ?? {};
  return [stripe_transfers?.status, payouts?.status, requirements?.entries?.length];
};

test.each([
  ['all', ['active', 'active', 0]],
  ['some', ['restricted', 'restricted', 1]],
  ['rejected', ['rejected', 'rejected', 0]],
])('Onboarding, %s: %s', async (outcome, expected) => {
  const account = await newAccount(running, false);
  expect(await status(account)).toEqual(['restricted', 'restricted', 4]);
  const form = (await visit(await onboardingLink(account))).to ?? '';
  const page = await visit(form);
  expect(page.text).toContain('España');
  const incomplete = await submit(form, { name: '' });
  expect(incomplete.text).toContain('Escribe un nombre');
  expect(incomplete.text).toContain('href="#outcome"');
  expect((await submit(form, { name: 'Eva', outcome })).to).toBe(`${SITE}/back`);
  expect(await status(account)).toEqual(expected);
});

test('An onboarding link works once, for a few minutes', async () => {
  const account = await newAccount(running, false);
  const link = await onboardingLink(account);
  expect((await visit(link)).to).toContain('/onboarding/form/');
  expect((await visit(link)).to).toBe(`${SITE}/refresh`);
  const late = await onboardingLink(account);
  await running.control('clock', { advance: 5 * 60 });
  expect((await visit(late)).to).toBe(`${SITE}/refresh`);
  expect((await visit(late.replace(/\w+$/, 'onboarding_0'))).status).toBe(404);
});

test('The dashboard shows the earnings, after onboarding', async () => {
  const { stripe } = running;
  const account = await newAccount(running);
  await expect(stripe.accounts.createLoginLink(account)).rejects.toMatchObject({ statusCode: 400 });
  const form = (await visit(await onboardingLink(account))).to ?? '';
  await submit(form, { name: 'Eva', outcome: 'all' });
  const { id } = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'eur',
    customer,
    payment_method: 'pm_card_visa',
    confirm: true,
    capture_method: 'manual',
    application_fee_amount: 300,
    transfer_data: { destination: account },
  });
  await stripe.paymentIntents.capture(id);
  const { url } = await stripe.accounts.createLoginLink(account);
  const { text } = await visit(url);
  expect(text).toContain('Lista para cobrar');
  expect(text).toMatch(/17,00\s€/);
});
