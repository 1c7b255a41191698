import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booking, payment, role } from '#db/schema/index.ts';
import { makePerson, offerAnyTime, type Person } from '../support/bookings.ts';
import { HOUR_MS, paidBookings } from '../support/paid-bookings.ts';
import { fillIn, makePayable, saveCard } from '../support/payment-sandbox.ts';
import { makeStreamer } from '../support/people.ts';
import { person, send } from '../support/uploads.ts';

const { at, post, booked, pay, change, paymentOf, bookingOf, intentOf, run, move, urlOf, confirmed, mailTo } =
  paidBookings();

describe('What Stripe says of a payment', () => {
  it.each([
    ['amount', { amount: 2_999 }],
    ['account', { destination: 'acct_of_somebody_else' }],
  ])('is cancelled there if its %s is not ours, and administrators are told', async (_what, forged) => {
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
    expect(await mailTo(admin, 'A payment was cancelled')).toContain(`/admin/payment/${paymentId}`);
    expect(await bookingOf(id)).toMatchObject({ status: 'PAYING' });
    expect((await paymentOf(id)).status).not.toBe('HELD');
  });

  it('comes too late for a booking that was cancelled meanwhile: the amount is let go', async () => {
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

it('Neither of the two learns an address of the other’s', async () => {
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

it('An account that is deleted while it is booked leaves no open booking', async () => {
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

it('A deleted account’s booking that is being moved leaves nothing open, either', async () => {
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
