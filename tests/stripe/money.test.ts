import type Stripe from 'stripe';
import { beforeEach, expect, test } from 'vitest';
import {
  heldPayment,
  newAccount,
  newCustomer,
  type Running,
  SITE,
  savedCard,
  start,
  submit,
  visit,
} from './harness.ts';

let running: Running;
let stripe: Stripe;
let customer: string;
let streamer: string;

beforeEach(async () => {
  running = await start();
  stripe = running.stripe;
  customer = (await newCustomer(stripe)).id;
  streamer = await newAccount(running);
});

const DAY = 24 * 3600;

async function balance(stripeAccount?: string): Promise<number> {
  const { available } = await stripe.balance.retrieve({}, stripeAccount ? { stripeAccount } : {});
  return available.find(({ currency }) => currency === 'eur')?.amount ?? 0;
}

const capturedPayment = async () => {
  const { id } = await heldPayment(stripe, customer, 'pm_card_visa', streamer);
  const captured = await stripe.paymentIntents.capture(id, {
    amount_to_capture: 1000,
    application_fee_amount: 150,
    expand: ['latest_charge.balance_transaction'],
  });
  return { ...captured, charge: captured.latest_charge as Stripe.Charge };
};

test('A hold moves no money; a partial capture releases the rest and pays the streamer', async () => {
  const { id, amount_capturable } = await heldPayment(stripe, customer, 'pm_card_visa', streamer);
  expect(amount_capturable).toBe(2000);
  expect([await balance(), await balance(streamer)]).toEqual([0, 0]);

  const captured = await stripe.paymentIntents.capture(id, {
    amount_to_capture: 1000,
    application_fee_amount: 150,
    metadata: { seconds: '600' },
    expand: ['latest_charge.balance_transaction'],
  });
  expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1000, amount_capturable: 0 });
  expect(captured.metadata).toEqual({ payment: '1', seconds: '600' });
  expect(captured.latest_charge).toMatchObject({
    amount: 2000,
    amount_captured: 1000,
    amount_refunded: 1000,
    application_fee_amount: 150,
    balance_transaction: { amount: 1000, fee: 40, net: 960 },
  });
  // The platform pays Stripe's fee of 0.40.
  expect([await balance(), await balance(streamer)]).toEqual([150 - 40, 850]);
  await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
  });
});

test('A refund takes back transfer and fee in proportion, to the last cent', async () => {
  const { id, charge } = await capturedPayment();
  const refund = (amount: number) =>
    stripe.refunds.create({
      payment_intent: id,
      amount,
      reverse_transfer: true,
      refund_application_fee: true,
      reason: 'requested_by_customer',
      expand: ['transfer_reversal'],
    });
  const first = await refund(333);
  expect(first).toMatchObject({ status: 'succeeded', amount: 333, transfer_reversal: { amount: 333 } });
  // 150 × 333 / 1000 = 49.95
  expect([await balance(), await balance(streamer)]).toEqual([110 - 50, 850 - 333 + 50]);
  await expect(refund(668)).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
  await refund(667);
  expect([await balance(), await balance(streamer)]).toEqual([-40, 0]);
  await expect(refund(1)).rejects.toMatchObject({ code: 'charge_already_refunded' });
  const transfer = await stripe.transfers.retrieve(String(charge.transfer));
  expect(transfer).toMatchObject({ amount: 1000, amount_reversed: 1000, reversed: true });
});

test('A refund that the bank refuses returns to the platform', async () => {
  const { id } = await capturedPayment();
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(await balance()).toBe(110 - 1000);
  await running.control('refund', { fail: refund.id });
  expect(await balance()).toBe(110);
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
});

test('A hold expires after 7 days, or after 114 hours if the holder is away', async () => {
  const away = await heldPayment(stripe, customer, 'pm_card_visa', streamer);
  const present = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'eur',
    customer,
    payment_method: 'pm_card_visa',
    confirm: true,
    capture_method: 'manual',
    expand: ['latest_charge'],
  });
  const lasts = ({ latest_charge }: Stripe.PaymentIntent) => {
    const { created, payment_method_details } = latest_charge as Stripe.Charge;
    return (payment_method_details?.card?.capture_before ?? 0) - created;
  };
  expect([lasts(away), lasts(present)]).toEqual([114 * 3600, 7 * DAY]);

  await running.control('clock', { advance: 114 * 3600 });
  const status = async (id: string) => (await stripe.paymentIntents.retrieve(id)).status;
  expect([await status(away.id), await status(present.id)]).toEqual(['canceled', 'requires_capture']);
  await running.control('clock', { advance: 3 * DAY });
  expect(await status(present.id)).toBe('canceled');
  await expect.poll(running.types).toContain('charge.expired');
});

test('A disputed payment is reversed by the platform, answered and won', async () => {
  const { charge } = await capturedPayment();
  const opened = await running.control('dispute', { charge: charge.id });
  const dispute = String(opened.dispute);
  expect([await balance(), await balance(streamer)]).toEqual([110 - 1000 - 2000, 850]);
  await expect(
    stripe.refunds.create({ payment_intent: String(charge.payment_intent) }),
  ).rejects.toMatchObject({ code: 'charge_disputed' });

  const transfer = String(charge.transfer);
  const reversal = await stripe.transfers.createReversal(transfer, { amount: 900, metadata: { dispute } });
  expect(reversal).toMatchObject({ amount: 900, transfer, metadata: { dispute } });
  // A reversal may make the streamer's balance negative.
  expect(await balance(streamer)).toBe(-50);
  await expect(stripe.transfers.createReversal(transfer, { amount: 101 })).rejects.toMatchObject({
    statusCode: 400,
  });

  const evidence = { service_date: '2026-11-25', access_activity_log: '600 s' };
  const saved = await stripe.disputes.update(dispute, { evidence, submit: false });
  expect(saved).toMatchObject({ status: 'needs_response', evidence_details: { submission_count: 0 } });
  const sent = await stripe.disputes.update(dispute, { evidence, submit: true });
  expect(sent).toMatchObject({ status: 'under_review', evidence });
  await running.control('dispute', { dispute, decide: 'won' });
  expect((await stripe.disputes.retrieve(dispute)).status).toBe('won');

  const paid = { amount: 900, currency: 'eur', destination: streamer, transfer_group: 'booking_1' };
  await expect(stripe.transfers.create(paid)).rejects.toMatchObject({ code: 'balance_insufficient' });
  await expect
    .poll(running.types)
    .toEqual(
      expect.arrayContaining([
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.updated',
        'charge.dispute.funds_reinstated',
        'charge.dispute.closed',
        'transfer.reversed',
      ]),
    );
});

test('An unanswered dispute is lost; an inquiry takes no money', async () => {
  const { charge } = await capturedPayment();
  const { dispute } = await running.control('dispute', {
    charge: charge.id,
    status: 'warning_needs_response',
  });
  expect(await balance()).toBe(110);
  await running.control('clock', { advance: 10 * DAY });
  expect((await stripe.disputes.retrieve(String(dispute))).status).toBe('warning_closed');

  const other = await capturedPayment();
  const { dispute: real } = await running.control('dispute', { charge: other.charge.id });
  await running.control('clock', { advance: 10 * DAY });
  expect((await stripe.disputes.retrieve(String(real))).status).toBe('lost');
  await expect(stripe.disputes.close(String(real))).rejects.toMatchObject({ statusCode: 400 });
});

test('The fraud test card disputes its payments', async () => {
  const { id } = await heldPayment(stripe, customer, 'pm_card_createDispute', streamer);
  await stripe.paymentIntents.capture(id);
  await expect.poll(running.types).toContain('charge.dispute.created');
});

test('A separate transfer pays a streamer from the platform’s balance', async () => {
  const { id } = await heldPayment(stripe, customer, 'pm_card_visa');
  await stripe.paymentIntents.capture(id);
  const transfer = await stripe.transfers.create({
    ...{ amount: 1700, currency: 'eur', destination: streamer },
    ...{ transfer_group: 'booking_2', metadata: { payment: id } },
  });
  expect(transfer).toMatchObject({ amount: 1700, destination: streamer, source_transaction: null });
  // 2000 minus 55 for Stripe's fee
  expect([await balance(), await balance(streamer)]).toEqual([245, 1700]);
  const group = { destination: streamer, transfer_group: 'booking_2' };
  expect((await stripe.transfers.list(group)).data).toMatchObject([
    { id: transfer.id, metadata: { payment: id } },
  ]);
  expect((await stripe.transfers.list({ ...group, transfer_group: 'booking_3' })).data).toEqual([]);
});

test('An account that is not ready receives no payments and no captures', async () => {
  const newcomer = await newAccount(running, false);
  const code = 'insufficient_capabilities_for_transfer';
  await expect(heldPayment(stripe, customer, 'pm_card_visa', newcomer)).rejects.toMatchObject({ code });
  const { id } = await heldPayment(stripe, customer, 'pm_card_visa', streamer);
  await running.control('account', { account: streamer, transfers: 'restricted' });
  await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({ code });
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture');
});

test.each([
  ['pass', 'requires_capture', 'succeeded'],
  ['fail', 'requires_payment_method', 'failed'],
  ['close', 'requires_action', null],
])('Bank confirmation, %s: %s', async (answer, status, redirect_status) => {
  const card = await savedCard(stripe, customer, '4000 0027 6000 3184');
  const held = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'eur',
    customer,
    payment_method: card,
    confirm: true,
    off_session: false,
    return_url: `${SITE}/return?payment=1`,
    capture_method: 'manual',
  });
  expect(held.status).toBe('requires_action');
  const bank = held.next_action?.redirect_to_url?.url ?? '';
  expect((await visit(bank)).text).toContain('Confirm with your bank');
  const { to } = await submit(bank, { answer });
  const back = new URL(to ?? '');
  expect(back.href).toContain(`${SITE}/return?payment=1`);
  expect(back.searchParams.get('payment_intent')).toBe(held.id);
  expect(back.searchParams.get('redirect_status')).toBe(redirect_status);
  expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe(status);
});

test('A saved card that needs its holder is refused off-session, and confirmed later', async () => {
  const card = await savedCard(stripe, customer, '4000 0027 6000 3184');
  const refused = await heldPayment(stripe, customer, card, streamer).catch((error) => error);
  expect(refused).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'authentication_required',
    payment_intent: { status: 'requires_payment_method' },
  });
  const again = await stripe.paymentIntents.confirm(refused.payment_intent.id, {
    payment_method: card,
    return_url: `${SITE}/return`,
    off_session: false,
  });
  await submit(again.next_action?.redirect_to_url?.url ?? '', { answer: 'pass' });
  expect((await stripe.paymentIntents.retrieve(again.id)).status).toBe('requires_capture');
});

test.each([
  ['4000 0025 0000 3155', true],
  ['4000 0038 0000 0446', true],
  ['4000 0000 0000 0341', false],
])('The saved card %s pays off-session: %s', async (number, works) => {
  const card = await savedCard(stripe, customer, number);
  const held = heldPayment(stripe, customer, card, streamer);
  if (works) expect((await held).status).toBe('requires_capture');
  else await expect(held).rejects.toMatchObject({ code: 'card_declined' });
});

test('A detached card and someone else’s card are refused; a reissued one sends an event', async () => {
  const card = await savedCard(stripe, customer);
  const other = await newCustomer(stripe);
  await expect(heldPayment(stripe, other.id, card)).rejects.toMatchObject({ param: 'payment_method' });
  await running.control('card', { payment_method: card, exp_month: 1, exp_year: 2026 });
  await expect.poll(running.types).toContain('payment_method.automatically_updated');
  await running.control('clock', { advance: 366 * DAY });
  await expect(heldPayment(stripe, customer, card)).rejects.toMatchObject({ code: 'expired_card' });
  await stripe.paymentMethods.detach(card);
  await expect(heldPayment(stripe, customer, card)).rejects.toMatchObject({ param: 'payment_method' });
});

test('Checkout holds an amount, saves the card and pays the streamer at capture', async () => {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    ui_mode: 'hosted_page',
    submit_type: 'book',
    customer,
    allowed_payment_method_types: ['card'],
    locale: 'es',
    success_url: `${SITE}/paid`,
    cancel_url: `${SITE}/cancelled`,
    line_items: [
      { quantity: 2, price_data: { currency: 'eur', unit_amount: 1000, product_data: { name: '30 min' } } },
    ],
    payment_intent_data: {
      capture_method: 'manual',
      setup_future_usage: 'off_session',
      application_fee_amount: 300,
      transfer_data: { destination: streamer },
      transfer_group: 'booking_1',
      statement_descriptor_suffix: 'PANOCALL',
      metadata: { payment: '1' },
    },
    adaptive_pricing: { enabled: false },
    saved_payment_method_options: { payment_method_save: 'enabled' },
    metadata: { payment: '1' },
  });
  expect(session).toMatchObject({ amount_total: 2000, payment_intent: null, payment_status: 'unpaid' });
  const form = await visit(session.url ?? '');
  expect(form.text).toContain('20,00');
  const declined = await submit(session.url ?? '', { ...CARD, number: '4000 0000 0000 9995' });
  expect(declined.text).toContain('no tiene fondos suficientes');
  const { to } = await submit(session.url ?? '', { ...CARD, number: '4242 4242 4242 4242' });
  expect(to).toBe(`${SITE}/paid`);
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  });
  expect(done).toMatchObject({
    status: 'complete',
    url: null,
    payment_intent: {
      status: 'requires_capture',
      amount: 2000,
      transfer_data: { destination: streamer },
      metadata: { payment: '1' },
      latest_charge: { captured: false, amount: 2000 },
    },
  });
  const cards = await stripe.customers.listPaymentMethods(customer, { type: 'card' });
  expect(cards.data).toHaveLength(1);
  const intent = done.payment_intent as Stripe.PaymentIntent;
  await stripe.paymentIntents.capture(intent.id);
  expect(await balance(streamer)).toBe(1700);
});

const CARD = { month: '12', year: '2040', cvc: '123', name: 'Ana' };
