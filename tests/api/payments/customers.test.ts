import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, card, notification, payment, stripeCustomer } from '#db/schema/index.ts';
import en from '#locales/en/payments.json' with { type: 'json' };
import { paidBookings } from '../../support/market/paid-bookings.ts';
import { newName, PASSWORD } from '../../support/people/members.ts';
import { setPassword } from '../../support/people/people.ts';
import { linkIn } from '../../support/servers/mailbox.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { giveCard, saveCard } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';

const { at, post, booked, confirmed, pay, paymentOf, mailTo, move, cardOf } = paidBookings();

const customerOf = async ({ id }: { id: string }) => {
  const [row] = await at.site.db.select().from(stripeCustomer).where(eq(stripeCustomer.userId, id));
  return row?.stripeId ?? '';
};
const cardsOf = ({ id }: { id: string }) => at.site.db.$count(card, eq(card.userId, id));
const customerAt = (id: string) => at.site.sandbox.stripe.customers.retrieve(id);

describe('A customer at Stripe', () => {
  it('gets a new email address once it is confirmed', async () => {
    await setPassword(at.site.db, at.viewer.id);
    await saveCard(at.site, at.viewer);
    const { email } = newName();
    const body = { email, password: PASSWORD };
    expect(await post('/api/email', body)).toMatchObject({ status: 200 });
    const { token } = linkIn(await mailTo({ ...at.viewer, email }, 'Confirm'));
    expect(await send(at.site, '/api/email/verify', { body: { token } })).toMatchObject({ status: 200 });
    const customer = await customerOf(at.viewer);
    await expect.poll(() => customerAt(customer)).toMatchObject({ email, name: at.viewer.username });
  });

  it.each([
    ['the page of cards is read', '/personal/payment?done=stripe', 'GET'],
    ['a card is added', '/api/card', 'POST'],
  ] as const)('that was deleted there is created again when %s', async (_, path, method) => {
    await saveCard(at.site, at.viewer);
    const former = await customerOf(at.viewer);
    await at.site.sandbox.stripe.customers.del(former);
    expect((await send(at.site, path, { method, as: at.viewer })).status).toBeLessThan(300);
    expect(await cardsOf(at.viewer)).toBe(0);
    const { body } = await post('/api/card');
    await giveCard(z.object({ url: z.string() }).parse(body).url);
    await expect.poll(() => cardsOf(at.viewer)).toBe(1);
    expect(await customerOf(at.viewer)).not.toBe(former);
  });

  it('that is missing when an amount should be held makes the payer save a card again', async () => {
    await saveCard(at.site, at.viewer);
    const id = await booked(100);
    expect(await pay(id)).toMatchObject({ status: 200 });
    await at.site.sandbox.stripe.customers.del(await customerOf(at.viewer));
    await at.site.db.update(payment).set({ holdAt: new Date() }).where(eq(payment.bookingId, id));
    await move(id);
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'ACTION', refusal: 'card_needed' });
    await mailTo(at.viewer, 'Your card was not accepted');
  });
});

describe('A card with a hold', () => {
  it('cannot be removed, and the page says why', async () => {
    await confirmed();
    const id = await cardOf('4242');
    expect(await send(at.site, `/api/card/${id}`, { method: 'DELETE', as: at.viewer })).toMatchObject({
      status: 409,
      body: { code: 'IN_USE' },
    });
    const form = new URLSearchParams({ intent: 'remove', id });
    const page = await send(at.site, '/personal/payment', { method: 'POST', as: at.viewer, body: form });
    expect(page.bytes.toString()).toContain(en.cards.inUse);
  });
});

describe('A card that expires before its booking', () => {
  it('is announced to its payer once, and can be replaced', async () => {
    await saveCard(at.site, at.viewer);
    const id = await booked(100);
    expect(await pay(id)).toMatchObject({ status: 200 });
    const { paymentMethod } = await paymentOf(id);
    const ends = { payment_method: paymentMethod, exp_month: 1, exp_year: 2025 };
    await at.site.sandbox.control('card', ends);
    const years = async () =>
      (await at.site.db.select().from(card).where(eq(card.userId, at.viewer.id))).map((row) => row.expYear);
    await expect.poll(years).toEqual([2025]);
    for (let time = 0; time < 2; time++) await queueOn(at.site.db).send('booking-cards', {});
    await mailTo(at.viewer, 'Your card ends before your booking');
    const isTold = and(eq(notification.userId, at.viewer.id), eq(notification.kind, 'BOOKING_CARD_ENDS'));
    expect(await at.site.db.$count(notification, isTold)).toBe(1);
    const page = async () =>
      (await send(at.site, `/personal/booking/${id}`, { as: at.viewer })).bytes.toString();
    expect(await page()).toContain('name="cardId"');
    await saveCard(at.site, at.viewer, '4000000000000259');
    expect(await pay(id, { cardId: await cardOf('0259') })).toMatchObject({ status: 200 });
    expect(await paymentOf(id)).toMatchObject({ status: 'NEW', cardLast4: '0259' });
    expect(await page()).not.toContain('name="cardId"');
  });
});

describe('The room of a booking', () => {
  it('opens only while the amount is held', async () => {
    await makeMediaNode(at.site.db);
    const id = await confirmed();
    const now = Date.now();
    const soon = { startAt: new Date(now - 60_000), endAt: new Date(now + 1_740_000) };
    await at.site.db.update(booking).set(soon).where(eq(booking.id, id));
    const hold = (status: 'ACTION' | 'HELD') =>
      at.site.db.update(payment).set({ status }).where(eq(payment.bookingId, id));
    const enter = () => post(`/api/booking/${id}/room`);
    await hold('ACTION');
    expect(await enter()).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    await hold('HELD');
    expect((await enter()).status).toBeLessThan(300);
  });
});
