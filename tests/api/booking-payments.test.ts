import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import {
  availabilityRule,
  booking,
  card,
  LEDGER_ACCOUNTS,
  ledger,
  payment,
  payoutAccount,
  producerSetting,
  stream,
  user,
} from '#db/schema/index.ts';
import { Mailbox } from '../support/mailbox.ts';
import { PASSWORD } from '../support/members.ts';
import { fillIn, makePayable, type Payments, saveCard, startPayments } from '../support/payment-sandbox.ts';
import { makeStreamer, setPassword } from '../support/people.ts';
import { countBooking } from '../support/streams.ts';
import { type Person, person, send } from '../support/uploads.ts';

const HOUR_MS = 3_600_000;

let site: Payments;
let mailbox: Mailbox;
let streamer: Person;
let viewer: Person;
let account: string;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await startPayments({ MAIL_FOLDER: mailbox.folder });
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});
beforeEach(async () => {
  [streamer, viewer] = [await person(site.db), await person(site.db)];
  await site.db.update(user).set({ emailVerifiedAt: new Date() });
  await makeStreamer(site.db, streamer.id);
  account = await makePayable(site, streamer.id);
  await site.db.insert(producerSetting).values({ userId: streamer.id, timeZone: 'UTC' });
  // Any half hour of any day, for 1 EUR a minute.
  const hours = { timeZone: 'UTC', startMinute: 0, endMinute: 1440, minMinutes: 30, maxMinutes: 120 };
  await site.db.insert(availabilityRule).values(
    [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({
      ...hours,
      dayOfWeek,
      priceMinor: 100,
      currency: 'EUR',
      producerId: streamer.id,
    })),
  );
});

const post = (path: string, body: object = {}, as = viewer) => send(site, path, { method: 'POST', as, body });

/** A booking of half an hour, some hours ahead. */
async function book(hours = 30, as = viewer) {
  const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + hours * HOUR_MS).toISOString();
  const wanted = { producerId: streamer.id, slots: [start], amount: 3_000, currency: 'EUR' };
  return post('/api/booking', { ...wanted, clientKey: randomUUID() }, as);
}
async function booked(hours?: number): Promise<string> {
  const { status, body } = await book(hours);
  expect(status, JSON.stringify(body)).toBe(201);
  return z.object({ id: z.string() }).parse(body).id;
}
const pay = (id: string, body: object = {}) => post(`/api/booking/${id}/pay`, body);
const change = (id: string, what: string, as = viewer) => post(`/api/booking/${id}/${what}`, {}, as);
async function paymentOf(bookingId: string) {
  const [row] = await site.db.select().from(payment).where(eq(payment.bookingId, bookingId));
  if (!row) throw new Error('no payment');
  return row;
}
async function bookingOf(id: string) {
  const [row] = await site.db.select().from(booking).where(eq(booking.id, id));
  return row;
}
const intentOf = async (id: string) =>
  site.sandbox.stripe.paymentIntents.retrieve((await paymentOf(id)).intent ?? '');
const run = (job: string, id: string) => queueOn(site.db).send(job, { id });
/** Does what is due of a booking's payment. */
const move = async (id: string) => run('payment-move', (await paymentOf(id)).id);
const past = (ms = 60_000) => new Date(Date.now() - ms);

async function urlOf(id: string, body: object = {}): Promise<string> {
  const answer = await pay(id, body);
  return z.object({ url: z.string() }).parse(answer.body).url;
}
async function cardOf(last4: string): Promise<string> {
  const own = and(eq(card.userId, viewer.id), eq(card.last4, last4));
  const [row] = await site.db.select().from(card).where(own);
  return row?.id ?? '';
}

/** A booking that the streamer has confirmed. */
async function confirmed(hours?: number): Promise<string> {
  await saveCard(site, viewer);
  const id = await booked(hours);
  expect(await pay(id)).toMatchObject({ status: 200 });
  expect(await change(id, 'confirm', streamer)).toMatchObject({ status: 200 });
  return id;
}

/** As if it had been booked an hour ago. */
const age = (id: string) =>
  site.db
    .update(booking)
    .set({ createdAt: past(HOUR_MS) })
    .where(eq(booking.id, id));

/** Waits for an email to someone. */
async function mailTo({ id }: Person, words: string): Promise<string> {
  const [row] = await site.db.select().from(user).where(eq(user.id, id));
  return mailbox.waitFor(row?.email ?? '', words);
}

/** What the streamer has at Stripe, and what the ledger says of one payment. */
const balanceOf = async () => {
  const { available } = await site.sandbox.stripe.balance.retrieve({}, { stripeAccount: account });
  return available[0]?.amount;
};
async function ledgerOf(id: string) {
  const { id: paymentId } = await paymentOf(id);
  const rows = await site.db.select().from(ledger).where(eq(ledger.paymentId, paymentId));
  return Object.fromEntries(rows.map(({ account: of, amount }) => [of, amount]));
}

describe('A booking', () => {
  it('is the payer’s alone until its amount is held, and then the streamer’s to confirm', async () => {
    await saveCard(site, viewer);
    const id = await booked();
    expect((await send(site, `/api/booking/${id}`, { as: viewer })).body).toMatchObject({ status: 'PAYING' });
    expect(await send(site, `/api/booking/${id}`, { as: streamer })).toMatchObject({ status: 404 });
    expect(await change(id, 'confirm', streamer)).toMatchObject({ status: 404 });
    expect(await pay(id)).toMatchObject({ status: 200, body: { url: null } });
    expect(await bookingOf(id)).toMatchObject({ status: 'WAITING', payBy: null });
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD', cardLast4: '4242', captured: 0 });
    expect(await intentOf(id)).toMatchObject({
      status: 'requires_capture',
      amount: 3_000,
      application_fee_amount: 450,
      transfer_data: { destination: account },
    });
    expect(await change(id, 'confirm', streamer)).toMatchObject({
      status: 200,
      body: { status: 'CONFIRMED' },
    });
    expect(await pay(id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('is confirmed at once where the streamer always confirms', async () => {
    await site.db
      .update(producerSetting)
      .set({ autoConfirm: true })
      .where(eq(producerSetting.userId, streamer.id));
    await saveCard(site, viewer);
    const id = await booked();
    await pay(id);
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED', confirmBy: null });
  });

  it('is held once, however often and at once it is paid', async () => {
    await saveCard(site, viewer);
    const id = await booked();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => pay(id)));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD' });
    const { intent } = await paymentOf(id);
    const events = await site.sandbox.stripe.events.list({ limit: 100 });
    const holds = events.data.filter(
      ({ type, data }) =>
        type === 'payment_intent.amount_capturable_updated' &&
        z.object({ metadata: z.object({ booking: z.string() }) }).parse(data.object).metadata.booking === id,
    );
    expect(holds.map(({ data }) => z.object({ id: z.string() }).parse(data.object).id)).toEqual([intent]);
  });

  it('of a streamer who cannot be paid is refused, and none of their time is available', async () => {
    await site.sandbox.control('account', { account, transfers: 'restricted' });
    const transfers = async () =>
      (await site.db.select().from(payoutAccount).where(eq(payoutAccount.stripeId, account)))[0]?.transfers;
    await expect.poll(transfers).toBe('restricted');
    expect(await book()).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } });
    const from = new Date().toISOString().slice(0, 10);
    const { body } = await send(site, `/api/user/streamer/${streamer.id}/slots?from=${from}`, { as: viewer });
    const { payable, slots } = z
      .object({ payable: z.boolean(), slots: z.array(z.object({ state: z.string() })) })
      .parse(body);
    expect(payable).toBe(false);
    expect(new Set(slots.map(({ state }) => state))).toEqual(new Set(['UNAVAILABLE']));
  });

  it('keeps others from a third time while two are not paid', async () => {
    await booked(30);
    await booked(32);
    expect(await book(34)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });
});

describe('A card', () => {
  it('that is missing, the streamer’s or too old does not pay', async () => {
    const id = await booked();
    expect(await pay(id)).toMatchObject({ status: 402, body: { code: 'CARD_NEEDED' } });
    await saveCard(site, viewer);
    await saveCard(site, streamer);
    expect(await pay(id)).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED' } });
    await site.db.delete(card).where(eq(card.userId, streamer.id));
    await site.db.update(card).set({ expYear: 2026, expMonth: 1 }).where(eq(card.userId, viewer.id));
    expect(await pay(id)).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED' } });
    expect(await bookingOf(id)).toMatchObject({ status: 'PAYING' });
    expect(await paymentOf(id)).toMatchObject({ status: 'NEW', intent: null });
  });

  it('of someone else does not pay, nor for someone else’s booking', async () => {
    await saveCard(site, viewer);
    const id = await booked();
    const other = await person(site.db);
    await site.db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, other.id));
    await saveCard(site, other);
    const [theirs] = await site.db.select().from(card).where(eq(card.userId, other.id));
    expect(await pay(id, { cardId: theirs?.id })).toMatchObject({ status: 404 });
    expect(await post(`/api/booking/${id}/pay`, {}, other)).toMatchObject({ status: 404 });
  });

  it('that the bank refuses is said to be, and another one pays', async () => {
    await saveCard(site, viewer, '4000000000000341');
    await saveCard(site, viewer);
    const id = await booked();
    const refused = await pay(id, { cardId: await cardOf('0341') });
    expect(refused).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED' } });
    expect(await paymentOf(id)).toMatchObject({ status: 'ACTION', refusal: 'generic_decline' });
    expect(await pay(id, { cardId: await cardOf('4242') })).toMatchObject({ status: 200 });
    expect(await bookingOf(id)).toMatchObject({ status: 'WAITING' });
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD', refusal: null });
  });

  it('is confirmed on the bank’s page, which an event tells of', async () => {
    await saveCard(site, viewer, '4000002760003184');
    const id = await booked();
    const back = await fillIn(await urlOf(id), { answer: 'pass' });
    expect(back).toContain(`/personal/booking/${id}?done=pay`);
    await expect.poll(() => bookingOf(id)).toMatchObject({ status: 'WAITING' });
  });

  it('is confirmed on the bank’s page, also if no event comes', async () => {
    await saveCard(site, viewer, '4000002760003184');
    const id = await booked();
    await site.sandbox.control('events', { mode: 'drop' });
    try {
      const back = await fillIn(await urlOf(id), { answer: 'pass' });
      expect(await bookingOf(id)).toMatchObject({ status: 'PAYING' });
      const { pathname, search } = new URL(back);
      expect(await send(site, pathname + search, { as: viewer })).toMatchObject({ status: 200 });
      expect(await bookingOf(id)).toMatchObject({ status: 'WAITING' });
    } finally {
      await site.sandbox.control('events', { mode: 'deliver' });
    }
  });

  it('that was not confirmed on the bank’s page can be tried again', async () => {
    await saveCard(site, viewer, '4000002760003184');
    const id = await booked();
    await fillIn(await urlOf(id), { answer: 'fail' });
    await expect
      .poll(() => paymentOf(id))
      .toMatchObject({
        status: 'ACTION',
        refusal: 'payment_intent_authentication_failure',
      });
    expect(await bookingOf(id)).toMatchObject({ status: 'PAYING' });
    await fillIn(await urlOf(id), { answer: 'pass' });
    await expect.poll(() => bookingOf(id)).toMatchObject({ status: 'WAITING' });
  });

  it('on which an amount is still to be held is not removed', async () => {
    await saveCard(site, viewer);
    const id = await booked(100);
    await pay(id);
    const remove = async () =>
      send(site, `/api/card/${await cardOf('4242')}`, { method: 'DELETE', as: viewer });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    await change(id, 'cancel');
    expect(await remove()).toMatchObject({ status: 200 });
  });
});

describe('A booking that is not paid in time', () => {
  const expire = (id: string) => site.db.update(booking).set({ payBy: past() }).where(eq(booking.id, id));

  it('is given up, and its time is free again', async () => {
    await saveCard(site, viewer, '4000002760003184');
    const id = await booked();
    await urlOf(id);
    await run('booking-pay-timeout', id);
    await expire(id);
    expect(await pay(id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    await run('booking-pay-timeout', id);
    await expect.poll(() => bookingOf(id)).toMatchObject({ status: 'CANCELLED', endedReason: 'NOT_PAID' });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED' });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled' });
    expect(await send(site, `/api/booking/${id}`, { as: streamer })).toMatchObject({ status: 404 });
    expect((await book()).status).toBe(201);
  });

  it('is placed after all if the bank has held the amount by then', async () => {
    await saveCard(site, viewer, '4000002760003184');
    const id = await booked();
    await site.sandbox.control('events', { mode: 'drop' });
    try {
      await fillIn(await urlOf(id), { answer: 'pass' });
      await expire(id);
      await run('booking-pay-timeout', id);
      await expect.poll(() => bookingOf(id)).toMatchObject({ status: 'WAITING' });
    } finally {
      await site.sandbox.control('events', { mode: 'deliver' });
    }
  });
});

describe('Cancelling', () => {
  const isReleased = async (id: string) => {
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED', captured: 0 });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(await ledgerOf(id)).toEqual({});
  };

  it('costs nothing while it is not paid or confirmed, nor by the streamer', async () => {
    await saveCard(site, viewer);
    const unpaid = await booked(5);
    expect(await change(unpaid, 'cancel')).toMatchObject({ status: 200 });
    expect(await bookingOf(unpaid)).toMatchObject({ endedReason: 'NOT_PAID' });
    await expect.poll(() => paymentOf(unpaid)).toMatchObject({ status: 'RELEASED', intent: null });

    const rejected = await booked(5);
    await pay(rejected);
    expect(await change(rejected, 'reject', streamer)).toMatchObject({ status: 200 });
    await isReleased(rejected);

    const theirs = await confirmed(5);
    await age(theirs);
    expect(await change(theirs, 'cancel', streamer)).toMatchObject({ status: 200 });
    await isReleased(theirs);
  });

  it('costs nothing a day before, nor in the first minutes', async () => {
    const early = await confirmed(30);
    await age(early);
    await change(early, 'cancel');
    await isReleased(early);
    const regretted = await confirmed(10);
    await change(regretted, 'cancel');
    await isReleased(regretted);
  });

  it('costs half on the last day and all in the last hours, of which the site has its share', async () => {
    const late = await confirmed(10);
    await age(late);
    await change(late, 'cancel');
    await expect.poll(() => paymentOf(late)).toMatchObject({ status: 'CAPTURED', captured: 1_500, fee: 225 });
    expect(await balanceOf()).toBe(1_275);
    const last = await confirmed(20);
    await age(last);
    const soon = new Date(Date.now() + HOUR_MS);
    const times = { startAt: soon, endAt: new Date(soon.getTime() + HOUR_MS / 2) };
    await site.db.update(booking).set(times).where(eq(booking.id, last));
    await change(last, 'cancel');
    await expect.poll(() => paymentOf(last)).toMatchObject({ status: 'CAPTURED', captured: 3_000, fee: 450 });
    expect(await balanceOf()).toBe(1_275 + 2_550);
    // Stripe's own fee is 1.5 % and 0.25 EUR.
    expect(await ledgerOf(late)).toEqual({ PAYER: -1_500, STREAMER: 1_275, PLATFORM: 177, STRIPE: 48 });
    expect(await ledgerOf(last)).toEqual({ PAYER: -3_000, STREAMER: 2_550, PLATFORM: 380, STRIPE: 70 });
  });

  it('because of a deleted account costs nothing, and the account is closed after that', async () => {
    const id = await confirmed(5);
    await age(id);
    await setPassword(site.db, streamer.id);
    const deletion = { method: 'DELETE', as: streamer, body: { password: PASSWORD } };
    expect(await send(site, `/api/user/${streamer.id}`, deletion)).toMatchObject({ status: 200 });
    await isReleased(id);
    expect(await paymentOf(id)).toMatchObject({ payeeId: null });
    await queueOn(site.db).send('stripe-sweep', {});
    await expect
      .poll(() => site.sandbox.stripe.v2.core.accounts.retrieve(account))
      .toMatchObject({ closed: true });
  });
});

describe('After the end', () => {
  const all = { offeredMs: 1_800_000, attendedMs: 1_800_000, deliveredMs: 1_800_000 };

  /** As if it had ended an hour ago. @param counted null if no one entered its room */
  async function end(id: string, counted: Partial<typeof stream.$inferInsert> | null): Promise<void> {
    const endAt = past(HOUR_MS);
    const times = { startAt: new Date(endAt.getTime() - HOUR_MS / 2), endAt };
    await site.db.update(booking).set(times).where(eq(booking.id, id));
    if (counted) await countBooking(site.db, id, counted);
    await run('booking-close', id);
  }
  async function streamOf(id: string) {
    const [row] = await site.db.select().from(stream).where(eq(stream.bookingId, id));
    return row;
  }

  it('a call that took place is charged a day later, once', async () => {
    const id = await confirmed();
    await end(id, all);
    await expect.poll(() => bookingOf(id)).toMatchObject({ outcome: 'DELIVERED' });
    expect(await streamOf(id)).toMatchObject({ charge: 3_000, endedAt: expect.any(Date) });
    const { captureAt, captureBefore } = await paymentOf(id);
    expect(captureAt?.getTime()).toBe(((await bookingOf(id))?.endAt.getTime() ?? 0) + 24 * HOUR_MS);
    expect(captureAt?.getTime()).toBeLessThan(captureBefore?.getTime() ?? 0);
    await move(id);
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD' });
    const { id: paymentId } = await paymentOf(id);
    await site.db.update(payment).set({ captureAt: past() }).where(eq(payment.id, paymentId));
    await Promise.all([move(id), move(id), move(id)]);
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'CAPTURED', captured: 3_000, fee: 450 });
    expect(await balanceOf()).toBe(2_550);
    expect(await ledgerOf(id)).toEqual({ PAYER: -3_000, STREAMER: 2_550, PLATFORM: 380, STRIPE: 70 });
    const receipt = await mailTo(viewer, 'Receipt: €30.00');
    expect(receipt).toContain('€30.00 was charged to Visa ending in 4242');
    expect(await mailTo(streamer, 'You have earned €25.50')).toContain('Our share: €4.50');
    const { body } = await send(site, `/api/payment?bookingId=${id}`, { as: streamer });
    expect(body).toMatchObject({ total: 1, entities: [{ status: 'CAPTURED', captured: 3_000, fee: 450 }] });
    expect(JSON.stringify(body)).not.toMatch(/pi_|acct_|pm_/);
  });

  it('a call that was delivered in part is charged in part', async () => {
    const id = await confirmed();
    const half = { ...all, offeredMs: 1_500_000, deliveredMs: 1_500_000, missedMs: 300_000 };
    await end(id, half);
    await expect.poll(() => bookingOf(id)).toMatchObject({ outcome: 'PARTLY' });
    expect(await streamOf(id)).toMatchObject({ charge: 2_500 });
    const { id: paymentId } = await paymentOf(id);
    await site.db.update(payment).set({ captureAt: past() }).where(eq(payment.id, paymentId));
    await move(id);
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'CAPTURED', captured: 2_500, fee: 375 });
    expect(await mailTo(viewer, 'Receipt: €25.00')).toContain('Delivered: 25:00');
    expect(await mailTo(streamer, 'You have earned €21.25')).toContain('Delivered: 25:00');
    // Nothing is counted, and nothing decided, a second time.
    await end(id, null);
    await site.db.update(stream).set({ deliveredMs: 0 }).where(eq(stream.bookingId, id));
    await run('booking-close', id);
    expect(await streamOf(id)).toMatchObject({ charge: 2_500 });
  });

  it.each([
    ['to which no one came', null, 'BOTH_ABSENT'],
    ['to which the streamer did not come', { attendedMs: 600_000, missedMs: 600_000 }, 'PRODUCER_ABSENT'],
  ] as const)('a call %s is not charged', async (_, counted, outcome) => {
    const id = await confirmed();
    await end(id, counted);
    await expect.poll(() => bookingOf(id)).toMatchObject({ outcome });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED' });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled' });
    if (counted) expect(await streamOf(id)).toMatchObject({ charge: 0, endedAt: expect.any(Date) });
  });

  it('a call to which who booked did not come is charged in full', async () => {
    const id = await confirmed();
    await end(id, { offeredMs: 600_000, absent: 'CONSUMER' });
    await expect.poll(() => bookingOf(id)).toMatchObject({ outcome: 'CONSUMER_ABSENT' });
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD', toCapture: 3_000 });
  });

  it('a hold that the bank let go is not charged', async () => {
    const id = await confirmed();
    await site.sandbox.control('clock', { advance: 7 * 24 * 3600 + 60 });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'EXPIRED' });
  });
});

describe('A booking that is far ahead', () => {
  /** As if its amount were to be held now. */
  async function holdNow(id: string): Promise<void> {
    await site.db.update(payment).set({ holdAt: past() }).where(eq(payment.bookingId, id));
    await move(id);
  }

  it('is placed with a card, and its amount held two days before', async () => {
    await saveCard(site, viewer);
    const id = await booked(100);
    expect(await pay(id)).toMatchObject({ status: 200, body: { url: null } });
    expect(await bookingOf(id)).toMatchObject({ status: 'WAITING' });
    const { holdAt, intent } = await paymentOf(id);
    expect(intent).toBeNull();
    expect(holdAt?.getTime()).toBe(((await bookingOf(id))?.startAt.getTime() ?? 0) - 48 * HOUR_MS);
    await move(id);
    await holdNow(id);
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'HELD' });
    expect(await intentOf(id)).toMatchObject({ status: 'requires_capture', amount: 3_000 });
  });

  it('whose bank wants its payer is paid by them, or cancelled a day before', async () => {
    await saveCard(site, viewer, '4000002760003184');
    const [id, other] = [await booked(100), await booked(104)];
    for (const one of [id, other]) {
      expect(await pay(one)).toMatchObject({ status: 200, body: { url: null } });
      await change(one, 'confirm', streamer);
      await holdNow(one);
      await expect
        .poll(() => paymentOf(one))
        .toMatchObject({ status: 'ACTION', refusal: 'authentication_required' });
      await site.db
        .update(booking)
        .set({
          startAt: sql`${booking.startAt} - interval '60 hours'`,
          endAt: sql`${booking.endAt} - interval '60 hours'`,
        })
        .where(eq(booking.id, one));
    }
    const mail = await mailTo(viewer, 'Your card was not accepted');
    expect(mail).toContain('€30.00 could not be reserved on Visa ending in 3184');
    await fillIn(await urlOf(id), { answer: 'pass' });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'HELD' });
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED' });

    await run('booking-hold-timeout', other);
    await run('payment-move', (await paymentOf(other)).id);
    expect(await bookingOf(other)).toMatchObject({ status: 'CONFIRMED' });
    const soon = new Date(Date.now() + 23 * HOUR_MS);
    const endAt = new Date(soon.getTime() + HOUR_MS);
    await site.db.update(booking).set({ startAt: soon, endAt }).where(eq(booking.id, other));
    await run('booking-hold-timeout', other);
    await expect
      .poll(() => bookingOf(other))
      .toMatchObject({ status: 'CANCELLED', endedReason: 'HOLD_FAILED' });
    await expect.poll(() => paymentOf(other)).toMatchObject({ status: 'RELEASED' });
  });
});

describe('If Stripe is cut off', () => {
  const cut = (path: string, when: 'before' | 'after', times = 3) =>
    site.sandbox.control('fail', { path, when, times, cut: true });

  it.each(['before', 'after'] as const)('%s a hold, it is tried again, and held once', async (when) => {
    await saveCard(site, viewer);
    for (const path of ['payment_intents$', 'confirm$']) {
      const id = await booked(path.startsWith('p') ? 20 : 24);
      await cut(path, when);
      expect(await pay(id)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(await pay(id)).toMatchObject({ status: expect.any(Number) });
      await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'HELD' });
      expect(await bookingOf(id)).toMatchObject({ status: 'WAITING' });
    }
  });

  it.each(['before', 'after'] as const)('%s a capture or a release, each is done once', async (when) => {
    const late = await confirmed(10);
    await age(late);
    await cut('capture$', when);
    await change(late, 'cancel');
    const again = async (id: string) => {
      await move(id);
      return paymentOf(id);
    };
    const patiently = { interval: 500 };
    await expect.poll(() => again(late), patiently).toMatchObject({ status: 'CAPTURED', captured: 1_500 });
    expect(await intentOf(late)).toMatchObject({ status: 'succeeded', amount_received: 1_500 });
    expect(await balanceOf()).toBe(1_275);

    const early = await confirmed(30);
    await cut('cancel$', when);
    await change(early, 'cancel');
    await expect.poll(() => again(early), patiently).toMatchObject({ status: 'RELEASED' });
    expect(await intentOf(early)).toMatchObject({ status: 'canceled' });
  });
});

describe('The ledger', () => {
  it('takes only lines that add up, and is never changed', async () => {
    const id = await booked();
    const { id: paymentId } = await paymentOf(id);
    const line = { txKey: `test:${id}`, paymentId, currency: 'EUR' };
    const add = (...amounts: number[]) =>
      site.db
        .insert(ledger)
        .values(amounts.map((amount, i) => ({ ...line, account: LEDGER_ACCOUNTS[i] ?? 'PAYER', amount })));
    await expect(add(-100, 99)).rejects.toMatchObject({ cause: { constraint_name: 'ledger_balanced' } });
    await add(-100, 60, 40);
    const kept = { cause: { constraint_name: 'ledger_kept' } };
    await expect(site.db.update(ledger).set({ amount: 1 })).rejects.toMatchObject(kept);
    await expect(site.db.delete(ledger)).rejects.toMatchObject(kept);
  });
});
