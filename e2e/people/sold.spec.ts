import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { LANGUAGES, type Language, localePath } from '#app/i18n/languages.ts';
import { payment, payoutAccount, user } from '#db/schema/index.ts';
import { connectPayouts } from '#scripts/stack/connect-payouts.ts';
import { makePerson } from '#tests/support/market/bookings.ts';
import { requestedCall } from '#tests/support/market/streams.ts';
import { expect, expectAccessible, hydrated, type PeopleSite, signUp, signUpWithCard, test } from './site.ts';
import { COMPLAINTS, complainAbout, disputeOf, SOLD, sell } from './sold-rows.ts';

/**
 * Each language has another screen: narrow and wide layouts, and light and dark colours, can violate different rules.
 */
const SCREENS = {
  en: { colorScheme: 'light', width: 1440, height: 900 },
  es: { colorScheme: 'dark', width: 360, height: 740 },
} as const;

type Words = Partial<Record<Language, string | RegExp>>;

/** Checks a page in each language on its screen. @param words expected text by language */
async function expectSound(page: Page, path: string, words: Words = {}): Promise<void> {
  await test.step(path, async () => {
    for (const language of LANGUAGES) {
      const { colorScheme, width, height } = SCREENS[language];
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await page.goto(localePath(path, language));
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('body')).not.toContainText('{{');
      const shown = words[language];
      if (shown) await expect(page.locator('body')).toContainText(shown);
      await expectAccessible(page);
      const wider = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(wider).toBeLessThanOrEqual(0);
    }
  });
}

/** Signs up the person whose pages a test checks, and creates the other one. */
async function people(page: Page, site: PeopleSite, role: 'consumer' | 'producer') {
  const me = await signUp(page, site, role === 'producer' ? ['PRODUCER'] : []);
  const other = await makePerson(site.db);
  const [producerId, consumerId] = role === 'producer' ? [me.id, other.id] : [other.id, me.id];
  return { producerId, consumerId };
}

for (const role of ['consumer', 'producer'] as const) {
  test(`a ${role} sees bookings in each state`, async ({ page, site }) => {
    test.slow();
    const pair = await people(page, site, role);
    for (const sold of SOLD) {
      // Unpaid bookings are hidden from the streamer.
      if (role === 'producer' && sold.booked.status === 'PAYING') continue;
      const { bookingId } = await sell(site.db, pair, sold);
      await expectSound(page, `/personal/booking/${bookingId}`);
    }
    await expectSound(page, `/personal/booking?as=${role}`);
    await expectSound(page, '/personal/schedule?zone=Europe/Madrid');
    await expectSound(page, '/personal/stream', {
      en:
        role === 'consumer'
          ? /Now and to come[\s\S]*Over[\s\S]*You paid €20\.00, of which/
          : /You get €25\.50 of €30\.00/,
      es: role === 'consumer' ? /Pagas 30,00\s€ el/ : /Recibes 25,50\s€ de 30,00\s€/,
    });
  });

  test(`a ${role} sees what was delivered, and complaints about it`, async ({ page, site }) => {
    test.slow();
    const pair = await people(page, site, role);
    const partly = SOLD.find(({ deliveredMinutes }) => deliveredMinutes === 20);
    if (!partly) throw new Error('no call was delivered in part');
    for (const nth of COMPLAINTS.keys()) {
      const sold = { ...partly, startsInHours: partly.startsInHours - nth };
      const { streamId, bookingId } = await sell(site.db, pair, sold);
      if (!streamId) throw new Error('nothing was counted');
      await complainAbout(site.db, streamId, nth);
      await expectSound(page, `/personal/booking/${bookingId}`, {
        en: /[Cc]omplain[\s\S]*€5\.00/,
        es: /[Rr]eclama[\s\S]*5,00\s€/,
      });
      await expectSound(page, `/personal/stream/${streamId}`);
    }
    await expectSound(page, '/personal/stream', {
      en: /Complaint: (not answered yet|decided)/,
      es: /Reclamación: (sin respuesta|decidida)/,
    });
    await expectSound(page, '/personal/earnings');
    const ms = 600_000;
    const counted = { offeredMs: ms, attendedMs: ms, deliveredMs: ms, endedAt: new Date(), charge: 1_000 };
    const { streamId } = await requestedCall(site.db, pair, counted);
    await expectSound(page, `/personal/stream/${streamId}`, { en: '10:00' });
  });
}

test('a payer sees cards and receipts', async ({ page, site }) => {
  const { id: consumerId } = await signUpWithCard(page, site);
  const { id: producerId } = await makePerson(site.db);
  const pair = { producerId, consumerId };
  for (const sold of SOLD) if (sold.paid.captured) await sell(site.db, pair, sold);
  const { requestId } = await requestedCall(site.db, pair, { endedAt: new Date(), charge: 1_000 });
  const charged = { status: 'CAPTURED', captured: 1_000, fee: 150, capturedAt: new Date() } as const;
  await site.db
    .update(payment)
    .set({ ...charged, cardBrand: 'visa', cardLast4: '4242' })
    .where(eq(payment.requestId, requestId));
  await expectSound(page, '/personal/payment', {
    en: '€5.00 was refunded',
    es: /Se devolvieron 5,00\s€/,
  });
});

test('a viewer who left a running call finds the way back', async ({ page, site }) => {
  const pair = await people(page, site, 'consumer');
  const going = { status: 'STARTED', endedAt: null, endReason: null };
  await requestedCall(site.db, pair, {}, going);
  const words = { en: 'Return to the call', es: 'Volver a la llamada' };
  for (const path of ['/', '/personal/schedule?zone=UTC']) await expectSound(page, path, words);
});

/** States of a payout account, as the sandbox sets them, and the texts that the page shows. */
const PAYOUTS = [
  [{ transfers: 'restricted', payouts: 'restricted', due: ['a', 'b'] }, 'Stripe needs 2 details'],
  [{ transfers: 'pending', payouts: 'pending', due: [] }, 'Stripe is checking'],
  [{ transfers: 'rejected', payouts: 'rejected', due: [] }, 'Stripe cannot pay you'],
  [{ transfers: 'active', payouts: 'active', due: [] }, 'Ready for income'],
] as const;

test('a streamer sees the state of the payouts', async ({ page, site }) => {
  test.slow();
  const { id } = await signUp(page, site, ['PRODUCER']);
  await site.db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, id));
  await expectSound(page, '/personal/payout', { en: 'Not connected', es: 'No conectada' });
  const account = await connectPayouts(site.db, site.sandbox.env, id);
  for (const [state, words] of PAYOUTS) {
    await site.db.update(payoutAccount).set({ transfers: null }).where(eq(payoutAccount.userId, id));
    await site.sandbox.control('account', { account, ...state });
    await expectSound(page, '/personal/payout', { en: words });
  }
});

test('an administrator sees bookings, payments, complaints and disputes', async ({ page, site }) => {
  test.slow();
  await signUp(page, site, ['ADMIN']);
  const [streamer, payer] = [await makePerson(site.db), await makePerson(site.db)];
  const pair = { producerId: streamer.id, consumerId: payer.id };
  const ids: Record<string, string> = {};
  for (const sold of SOLD) {
    const { bookingId, paymentId, streamId } = await sell(site.db, pair, sold);
    if (!streamId) continue;
    Object.assign(ids, { booking: bookingId, stream: streamId });
    if (!sold.paid.refunded) continue;
    ids.payment = paymentId;
    ids.dispute = await disputeOf(site.db, paymentId);
    ids.complaint = await complainAbout(site.db, streamId, 2);
  }
  for (const entity of ['booking', 'payment', 'dispute', 'stream', 'complaint']) {
    await expectSound(page, `/admin/${entity}`);
    await expectSound(page, `/admin/${entity}/${ids[entity]}`);
  }
});
