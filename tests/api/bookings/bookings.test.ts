import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { slotsSchema } from '#app/bookings/availability/slot-schema.ts';
import type { Database } from '#db/client.ts';
import { booking, busy, payment, payoutAccount, producerSetting, user } from '#db/schema/index.ts';
import { makePerson, offerTime, type Person } from '../../support/market/bookings.ts';
import { bearer, makeStreamer } from '../../support/people/people.ts';
import { type Answer, Client } from '../../support/servers/client.ts';
import {
  makePayable,
  type Payments,
  payFor,
  saveCard,
  startPayments,
} from '../../support/servers/payment-sandbox.ts';
import { send, startSite } from '../../support/servers/site.ts';

let site: Payments;
let db: Database;
let streamer: Person;
let viewer: Person;

beforeAll(async () => {
  site = await startPayments();
  db = site.db;
});
afterAll(() => site.stop());
beforeEach(async () => {
  streamer = await person();
  viewer = await person();
  await offer(streamer);
  await saveCard(site, viewer);
});

const person = () => makePerson(db);

const timeZone = 'Europe/Madrid';
const rule = {
  timeZone,
  currency: 'EUR',
  minMinutes: 30,
  maxMinutes: 120,
  priceMinor: 250,
  startMinute: 540,
  endMinute: 720,
};

/** Offers Mondays from 9 to 12, in half hours for 2.50 EUR a minute. */
async function offer(as: Person): Promise<void> {
  await makeStreamer(db, as.id);
  await makePayable(site, as.id);
  for (const [path, body] of [
    ['producer-setting', { timeZone }],
    ['availability-rule', { ...rule, dayOfWeek: 1 }],
  ] as const)
    expect(await ask(`/api/${path}`, body, as)).toMatchObject({ status: 201 });
}

function ask(path: string, body?: unknown, as: Person | null = viewer): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  return new Client(site.server.url).call(path, { method, body, headers: as ? bearer(as.token) : {} });
}

/** The Monday after next, in Madrid. */
const monday = (() => {
  const today = Temporal.Now.plainDateISO(timeZone);
  return today.add({ days: 15 - today.dayOfWeek });
})();
const at = (time: string) => monday.toZonedDateTime({ timeZone, plainTime: time }).toInstant().toString();

const wanted = (...times: string[]) => ({
  producerId: streamer.id,
  slots: times.map(at),
  amount: 7_500 * times.length,
  currency: 'EUR',
  clientKey: randomUUID(),
});
const book = (body: object, as: Person | null = viewer) => ask('/api/booking', body, as);
const change = (id: string, what: string, as: Person) => ask(`/api/booking/${id}/${what}`, {}, as);

async function unpaid(...times: string[]): Promise<string> {
  const { status, body } = await book(wanted(...times));
  expect(status).toBe(201);
  return z.object({ id: z.string() }).parse(body).id;
}

/** A paid booking, which the streamer can see. */
async function booked(...times: string[]): Promise<string> {
  const id = await unpaid(...times);
  await payFor(site, id, viewer);
  return id;
}

async function states(as: Person | null): Promise<Record<string, string>> {
  const { body } = await ask(
    `/api/user/streamer/${streamer.id}/slots?from=${monday}&days=1&zone=${timeZone}`,
    undefined,
    as,
  );
  const { slots } = slotsSchema.parse(body);
  return Object.fromEntries(
    slots.map(({ start, state }) => [
      Temporal.Instant.from(start)
        .toZonedDateTimeISO(timeZone)
        .toPlainTime()
        .toString({ smallestUnit: 'minute' }),
      state,
    ]),
  );
}

it('books adjacent slots, which others then see as booked', async () => {
  expect(await book(wanted('09:30', '10:00'))).toMatchObject({
    status: 201,
    body: {
      producerId: streamer.id,
      consumerId: viewer.id,
      status: 'PAYING',
      startAt: new Date(at('09:30')).toISOString(),
      endAt: new Date(at('10:30')).toISOString(),
      amount: 15_000,
      currency: 'EUR',
      timeZone,
    },
  });
  const expected = { '09:00': 'AVAILABLE', '09:30': 'YOURS', '10:00': 'YOURS', '10:30': 'AVAILABLE' };
  expect(await states(viewer)).toMatchObject(expected);
  const others = { ...expected, '09:30': 'BOOKED', '10:00': 'BOOKED' };
  expect(await states(null)).toMatchObject(others);
  expect(await states(await person())).toMatchObject(others);
  expect(await states(streamer)).toMatchObject(others);
});

it('books once for requests with the same key, also concurrent ones', async () => {
  const request = wanted('09:00');
  const answers = await Promise.all(Array.from({ length: 5 }, () => book(request)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => z.object({ id: z.string() }).parse(body).id)).size).toBe(1);
  expect(await db.$count(booking, eq(booking.consumerId, viewer.id))).toBe(1);
});

it('limits attempts to book', async () => {
  const tried = await Promise.all(Array.from({ length: 21 }, () => book({ ...wanted('09:00'), amount: 1 })));
  expect(tried.filter(({ status }) => status === 409)).toHaveLength(20);
  expect(tried.filter(({ status }) => status === 429)).toHaveLength(1);
  expect(await book(wanted('09:00'), await person())).toMatchObject({ status: 201 });
});

it('allows two unpaid bookings per payer', async () => {
  const first = await unpaid('09:00');
  await unpaid('10:00');
  expect(await book(wanted('11:00'))).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  expect(await states(null)).toMatchObject({ '11:00': 'AVAILABLE' });
  expect(await change(first, 'cancel', viewer)).toMatchObject({ status: 200 });
  expect(await book(wanted('11:00'))).toMatchObject({ status: 201 });
});

it('gives a time to one of many concurrent requests', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, person));
  const answers = await Promise.all(people.map((one) => book(wanted('11:00'), one)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body)).toEqual(
    Array.from({ length: 19 }, () => ({ code: 'SLOT_TAKEN' })),
  );
  expect(await db.$count(busy, eq(busy.userId, streamer.id))).toBe(1);
});

it('refuses overlapping bookings of one person, in any role', async () => {
  const second = await person();
  await offer(second);
  await unpaid('09:00');
  const elsewhere = (as: Person, producerId: string) => book({ ...wanted('09:00'), producerId }, as);
  expect(await elsewhere(viewer, second.id)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
  expect(await elsewhere(streamer, second.id)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
});

it('refuses an amount that differs from the current price, which it returns', async () => {
  expect(await book({ ...wanted('09:00'), amount: 1 })).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', current: { amount: 7_500, currency: 'EUR' } },
  });
  expect(await book({ ...wanted('09:00'), currency: 'USD' })).toMatchObject({
    body: { code: 'PRICE_CHANGED' },
  });
});

it.each([
  ['with a gap', ['09:00', '10:00'], 'INVALID_DATA'],
  ['longer than offered', ['09:00', '09:30', '10:00', '10:30', '11:00'], 'INVALID_DATA'],
  ['outside of the hours', ['12:00'], 'SLOT_TAKEN'],
  ['beside the grid', ['09:10'], 'SLOT_TAKEN'],
])('refuses slots %s', async (_what, times, code) => {
  expect(await book(wanted(...times))).toMatchObject({ body: { code } });
});

it("refuses one's own time, hidden people’s time, and visitors", async () => {
  expect(await book(wanted('09:00'), streamer)).toMatchObject({ status: 404 });
  expect(await book(wanted('09:00'), null)).toMatchObject({ status: 401 });
  await db
    .update(user)
    .set({ suspendedAt: new Date(), suspensionReason: 'Spam' })
    .where(eq(user.id, streamer.id));
  expect(await book(wanted('09:00'))).toMatchObject({ status: 404 });
});

it("keeps the streamer's rest free", async () => {
  await db.update(producerSetting).set({ restMinutes: 15 }).where(eq(producerSetting.userId, streamer.id));
  await unpaid('10:00');
  expect(await states(null)).toMatchObject({
    '09:00': 'AVAILABLE',
    '09:30': 'UNAVAILABLE',
    '10:00': 'BOOKED',
    '10:30': 'UNAVAILABLE',
    '11:00': 'AVAILABLE',
  });
  expect(await book(wanted('09:30'))).toMatchObject({ body: { code: 'SLOT_TAKEN' } });
  expect(await book(wanted('09:00'))).toMatchObject({ status: 201 });
});

it('is not possible if the streamer cannot be paid', async () => {
  const { stripeId, payouts } = payoutAccount;
  const isOwn = eq(payoutAccount.userId, streamer.id);
  const known = () => db.select({ stripeId, payouts }).from(payoutAccount).where(isOwn);
  const [{ stripeId: account = '' } = {}] = await known();
  // At Stripe, because its events make the site read the account there again.
  await site.sandbox.control('account', { account, transfers: 'active', payouts: 'pending', due: [] });
  await expect.poll(known).toMatchObject([{ payouts: 'pending' }]);
  expect(await book(wanted('09:00'))).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } });
  await db.delete(payoutAccount).where(isOwn);
  expect(await book(wanted('09:00'))).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } });
  expect(await db.$count(booking, eq(booking.consumerId, viewer.id))).toBe(0);
});

it('is not possible if payments are off', async () => {
  const free = await startSite();
  const [{ id: producerId }, as] = [await makePerson(free.db), await makePerson(free.db)];
  await offerTime(free.db, producerId);
  const answer = await send(free, '/api/booking', { as, body: { ...wanted('09:00'), producerId } });
  await free.stop();
  expect(answer).toMatchObject({ status: 501, body: { code: 'PAYMENTS_OFF' } });
});

it('is confirmed at once if the streamer confirms automatically', async () => {
  await db.update(producerSetting).set({ autoConfirm: true }).where(eq(producerSetting.userId, streamer.id));
  const { body } = await ask(`/api/booking/${await booked('09:00')}`);
  expect(body).toMatchObject({ status: 'CONFIRMED', payBy: null, confirmBy: null });
});

it('waits for its streamer once it is paid', async () => {
  const { body } = await ask(`/api/booking/${await booked('09:00')}`);
  expect(body).toMatchObject({ status: 'WAITING', payBy: null, confirmBy: expect.any(String) });
});

describe('afterwards', () => {
  it('the streamer can confirm it, and both can cancel it', async () => {
    for (const [who, endedReason] of [
      [streamer, 'PRODUCER'],
      [viewer, 'CONSUMER'],
    ] as const) {
      const id = await booked('09:00');
      expect(await change(id, 'confirm', viewer)).toMatchObject({ body: { code: 'WRONG_STATE' } });
      expect(await change(id, 'confirm', streamer)).toMatchObject({
        status: 200,
        body: { status: 'CONFIRMED' },
      });
      expect(await change(id, 'reject', streamer)).toMatchObject({ body: { code: 'WRONG_STATE' } });
      expect(await change(id, 'cancel', who)).toMatchObject({ body: { status: 'CANCELLED', endedReason } });
      expect(await states(null)).toMatchObject({ '09:00': 'AVAILABLE' });
    }
  });

  it('the streamer can reject it', async () => {
    const id = await booked('09:00');
    expect(await change(id, 'reject', streamer)).toMatchObject({
      body: { status: 'REJECTED', endedReason: 'PRODUCER' },
    });
    expect(await states(null)).toMatchObject({ '09:00': 'AVAILABLE' });
  });

  it('it is hidden from others, who cannot change it', async () => {
    const id = await booked('09:00');
    const stranger = await person();
    for (const what of ['confirm', 'reject', 'cancel'])
      expect(await change(id, what, stranger)).toMatchObject({ status: 404 });
    expect(await ask(`/api/booking/${id}`, undefined, stranger)).toMatchObject({ status: 404 });
    expect(await ask(`/api/booking/${id}`, undefined, streamer)).toMatchObject({ status: 200 });
  });

  it('it is hidden from the streamer until it is paid', async () => {
    const id = await unpaid('09:00');
    for (const what of ['confirm', 'reject', 'cancel'])
      expect(await change(id, what, streamer)).toMatchObject({ status: 404 });
    expect(await ask('/api/booking', undefined, streamer)).toMatchObject({ body: { total: 0 } });
    expect(await ask('/api/booking', undefined, viewer)).toMatchObject({ body: { entities: [{ id }] } });
  });

  it('one of several concurrent changes wins', async () => {
    const id = await booked('09:00');
    const answers = await Promise.all([
      change(id, 'confirm', streamer),
      change(id, 'cancel', viewer),
      change(id, 'reject', streamer),
    ]);
    const { body } = await ask(`/api/booking/${id}`);
    // A cancellation can also follow the confirmation.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(
      answers.map(
        (answer) => answer.status === 200 && z.object({ status: z.string() }).parse(answer.body).status,
      ),
    ).toContain(z.object({ status: z.string() }).parse(body).status);
  });

  it('it cannot be changed once it has started', async () => {
    const id = await booked('09:00');
    await db
      .update(booking)
      .set({ startAt: sql`now() - interval '1 minute'`, endAt: sql`now() + interval '29 minutes'` })
      .where(eq(booking.id, id));
    for (const what of ['confirm', 'reject'])
      expect(await change(id, what, streamer)).toMatchObject({ status: 409 });
    expect(await change(id, 'cancel', viewer)).toMatchObject({ status: 409 });
  });

  it('it ends when one person blocks the other', async () => {
    const reasonOf = async (id: string) => {
      const [row] = await db.select().from(booking).where(eq(booking.id, id));
      return row?.endedReason;
    };
    const blocked = await booked('09:00');
    const { body } = await ask('/api/user/auth', undefined, streamer);
    const username = z.object({ username: z.string() }).parse(body).username;
    const form = new URLSearchParams({ intent: 'block', username });
    await new Client(site.server.url).call('/personal/blocked', {
      method: 'POST',
      body: form,
      headers: bearer(viewer.token),
    });
    expect(await reasonOf(blocked)).toBe('BLOCKED');
    // The blocked person gets another reason.
    expect((await ask(`/api/booking/${blocked}`, undefined, streamer)).body).toMatchObject({
      status: 'CANCELLED',
      endedReason: 'WITHDRAWN',
    });
  });
});

it('the download of personal data contains payments, with the card only for the payer', async () => {
  const id = await unpaid('09:00');
  const dataOf = async (as: Person) => {
    const { status, body } = await ask('/personal/data', undefined, as);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/pm_|pi_|cus_|acct_/);
    return body;
  };
  expect(await dataOf(streamer)).toMatchObject({ bookings: [], payments: [] });
  expect(await dataOf(viewer)).toMatchObject({
    payments: [{ bookingId: id, status: 'NEW', cardBrand: null }],
  });
  await payFor(site, id, viewer);
  expect(await dataOf(streamer)).toMatchObject({ bookings: [{ id }], payments: [] });
  await db.update(payment).set({ status: 'HELD', intent: 'pi_held' }).where(eq(payment.bookingId, id));
  const paid = { bookingId: id, status: 'HELD', amount: 7_500, currency: 'EUR', captured: 0, fee: 0 };
  expect(await dataOf(viewer)).toMatchObject({
    payments: [{ ...paid, asStreamer: false, cardBrand: 'visa', cardLast4: '4242' }],
  });
  expect(await dataOf(streamer)).toMatchObject({
    payments: [{ ...paid, asStreamer: true, cardBrand: null, cardLast4: null }],
  });
});
