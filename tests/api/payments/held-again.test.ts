import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booking, callRequest, ledger, payment, payoutAccount, refund } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { bringToEnd, expectSound, siteBalance } from '../../histories/ending.ts';
import { History, type Sale } from '../../histories/history.ts';
import { runJobs, runScheduled } from '../../histories/jobs.ts';
import { KINDS, paymentOf } from '../../histories/steps.ts';
import { clearWorld, startWorld, type World } from '../../histories/world.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

const HOUR_MS = 3_600_000;

let mailbox: Mailbox;
let world: World;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  world = await startWorld(await createTestDatabase(), mailbox.folder);
});
afterAll(async () => {
  await world.stop();
  await rm(mailbox.folder, { recursive: true, force: true });
});

async function begin(): Promise<History> {
  await clearWorld(world, true);
  const history = await History.begin(world, { priceMinor: 100, autoConfirm: true });
  history.siteHad = await siteBalance(history);
  return history;
}

type Card = 'good' | 'bank';

async function booked(history: History, hours = 4, card: Card = 'good'): Promise<Sale> {
  await KINDS.book.take(history, { who: 0, hours, halves: 1 });
  await KINDS.pay.take(history, { nth: 0, card, bank: 'pass' });
  await hear(history);
  const sale = history.sale(0);
  if (!sale) throw new Error('nothing was booked');
  expect(await paymentOf(history, sale)).toMatchObject({ status: 'HELD', attempt: 1 });
  return sale;
}

/** A delivered booking of 30 EUR that is to be captured a day later. */
async function delivered(history: History, card: Card = 'good'): Promise<Sale> {
  const sale = await booked(history, 4, card);
  await KINDS.meet.take(history, { nth: 0, seconds: 1_800, missed: 0, absent: null, inTime: true });
  await runJobs(history, 0, until(2));
  expect(await paymentOf(history, sale)).toMatchObject({ status: 'HELD', toCapture: 3_000 });
  return sale;
}

const until = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

async function hear(history: History): Promise<void> {
  await history.deliverEvents({ release: 'in-order' });
  await runJobs(history);
}

const transfers = async (history: History, transfers: 'active' | 'restricted') => {
  await world.sandbox.control('account', { account: history.account, transfers });
  await hear(history);
};

const intentAt = (id: string | null | undefined) => world.sandbox.stripe.paymentIntents.retrieve(id ?? '');

/** Releases a hold as the bank may do. */
async function lose(history: History, sale: Sale): Promise<void> {
  const row = await paymentOf(history, sale);
  await world.sandbox.stripe.paymentIntents.cancel(row?.intent ?? '');
  await hear(history);
}

async function sums(id: string | undefined): Promise<Record<string, number>> {
  const rows = await world.db
    .select()
    .from(ledger)
    .where(eq(ledger.paymentId, id ?? ''));
  const all: Record<string, number> = {};
  for (const { account, amount } of rows) all[account] = (all[account] ?? 0) + amount;
  return all;
}

async function streamerHas(history: History): Promise<number> {
  const { available } = await world.sandbox.stripe.balance.retrieve({}, { stripeAccount: history.account });
  return available[0]?.amount ?? 0;
}

const mailTo = ({ email }: { email: string }, words: string) => mailbox.waitFor(email, words);

const giveBack = (history: History, part: number) => KINDS.refund.take(history, { nth: 0, part });

describe('If the payout account is not ready when a call is to be charged', () => {
  /** A sale that was captured for the site and waits for the payout account. */
  async function waiting(): Promise<{ history: History; sale: Sale; id: string }> {
    const history = await begin();
    const sale = await delivered(history);
    const before = await paymentOf(history, sale);
    await transfers(history, 'restricted');
    await runJobs(history, 0, until(30));
    await hear(history);
    const row = await paymentOf(history, sale);
    expect(row).toMatchObject({ status: 'CAPTURED', captured: 3_000, fee: 450, viaSite: true, attempt: 2 });
    expect(row).toMatchObject({ formerIntent: null, share: null, transfer: null });
    expect(await intentAt(before?.intent)).toMatchObject({ status: 'canceled' });
    expect(await intentAt(row?.intent)).toMatchObject({ status: 'succeeded', transfer_data: null });
    // Stripe's fee is 0.70 EUR.
    expect(await sums(row?.id)).toEqual({ PAYER: -3_000, PLATFORM: 2_930, STRIPE: 70 });
    return { history, sale, id: row?.id ?? '' };
  }

  it('the site receives the charge, and pays the streamer once the account is ready', async () => {
    const { history, sale, id } = await waiting();
    expect(await mailTo(history.streamer, 'You have earned €25.50')).toContain(
      'waiting for your payout account',
    );
    await transfers(history, 'active');
    expect(await paymentOf(history, sale)).toMatchObject({ share: 2_550, transfer: expect.any(String) });
    expect(await sums(id)).toEqual({ PAYER: -3_000, STREAMER: 2_550, PLATFORM: 380, STRIPE: 70 });
    expect(await streamerHas(history)).toBe(2_550);
    // Stripe reverses and repeats this separate transfer as it does others.
    await giveBack(history, 20);
    await hear(history);
    expect(await streamerHas(history)).toBe(2_040);
    await KINDS.dispute.take(history, { nth: 0, part: 80, status: 'needs_response' });
    await hear(history);
    expect(await streamerHas(history)).toBe(0);
    await KINDS.decide.take(history, { nth: 0, decide: 'won' });
    await hear(history);
    expect(await streamerHas(history)).toBe(2_040);
    await bringToEnd(history);
    await expectSound(history);
  }, 120_000);

  it('a refund before that is not paid out', async () => {
    const { history, sale } = await waiting();
    await giveBack(history, 50);
    await hear(history);
    await transfers(history, 'active');
    expect(await paymentOf(history, sale)).toMatchObject({ refunded: 1_500, share: 1_275 });
    await bringToEnd(history);
    await expectSound(history);
    expect(await world.db.select().from(refund)).toMatchObject([{ status: 'SUCCEEDED', reverses: false }]);
  }, 120_000);

  it.each([
    ['won', 2_550],
    ['lost', 0],
  ] as const)(
    'a dispute before that delays the payout: %s',
    async (decide, earned) => {
      const { history, sale } = await waiting();
      await KINDS.dispute.take(history, { nth: 0, part: 100, status: 'needs_response' });
      await hear(history);
      await transfers(history, 'active');
      expect(await paymentOf(history, sale)).toMatchObject({ share: null });
      await KINDS.decide.take(history, { nth: 0, decide });
      await hear(history);
      await runScheduled(history, 'stripe-sweep');
      await runJobs(history);
      expect(await paymentOf(history, sale)).toMatchObject({ share: earned });
      await bringToEnd(history);
      await expectSound(history);
      expect(await streamerHas(history)).toBe(earned);
    },
    120_000,
  );

  it('and the bank refuses the new hold, nothing is charged, and both are notified', async () => {
    const history = await begin();
    const sale = await delivered(history, 'bank');
    const before = await paymentOf(history, sale);
    await transfers(history, 'restricted');
    await runJobs(history, 0, until(30));
    const row = await paymentOf(history, sale);
    expect(row).toMatchObject({ status: 'UNPAID', captured: 0, refusal: 'authentication_required' });
    for (const intent of [before?.intent, row?.intent])
      expect(await intentAt(intent)).toMatchObject({ status: 'canceled' });
    await mailTo(sale.payer, 'We could not charge €30.00');
    const told = await mailTo(history.streamer, "'s card was refused");
    expect(told).toContain('€30.00 was due from');
    expect(told).toContain('your part of it, €25.50');
    await bringToEnd(history);
    await expectSound(history);
  }, 120_000);

  it('as Stripe reports only at the capture, the same happens', async () => {
    const history = await begin();
    const sale = await delivered(history);
    await world.sandbox.control('events', { mode: 'drop' });
    await world.sandbox.control('account', { account: history.account, transfers: 'restricted' });
    await runJobs(history, 0, until(30));
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'CAPTURED', viaSite: true });
  }, 60_000);
});

describe('If the payout account is not ready, a call is charged once', () => {
  it('also if the response to its capture was lost', async () => {
    const history = await begin();
    history.isDisturbed = true;
    const sale = await delivered(history);
    const { captureAt } = (await paymentOf(history, sale)) ?? {};
    await world.sandbox.control('fail', { times: 3, path: '/capture$', when: 'after', cut: true });
    await world.sandbox.control('events', { mode: 'drop' });
    await history.wait((captureAt?.getTime() ?? 0) - Date.now());
    await runJobs(history);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'CAPTURING' });
    await world.sandbox.control('account', { account: history.account, transfers: 'restricted' });
    await world.db.update(payoutAccount).set({ transfers: 'restricted' });
    await history.wait(60_000);
    await runJobs(history);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'CAPTURED', viaSite: false, attempt: 1 });
    await bringToEnd(history);
    await expectSound(history);
  }, 120_000);

  it('also if the former hold is captured while another one is placed', async () => {
    const history = await begin();
    history.isDisturbed = true;
    const sale = await delivered(history);
    const before = await paymentOf(history, sale);
    await world.db.update(payoutAccount).set({ transfers: 'restricted' });
    await world.sandbox.control('fail', {
      times: 1_000,
      method: 'POST',
      path: 'payment_intents$',
      status: 500,
    });
    await history.wait((before?.captureAt?.getTime() ?? 0) - Date.now());
    await runJobs(history);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'NEW', formerIntent: before?.intent });
    const { stripe, control } = await history.repaired();
    await control('events', { mode: 'drop' });
    await stripe.paymentIntents.capture(before?.intent ?? '', { application_fee_amount: 450 });
    await bringToEnd(history);
    await expectSound(history);
    const row = await paymentOf(history, sale);
    expect(row).toMatchObject({ status: 'CAPTURED', intent: before?.intent, viaSite: false });
    expect(await streamerHas(history)).toBe(2_550);
  }, 120_000);
});

describe('A lost hold', () => {
  it('is placed again before the call', async () => {
    const history = await begin();
    const sale = await booked(history, 30);
    const before = await paymentOf(history, sale);
    await lose(history, sale);
    const row = await paymentOf(history, sale);
    expect(row).toMatchObject({ status: 'HELD', attempt: 2, viaSite: false });
    expect(row?.intent).not.toBe(before?.intent);
    await KINDS.meet.take(history, { nth: 0, seconds: 1_800, missed: 0, absent: null, inTime: true });
    await bringToEnd(history);
    await expectSound(history);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'CAPTURED', captured: 3_000 });
    expect(await streamerHas(history)).toBe(2_550);
  }, 120_000);

  it('that is refused before the call is replaced by another card’s, or the booking is cancelled', async () => {
    const history = await begin();
    const fixed = await booked(history, 40, 'bank');
    await lose(history, fixed);
    expect(await paymentOf(history, fixed)).toMatchObject({ status: 'ACTION', attempt: 2 });
    await mailTo(fixed.payer, 'Your card was not accepted');
    await KINDS.pay.take(history, { nth: 0, card: 'good', bank: 'pass' });
    expect(await paymentOf(history, fixed)).toMatchObject({ status: 'HELD', attempt: 2 });
    const lost = await booked(history, 42, 'bank');
    await lose(history, lost);
    await runJobs(history, 0, until(20));
    const [row] = await world.db.select().from(booking).where(eq(booking.id, lost.id));
    expect(row).toMatchObject({ status: 'CANCELLED', endedReason: 'HOLD_FAILED' });
    await bringToEnd(history);
    await expectSound(history);
  }, 120_000);

  it('is placed again after the call, for the amount due', async () => {
    const history = await begin();
    const sale = await delivered(history);
    await world.db.update(payment).set({ toCapture: 2_000 });
    await lose(history, sale);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'HELD', attempt: 2, heldAmount: 2_000 });
    await runJobs(history, 0, until(30));
    const row = await paymentOf(history, sale);
    expect(row).toMatchObject({ status: 'CAPTURED', captured: 2_000 });
    expect(await intentAt(row?.intent)).toMatchObject({ amount: 2_000, metadata: { seconds: '1800' } });
  }, 120_000);

  it('that is refused after the call leaves the call unpaid', async () => {
    const history = await begin();
    const sale = await delivered(history, 'bank');
    await lose(history, sale);
    await runJobs(history);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'UNPAID', captured: 0 });
    await mailTo(sale.payer, 'We could not charge €30.00');
    await bringToEnd(history);
    await expectSound(history);
  }, 120_000);

  /** An accepted call with both people in its room, and a function that ends it. */
  async function call(history: History, card: Card) {
    await KINDS.call.take(history, { who: 0, minutes: 10 });
    await KINDS.pay.take(history, { nth: 0, card, bank: 'pass' });
    await hear(history);
    await KINDS.confirm.take(history, { nth: 0 });
    const sale = history.sale(0);
    if (!sale) throw new Error('no one was called');
    expect(await world.db.select().from(callRequest)).toMatchObject([{ status: 'ACCEPTED' }]);
    const end = async () => {
      await KINDS.meet.take(history, { nth: 0, seconds: 300, missed: 0, absent: null, inTime: true });
      await history.wait(10 * 60_000);
      await runScheduled(history, 'stream-settle');
    };
    return { sale, end };
  }

  it.each([
    ['placed again meanwhile', 'good', 'CAPTURED'],
    ['placed again meanwhile and refused', 'bank', 'UNPAID'],
  ] as const)(
    'during a call is %s',
    async (_, card, status) => {
      const history = await begin();
      const { sale, end } = await call(history, card);
      await lose(history, sale);
      await end();
      await bringToEnd(history);
      await expectSound(history);
      const captured = status === 'CAPTURED' ? 500 : 0;
      expect(await paymentOf(history, sale)).toMatchObject({ status, captured });
    },
    120_000,
  );

  it('that could not be placed again during the call is charged afterwards', async () => {
    const history = await begin();
    history.isDisturbed = true;
    const { sale, end } = await call(history, 'good');
    await world.sandbox.control('fail', { times: 1_000, path: 'payment_intents$', status: 500 });
    await lose(history, sale);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'NEW', attempt: 2 });
    await end();
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'NEW', toCapture: 500 });
    await bringToEnd(history);
    await expectSound(history);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'CAPTURED', captured: 500 });
  }, 120_000);
});

describe('A payer who deletes the account', () => {
  it('is charged what is due, also by another hold, before the customer is deleted at Stripe', async () => {
    const history = await begin();
    const sale = await delivered(history);
    const row = await paymentOf(history, sale);
    await KINDS.leave.take(history, { who: 0 });
    await runJobs(history);
    await runScheduled(history, 'stripe-sweep');
    expect(await world.sandbox.stripe.customers.retrieve(row?.customer ?? '')).not.toHaveProperty('deleted');
    await lose(history, sale);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'HELD', attempt: 2, payerId: null });
    await bringToEnd(history);
    await expectSound(history);
    expect(await paymentOf(history, sale)).toMatchObject({ status: 'CAPTURED', captured: 3_000 });
    expect(await mailTo(history.streamer, 'You have earned €25.50')).toContain('a deleted account');
    expect(await world.sandbox.stripe.customers.retrieve(row?.customer ?? '')).toHaveProperty('deleted');
  }, 120_000);
});
