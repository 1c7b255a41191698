import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booking, card, payment, payoutAccount, producerSetting } from '#db/schema/index.ts';
import { makePerson } from '../../support/market/bookings.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { fillIn, saveCard } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';

const {
  at,
  post,
  book,
  booked,
  pay,
  change,
  paymentOf,
  bookingOf,
  intentOf,
  run,
  move,
  past,
  urlOf,
  cardOf,
  mailTo,
} = paidBookings();

describe('A booking', () => {
  it('is visible only to the payer until its amount is held, and then the streamer can confirm it', async () => {
    await saveCard(at.site, at.viewer);
    const id = await booked();
    expect((await send(at.site, `/api/booking/${id}`, { as: at.viewer })).body).toMatchObject({
      status: 'PAYING',
    });
    expect(await send(at.site, `/api/booking/${id}`, { as: at.streamer })).toMatchObject({ status: 404 });
    expect(await change(id, 'confirm', at.streamer)).toMatchObject({ status: 404 });
    expect(await pay(id)).toMatchObject({ status: 200, body: { url: null } });
    expect(await bookingOf(id)).toMatchObject({ status: 'WAITING', payBy: null });
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD', cardLast4: '4242', captured: 0 });
    expect(await intentOf(id)).toMatchObject({
      status: 'requires_capture',
      amount: 3_000,
      application_fee_amount: 450,
      transfer_data: { destination: at.account },
    });
    // The streamer's list that has something to answer opens first, and says what they get.
    const pageOf = async (path: string, as: typeof at.viewer) =>
      (await send(at.site, path, { as })).bytes.toString();
    const theirs = await pageOf('/personal/booking', at.streamer);
    expect(theirs).toMatch(/<a[^>]*aria-current="page"[^>]*>Booked with you/);
    for (const text of ['1 waits for you', 'You get €25.50']) expect(theirs).toContain(text);
    const mine = await pageOf('/personal/booking', at.viewer);
    expect(mine).toContain(at.streamer.username);
    expect(mine).not.toContain('You get');
    const page = await pageOf(`/personal/booking/${id}`, at.streamer);
    expect(page).toContain('€30.00 is reserved on their card. You get €25.50 of it');
    expect(await change(id, 'confirm', at.streamer)).toMatchObject({
      status: 200,
      body: { status: 'CONFIRMED' },
    });
    expect(await pay(id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('is confirmed at once if the streamer confirms automatically', async () => {
    await at.site.db
      .update(producerSetting)
      .set({ autoConfirm: true })
      .where(eq(producerSetting.userId, at.streamer.id));
    await saveCard(at.site, at.viewer);
    const id = await booked();
    await pay(id);
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED', confirmBy: null });
  });

  it('is held once, however often and concurrently it is paid', async () => {
    await saveCard(at.site, at.viewer);
    const id = await booked();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => pay(id)));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD' });
    const { intent } = await paymentOf(id);
    const events = await at.site.sandbox.stripe.events.list({ limit: 100 });
    const holds = events.data.filter(
      ({ type, data }) =>
        type === 'payment_intent.amount_capturable_updated' &&
        z.object({ metadata: z.object({ booking: z.string() }) }).parse(data.object).metadata.booking === id,
    );
    expect(holds.map(({ data }) => z.object({ id: z.string() }).parse(data.object).id)).toEqual([intent]);
  });

  it('of a streamer without payouts is refused, and none of their time is available', async () => {
    await at.site.sandbox.control('account', { account: at.account, transfers: 'restricted' });
    const transfers = async () =>
      (await at.site.db.select().from(payoutAccount).where(eq(payoutAccount.stripeId, at.account)))[0]
        ?.transfers;
    await expect.poll(transfers).toBe('restricted');
    expect(await book()).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } });
    const from = new Date().toISOString().slice(0, 10);
    const { body } = await send(at.site, `/api/user/streamer/${at.streamer.id}/slots?from=${from}`, {
      as: at.viewer,
    });
    const { payable, slots } = z
      .object({ payable: z.boolean(), slots: z.array(z.object({ state: z.string() })) })
      .parse(body);
    expect(payable).toBe(false);
    expect(new Set(slots.map(({ state }) => state))).toEqual(new Set(['UNAVAILABLE']));
  });

  it('is limited to two unpaid ones per payer', async () => {
    await booked(30);
    await booked(32);
    expect(await book(34)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });
});

describe('A card', () => {
  it('that is missing, the streamer’s or expired does not pay', async () => {
    const id = await booked();
    expect(await pay(id)).toMatchObject({ status: 402, body: { code: 'CARD_NEEDED' } });
    await saveCard(at.site, at.viewer);
    await saveCard(at.site, at.streamer);
    expect(await pay(id)).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED' } });
    await at.site.db.delete(card).where(eq(card.userId, at.streamer.id));
    await at.site.db.update(card).set({ expYear: 2026, expMonth: 1 }).where(eq(card.userId, at.viewer.id));
    expect(await pay(id)).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED' } });
    expect(await bookingOf(id)).toMatchObject({ status: 'PAYING' });
    expect(await paymentOf(id)).toMatchObject({ status: 'NEW', intent: null });
  });

  it('does not pay for someone else, nor for someone else’s booking', async () => {
    await saveCard(at.site, at.viewer);
    const id = await booked();
    const other = await makePerson(at.site.db);
    await saveCard(at.site, other);
    const [theirs] = await at.site.db.select().from(card).where(eq(card.userId, other.id));
    expect(await pay(id, { cardId: theirs?.id })).toMatchObject({ status: 404 });
    expect(await post(`/api/booking/${id}/pay`, {}, other)).toMatchObject({ status: 404 });
  });

  it('that the bank refuses is reported, and another one pays', async () => {
    await saveCard(at.site, at.viewer, '4000000000000341');
    await saveCard(at.site, at.viewer);
    const id = await booked();
    const refused = await pay(id, { cardId: await cardOf('0341') });
    expect(refused).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED' } });
    expect(await paymentOf(id)).toMatchObject({ status: 'ACTION', refusal: 'generic_decline' });
    expect(await pay(id, { cardId: await cardOf('4242') })).toMatchObject({ status: 200 });
    expect(await bookingOf(id)).toMatchObject({ status: 'WAITING' });
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD', refusal: null });
  });

  it('is confirmed on the bank’s page, which an event reports', async () => {
    await saveCard(at.site, at.viewer, '4000002760003184');
    const id = await booked();
    const back = await fillIn(await urlOf(id), { answer: 'pass' });
    expect(back).toContain(`/personal/booking/${id}?done=pay`);
    await expect.poll(() => bookingOf(id)).toMatchObject({ status: 'WAITING' });
  });

  it('is confirmed on the bank’s page, also without the event', async () => {
    await saveCard(at.site, at.viewer, '4000002760003184');
    const id = await booked();
    await at.site.sandbox.control('events', { mode: 'drop' });
    try {
      const back = await fillIn(await urlOf(id), { answer: 'pass' });
      expect(await bookingOf(id)).toMatchObject({ status: 'PAYING' });
      const { pathname, search } = new URL(back);
      expect(await send(at.site, pathname + search, { as: at.viewer })).toMatchObject({ status: 200 });
      expect(await bookingOf(id)).toMatchObject({ status: 'WAITING' });
    } finally {
      await at.site.sandbox.control('events', { mode: 'deliver' });
    }
  });

  it('that was not confirmed on the bank’s page can be tried again', async () => {
    await saveCard(at.site, at.viewer, '4000002760003184');
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

  it('that a later hold needs cannot be removed', async () => {
    await saveCard(at.site, at.viewer);
    const id = await booked(100);
    await pay(id);
    const remove = async () =>
      send(at.site, `/api/card/${await cardOf('4242')}`, { method: 'DELETE', as: at.viewer });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    await change(id, 'cancel');
    expect(await remove()).toMatchObject({ status: 200 });
  });
});

describe('A booking that is not paid in time', () => {
  const expire = (id: string) => at.site.db.update(booking).set({ payBy: past() }).where(eq(booking.id, id));

  it('is cancelled, and its time is free again', async () => {
    await saveCard(at.site, at.viewer, '4000002760003184');
    const id = await booked();
    await urlOf(id);
    await run('booking-pay-timeout', id);
    await expire(id);
    expect(await pay(id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    await run('booking-pay-timeout', id);
    await expect.poll(() => bookingOf(id)).toMatchObject({ status: 'CANCELLED', endedReason: 'PAY_TIMEOUT' });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED' });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled' });
    expect(await send(at.site, `/api/booking/${id}`, { as: at.streamer })).toMatchObject({ status: 404 });
    expect((await book()).status).toBe(201);
  });

  it('is placed after all if the bank has held the amount by then', async () => {
    await saveCard(at.site, at.viewer, '4000002760003184');
    const id = await booked();
    await at.site.sandbox.control('events', { mode: 'drop' });
    try {
      await fillIn(await urlOf(id), { answer: 'pass' });
      await expire(id);
      await run('booking-pay-timeout', id);
      await expect.poll(() => bookingOf(id)).toMatchObject({ status: 'WAITING' });
    } finally {
      await at.site.sandbox.control('events', { mode: 'deliver' });
    }
  });
});

describe('A booking that is far ahead', () => {
  /** Runs the hold as if its time had come. */
  async function holdNow(id: string): Promise<void> {
    await at.site.db.update(payment).set({ holdAt: past() }).where(eq(payment.bookingId, id));
    await move(id);
  }

  it('is placed with a card, and its amount is held two days before', async () => {
    await saveCard(at.site, at.viewer);
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

  it('is held on the same card saved again, which replaces the older one', async () => {
    await saveCard(at.site, at.viewer);
    const id = await booked(100);
    await pay(id);
    const { paymentMethod } = await paymentOf(id);
    await saveCard(at.site, at.viewer);
    await expect.poll(async () => (await paymentOf(id)).paymentMethod).not.toBe(paymentMethod);
    await holdNow(id);
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'HELD' });
  });

  it('is paid by the payer if the bank asks, or cancelled a day before', async () => {
    await saveCard(at.site, at.viewer, '4000002760003184');
    const [id, other] = [await booked(100), await booked(104)];
    for (const one of [id, other]) {
      expect(await pay(one)).toMatchObject({ status: 200, body: { url: null } });
      await change(one, 'confirm', at.streamer);
      await holdNow(one);
      await expect
        .poll(() => paymentOf(one))
        .toMatchObject({ status: 'ACTION', refusal: 'authentication_required' });
      await at.site.db
        .update(booking)
        .set({
          startAt: sql`${booking.startAt} - interval '60 hours'`,
          endAt: sql`${booking.endAt} - interval '60 hours'`,
        })
        .where(eq(booking.id, one));
    }
    const mail = await mailTo(at.viewer, 'Your card was not accepted');
    expect(mail).toContain('€30.00 could not be reserved on Visa ending in 3184');
    await fillIn(await urlOf(id), { answer: 'pass' });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'HELD' });
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED' });

    await run('booking-hold-timeout', other);
    await run('payment-move', (await paymentOf(other)).id);
    expect(await bookingOf(other)).toMatchObject({ status: 'CONFIRMED' });
    const soon = new Date(Date.now() + 23 * HOUR_MS);
    const endAt = new Date(soon.getTime() + HOUR_MS);
    await at.site.db.update(booking).set({ startAt: soon, endAt }).where(eq(booking.id, other));
    await run('booking-hold-timeout', other);
    await expect
      .poll(() => bookingOf(other))
      .toMatchObject({ status: 'CANCELLED', endedReason: 'HOLD_FAILED' });
    await expect.poll(() => paymentOf(other)).toMatchObject({ status: 'RELEASED' });
  });
});
