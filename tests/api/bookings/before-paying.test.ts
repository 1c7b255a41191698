import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booking, card, payment, user } from '#db/schema/index.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { giveCard, saveCard } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';

const { at, post, book, booked, change, mailTo, urlOf, pay, cardOf } = paidBookings();

/** What a page shows: without its data. */
const page = async (path: string) =>
  (await send(at.site, path, { as: at.viewer })).bytes.toString().replace(/<script.*?<\/script>/gs, '');

describe('A booking that is cancelled before it is paid', () => {
  it('costs nothing, and its page says so at once', async () => {
    const id = await booked();
    const body = new URLSearchParams({ intent: 'cancel', fee: '0', id });
    const { headers } = await send(at.site, `/personal/booking/${id}`, {
      as: at.viewer,
      method: 'POST',
      body,
    });
    // Whether or not the job has told Stripe.
    for (const status of ['RELEASING', 'RELEASED'] as const) {
      await at.site.db.update(payment).set({ status }).where(eq(payment.bookingId, id));
      const html = await page(headers.get('Location') ?? '');
      expect(html).toContain('Cancelled. Nothing was charged.');
      expect(html).toMatch(/<dd>Nothing was charged\.<\/dd>/);
      // The footer leads to the refund policy.
      expect(html.slice(html.indexOf('<main'), html.indexOf('</main>'))).not.toMatch(
        /refund|Nothing is charged/i,
      );
    }
  });

  it('is emailed with what it cost, once the streamer knew of it', async () => {
    await saveCard(at.site, at.viewer);
    const id = await booked(100);
    await pay(id);
    await change(id, 'cancel');
    expect(await mailTo(at.viewer, 'You cancelled your booking')).toContain('Nothing was charged.');
  });
});

describe('Somebody whose address is not confirmed', () => {
  const forget = () =>
    at.site.db.update(user).set({ emailVerifiedAt: null }).where(eq(user.id, at.viewer.id));

  it('takes no time until it is, and is led back to what they chose', async () => {
    await forget();
    expect(await book()).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await at.site.db.$count(booking, eq(booking.consumerId, at.viewer.id))).toBe(0);

    const slot = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 30 * HOUR_MS).toISOString();
    const query = new URLSearchParams({ from: slot.slice(0, 10), zone: 'UTC', slot });
    const back = `/user/${at.streamer.username}/book?${query}`;
    const asked = await page(back);
    expect(asked).toContain('Confirm your email address first');
    expect(asked).not.toContain('Book for €30.00');
    const body = new URLSearchParams({ intent: 'confirm', back });
    const sent = await send(at.site, back, { as: at.viewer, method: 'POST', body });
    expect(sent.headers.get('Location')).toBe(`${back}&done=confirm`);
    expect(await page(`${back}&done=confirm`)).toContain('Sent. Look in your inbox.');

    const [, link] = /https?:\/\/[^/\s]+(\/login\/verify\/\S+)/.exec(await mailTo(at.viewer, 'verify')) ?? [];
    const verify = new URLSearchParams({ intent: 'verify' });
    const proved = await send(at.site, link ?? '', { as: at.viewer, method: 'POST', body: verify });
    expect(proved.headers.get('Location')).toBe(back);
    expect(await page(back)).toContain('Book for €30.00');
    expect(await book()).toMatchObject({ status: 201 });
  });

  it('is led back after logging in, if they open the link elsewhere', async () => {
    await forget();
    const back = `/es/user/${at.streamer.username}/book`;
    const body = new URLSearchParams({ intent: 'confirm', back });
    await send(at.site, back, { as: at.viewer, method: 'POST', body });
    const [, link] = /https?:\/\/[^/\s]+(\/login\/verify\/\S+)/.exec(await mailTo(at.viewer, 'verify')) ?? [];
    const verify = new URLSearchParams({ intent: 'verify' });
    const proved = await send(at.site, link ?? '', { method: 'POST', body: verify });
    const query = new URLSearchParams({ done: 'verified', redirectTo: back });
    expect(proved.headers.get('Location')).toBe(`/login?${query}`);
  });

  it('is led to no other site', async () => {
    await forget();
    for (const back of ['https://example.org/', '//example.org', '']) {
      const body = new URLSearchParams({ intent: 'confirm', back });
      const path = `/user/${at.streamer.username}/book`;
      const { headers } = await send(at.site, path, { as: at.viewer, method: 'POST', body });
      expect(headers.get('Location')).toBe(`${path}?done=confirm`);
    }
  });
});

describe('The card to pay with', () => {
  const chosen = (html: string) =>
    [...html.matchAll(/<input[^>]*name="cardId"[^>]*>/g)]
      .map(([input]) => input)
      .filter((input) => / checked=/.test(input))
      .map((input) => /value="([^"]*)"/.exec(input)?.[1]);
  const BANK = 'Your bank did not accept it.';

  it('is the one just added, and what the bank said of the former one is gone', async () => {
    await saveCard(at.site, at.viewer, '4000000000000341');
    const id = await booked();
    const path = `/personal/booking/${id}`;
    expect(chosen(await page(path))).toEqual([await cardOf('0341')]);
    expect(await page(path)).not.toContain(BANK);
    expect(await pay(id)).toMatchObject({ status: 402 });
    expect(await page(path)).toContain(BANK);

    const added = await post('/api/card');
    await giveCard(z.object({ url: z.string() }).parse(added.body).url);
    const back = await page(`${path}?done=stripe`);
    expect(chosen(back)).toEqual([await cardOf('4242')]);
    expect(back).not.toContain(BANK);
    // Also without coming back from Stripe: another tab has added it.
    expect(chosen(await page(path))).toEqual([await cardOf('4242')]);

    // A card that is saved again is the newest.
    await saveCard(at.site, at.viewer, '4000000000000341');
    expect(chosen(await page(`${path}?done=stripe`))).toEqual([await cardOf('0341')]);
    const [row] = await at.site.db
      .select()
      .from(card)
      .where(eq(card.id, await cardOf('4242')));
    expect(row?.isDefault).toBe(false);
  });

  it('is the default one otherwise', async () => {
    await saveCard(at.site, at.viewer);
    await saveCard(at.site, at.viewer, '4000002760003184');
    const id = await booked();
    expect(chosen(await page(`/personal/booking/${id}`))).toEqual([await cardOf('4242')]);
    // The bank's page does not add a card.
    await urlOf(id, { cardId: await cardOf('3184') });
    expect(chosen(await page(`/personal/booking/${id}`))).toEqual([await cardOf('4242')]);
  });
});
