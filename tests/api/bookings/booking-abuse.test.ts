import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booking, callRequest, payment, refund, role, stream, userPrice } from '#db/schema/index.ts';
import { makePerson, offerAnyTime, type Person } from '../../support/market/bookings.ts';
import { chargedBooking } from '../../support/market/charged.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { callPeople, newCall, ring } from '../../support/market/requests.ts';
import { makeStreamer } from '../../support/people/people.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { fillIn, makePayable, saveCard } from '../../support/servers/payment-sandbox.ts';
import { person, send } from '../../support/servers/site.ts';

const {
  at,
  post,
  booked,
  pay,
  change,
  paymentOf,
  bookingOf,
  intentOf,
  run,
  move,
  urlOf,
  confirmed,
  age,
  mailTo,
} = paidBookings();

describe('A payment confirmed at the bank', () => {
  it.each([
    ['amount', { amount: 2_999 }],
    ['account', { destination: 'acct_of_somebody_else' }],
  ])(
    'is cancelled at Stripe if its %s differs from ours, and administrators are notified',
    async (_what, forged) => {
      const admin = await makePerson(at.site.db);
      await at.site.db.insert(role).values({ userId: admin.id, rolename: 'ADMIN' });
      await saveCard(at.site, at.viewer, '4000002760003184');
      const id = await booked();
      const bank = await urlOf(id);
      const { id: paymentId, intent } = await paymentOf(id);
      await at.site.db.update(payment).set(forged).where(eq(payment.id, paymentId));
      await fillIn(bank, { answer: 'pass' });
      await run('payment-move', paymentId);
      await send(at.site, `/personal/booking/${id}?done=pay`, { as: at.viewer });
      expect(await at.site.sandbox.stripe.paymentIntents.retrieve(intent ?? '')).toMatchObject({
        status: 'canceled',
        amount_received: 0,
      });
      // Administrators are also told of the payments of other tests.
      expect(await mailTo(admin, `/admin/payment/${paymentId}`)).toContain('A payment was cancelled');
      expect(await bookingOf(id)).toMatchObject({ status: 'PAYING' });
      expect((await paymentOf(id)).status).not.toBe('HELD');
    },
  );

  it('is released if the booking was cancelled meanwhile', async () => {
    await saveCard(at.site, at.viewer, '4000002760003184');
    const id = await booked();
    const bank = await urlOf(id);
    await at.site.sandbox.control('events', { mode: 'drop' });
    try {
      await fillIn(bank, { answer: 'pass' });
      await change(id, 'cancel');
    } finally {
      await at.site.sandbox.control('events', { mode: 'deliver' });
    }
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED', captured: 0 });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled' });
    await move(id);
    await send(at.site, `/personal/booking/${id}?done=pay`, { as: at.viewer });
    expect(await bookingOf(id)).toMatchObject({ status: 'CANCELLED', endedReason: 'NOT_PAID' });
  });
});

it('Neither the streamer nor the payer learns the other’s email address', async () => {
  const id = await confirmed();
  for (const [as, other] of [
    [at.viewer, at.streamer],
    [at.streamer, at.viewer],
  ] as const) {
    for (const path of [
      `/api/booking/${id}`,
      `/personal/booking/${id}`,
      `/personal/booking/${id}/calendar.ics`,
    ]) {
      const { status, body } = await send(at.site, path, { as });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(other.email);
    }
  }
});

it('Deleting an account while it books leaves no open booking', async () => {
  const admin = await person(at.site.db, ['ADMIN']);
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const remove = ({ id }: Person) => send(at.site, `/api/user/${id}`, { method: 'DELETE', as: admin });
  for (let round = 0; round < 20; round++) {
    const [streamer, viewer] = [await makePerson(at.site.db), await makePerson(at.site.db)];
    await makeStreamer(at.site.db, streamer.id);
    await makePayable(at.site, streamer.id);
    await offerAnyTime(at.site.db, streamer.id);
    const slots = [new Date(start + (30 + round) * HOUR_MS).toISOString()];
    const wanted = {
      producerId: streamer.id,
      slots,
      amount: 3_000,
      currency: 'EUR',
      clientKey: randomUUID(),
    };
    const gone = round % 2 === 0 ? streamer : viewer;
    const [books, deletes] = await Promise.all([post('/api/booking', wanted, viewer), remove(gone)]);
    expect(deletes.status, JSON.stringify(deletes.body)).toBe(200);
    expect([201, 401, 404, 409], JSON.stringify(books.body)).toContain(books.status);
  }
  const emptied = sql`num_nulls(${booking.producerId}, ${booking.consumerId}) > 0 and ${booking.status} <> 'CANCELLED'`;
  expect(await at.site.db.$count(booking, emptied)).toBe(0);
});

it('Deleting an account while its booking is being moved leaves no open booking', async () => {
  const old = await confirmed();
  const row = await bookingOf(old);
  const admin = await person(at.site.db, ['ADMIN']);
  const slots = [new Date((row?.startAt.getTime() ?? 0) + HOUR_MS).toISOString()];
  const wanted = {
    producerId: at.streamer.id,
    slots,
    amount: 3_000,
    currency: 'EUR',
    clientKey: randomUUID(),
  };
  const { body, status } = await post('/api/booking', { ...wanted, movedFrom: old });
  expect(status).toBe(201);
  const { id: next } = z.object({ id: z.string() }).parse(body);
  await pay(next);
  expect(await send(at.site, `/api/user/${at.viewer.id}`, { method: 'DELETE', as: admin })).toMatchObject({
    status: 200,
  });
  for (const id of [old, next]) {
    expect(await bookingOf(id)).toMatchObject({ status: 'CANCELLED', endedReason: 'ACCOUNT_DELETED' });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED' });
  }
});

describe('A forged amount', () => {
  const form = (path: string, fields: Record<string, string>, as: { id: string; token: string }) =>
    send(at.site, path, { method: 'POST', as, body: new URLSearchParams(fields) });
  const wrong = (path: string) => ({ status: 400, body: { code: 'INVALID_DATA', fields: [{ path }] } });

  it('books nothing, by the API or a form', async () => {
    const slot = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 30 * HOUR_MS).toISOString();
    const shown = { amount: 3_000, currency: 'EUR', clientKey: randomUUID() };
    const call = (change: object) =>
      post('/api/booking', { producerId: at.streamer.id, slots: [slot], ...shown, ...change });
    for (const amount of [0, -3_000, 2_999.5, '3000', 1e300, null])
      expect(await call({ amount })).toMatchObject(wrong('amount'));
    for (const currency of ['XYZ', 'eur', '', null])
      expect(await call({ currency })).toMatchObject(wrong('currency'));
    const asked = {
      status: 409,
      body: { code: 'PRICE_CHANGED', current: { amount: 3_000, currency: 'EUR' } },
    };
    for (const change of [{ amount: 1 }, { currency: 'CNY' }, { amount: 1, currency: 'USD' }])
      expect(await call(change)).toMatchObject(asked);
    const page = `/user/${at.streamer.username}/book?slot=${slot}`;
    const typed = { intent: 'book', slot, ...shown, amount: '3000' };
    for (const [change, status] of [
      [{ amount: '1' }, 409],
      [{ currency: 'CNY' }, 409],
      [{ currency: 'XYZ' }, 400],
      [{ amount: '' }, 400],
    ] as const)
      expect(await form(page, { ...typed, ...change }, at.viewer)).toMatchObject({ status });
    expect(await at.site.db.$count(booking, eq(booking.consumerId, at.viewer.id))).toBe(0);
  });

  it('is neither held nor charged for a cancelled booking', async () => {
    await saveCard(at.site, at.viewer);
    const forged = {
      amount: 1,
      currency: 'usd',
      priceMinor: 1,
      feeBps: 0,
      destination: 'acct_of_somebody_else',
    };
    const slots = [new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 10 * HOUR_MS).toISOString()];
    const shown = {
      producerId: at.streamer.id,
      slots,
      clientKey: randomUUID(),
      amount: 3_000,
      currency: 'EUR',
    };
    const { body } = await post('/api/booking', { ...forged, ...shown, status: 'CONFIRMED' });
    const { id } = z.object({ id: z.string() }).parse(body);
    expect(await bookingOf(id)).toMatchObject({ status: 'PAYING', priceMinor: 100 });
    expect(await pay(id, forged)).toMatchObject({ status: 200 });
    expect(await paymentOf(id)).toMatchObject({ amount: 3_000, currency: 'EUR', feeBps: 1_500 });
    expect(await intentOf(id)).toMatchObject({
      amount: 3_000,
      currency: 'eur',
      application_fee_amount: 450,
      transfer_data: { destination: at.account },
    });
    await change(id, 'confirm', at.streamer);
    await age(id);
    const cancelled = await form(`/personal/booking/${id}`, { intent: 'cancel', fee: '0' }, at.viewer);
    expect(cancelled).toMatchObject({ status: 409 });
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED' });
  });

  it('starts no call, by the API or a form', async () => {
    const { streamer, viewer } = await callPeople(at.site);
    await at.site.db.insert(userPrice).values({ userId: streamer.id, currency: 'USD', perMinute: 3 });
    const call = (change: object) => post('/api/request', { ...newCall(streamer), ...change }, viewer);
    // The amount of another currency.
    expect(await call({ currency: 'USD' })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', current: { amount: 3_000, currency: 'USD' } },
    });
    expect(await call({ currency: 'XYZ' })).toMatchObject(wrong('currency'));
    expect(await call({ amount: -2_000 })).toMatchObject(wrong('amount'));
    const typed = { intent: 'call', budget: '10', price: '200', currency: 'EUR', clientKey: randomUUID() };
    for (const [change, status] of [
      [{ price: '1' }, 409],
      [{ price: '-200' }, 400],
      [{ price: 'free' }, 400],
      [{ currency: 'USD' }, 409],
      [{ currency: 'XYZ' }, 400],
    ] as const)
      expect(await form(`/user/${streamer.username}/call`, { ...typed, ...change }, viewer)).toMatchObject({
        status,
      });
    expect(await at.site.db.$count(callRequest, eq(callRequest.consumerId, viewer.id))).toBe(0);
  });

  it('extends no call', async () => {
    const { streamer, viewer } = await callPeople(at.site);
    await makeMediaNode(at.site.db);
    const requestId = await ring(at.site, streamer, viewer);
    await post(`/api/request/${requestId}/accept`, {}, streamer);
    const [call] = await at.site.db.select().from(stream).where(eq(stream.requestId, requestId));
    const offer = { minutes: 10, amount: 2_000, currency: 'EUR', part: 2 };
    const extend = (change: object) =>
      post(`/api/stream/${call?.id}/extend`, { ...offer, ...change }, viewer);
    expect(await extend({ amount: 0 })).toMatchObject(wrong('amount'));
    expect(await extend({ minutes: -10 })).toMatchObject(wrong('minutes'));
    expect(await extend({ currency: 'EURO' })).toMatchObject(wrong('currency'));
    for (const change of [{ amount: 1 }, { currency: 'CNY' }, { minutes: 1, amount: 1 }])
      expect(await extend(change)).toMatchObject({
        status: 409,
        body: { code: 'PRICE_CHANGED', current: { amount: 2_000, currency: 'EUR' } },
      });
    expect(await at.site.db.$count(payment, eq(payment.requestId, requestId))).toBe(1);
    expect(await extend({ priceMinor: 1, currency: 'EUR' })).toMatchObject({ status: 200 });
    const [, second] = await at.site.db
      .select()
      .from(payment)
      .where(eq(payment.requestId, requestId))
      .orderBy(payment.part);
    expect(second).toMatchObject({ amount: 2_000, currency: 'EUR', status: 'HELD' });
  });

  it('is not refunded: only up to the charge, in its currency', async () => {
    const admin = await person(at.site.db, ['ADMIN']);
    const sale = await chargedBooking(at.site);
    const reason = 'The picture was dark.';
    const refundsOf = () => at.site.db.select().from(refund).where(eq(refund.paymentId, sale.id));
    const call = (change: object) => post(`/api/payment/${sale.id}/refund`, { reason, ...change }, admin);
    for (const amount of [-500, 0, 0.5, '500', 1_501])
      expect(await call({ amount })).toMatchObject(wrong('amount'));
    const typed = { intent: 'refund', reason, currency: 'USD' };
    for (const amount of ['-5', '15.01', '1e9', '5 USD', '']) {
      const { status, body } = await form(`/admin/payment/${sale.id}`, { ...typed, amount }, admin);
      expect({ amount, status }).toEqual({ amount, status: 400 });
      expect(body).toMatch(/<input[^>]*name="amount"[^>]*aria-invalid="true"/);
    }
    expect(await refundsOf()).toEqual([]);
    expect(await call({ amount: 300, currency: 'USD' })).toMatchObject({ status: 200 });
    expect(await form(`/admin/payment/${sale.id}`, { ...typed, amount: '5,01' }, admin)).toMatchObject({
      status: 302,
    });
    await expect
      .poll(async () => (await refundsOf()).map(({ status }) => status))
      .toEqual(['SUCCEEDED', 'SUCCEEDED']);
    const { intent } = (await sale.paid()) ?? {};
    const { data } = await at.site.sandbox.stripe.refunds.list({ payment_intent: intent ?? '' });
    expect(data.map(({ amount, currency }) => [amount, currency]).sort()).toEqual([
      [300, 'eur'],
      [501, 'eur'],
    ]);
  });
});
