import type { Page, Request } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { booking, payment } from '#db/schema/index.ts';
import { offerAnyTime } from '#tests/support/market/bookings.ts';
import { fillIn, giveCard } from '#tests/support/servers/payment-sandbox.ts';
import {
  expect,
  expectAccessible,
  hydrated,
  makeStreamer,
  type PeopleSite,
  refusingTest,
  signUpWithCard,
  test,
} from './site.ts';

/** A card whose bank asks for confirmation each time. */
const ASKING_CARD = '4000002760003184';

/** A card that can be saved, and that its bank refuses to charge. */
const DECLINED_CARD = '4000000000000341';

async function saveCard(page: Page, number: string): Promise<void> {
  const answer = await page.request.post('/api/card');
  await giveCard(z.object({ url: z.string() }).parse(await answer.json()).url, number);
  await page.request.get('/personal/payment?done=stripe');
}

/** Saves that card besides the person's other one. */
async function saveAskingCard(page: Page): Promise<void> {
  const answer = await page.request.post('/api/card');
  const { url } = z.object({ url: z.string() }).parse(await answer.json());
  await fillIn(await giveCard(url, ASKING_CARD), { answer: 'pass' });
  await page.request.get('/personal/payment?done=stripe');
}

/** Collects requests of our pages to other sites, without navigations by the person. */
function askedElsewhere(page: Page, { url }: PeopleSite): readonly string[] {
  const asked: string[] = [];
  const { origin } = new URL(url);
  page.on('request', (request: Request) => {
    const isOurs = new URL(page.url()).origin === origin;
    const isElsewhere = request.url().startsWith('http') && new URL(request.url()).origin !== origin;
    if (isOurs && isElsewhere && !request.isNavigationRequest()) asked.push(request.url());
  });
  return asked;
}

const statesOf = async ({ db }: PeopleSite, consumerId: string) => {
  const [row] = await db
    .select({ booking: booking.status, payment: payment.status })
    .from(booking)
    .innerJoin(payment, eq(payment.bookingId, booking.id))
    .where(eq(booking.consumerId, consumerId));
  return row;
};

refusingTest('a refused card is forgotten once another one is chosen, or added', async ({ page, site }) => {
  const streamer = await makeStreamer(site);
  await site.makePayable(streamer.id);
  await offerAnyTime(site.db, streamer.id);
  await signUpWithCard(page, site);
  await saveCard(page, DECLINED_CARD);
  await page.goto(`/user/${streamer.username}/book?zone=UTC`);
  await hydrated(page);
  await page.getByRole('group').nth(1).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Book for €30.00' }).click();
  const good = page.getByRole('radio', { name: /^Visa ending in 4242/ });
  const bad = page.getByRole('radio', { name: /^Visa ending in 0341/ });
  await expect(good).toBeChecked();
  await bad.check();
  await page.getByRole('button', { name: 'Reserve €30.00' }).click();
  const refused = page.getByRole('main').getByRole('alert');
  await expect(refused).toBeVisible();
  await expectAccessible(page);
  await good.check();
  await expect(refused).toBeHidden();

  // Opened again, the page still says so until another card is chosen.
  await page.reload();
  await hydrated(page);
  await expect(page.getByText('Your bank did not accept it.')).toBeVisible();
  await bad.check();
  await expect(page.getByText('Your bank did not accept it.')).toBeHidden();

  await page.getByRole('button', { name: 'Use another card' }).click();
  await page.waitForURL(/checkout/);
  await page.goto(await giveCard(page.url(), '4000000000000259'));
  await expect(page.getByRole('radio', { name: /^Visa ending in 0259/ })).toBeChecked();
  await expect(page.getByText('Your bank did not accept it.')).toBeHidden();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('a payer’s bank refuses first, and then confirms', async ({ page, site }) => {
      const streamer = await makeStreamer(site);
      await site.makePayable(streamer.id);
      await offerAnyTime(site.db, streamer.id);
      const me = await signUpWithCard(page, site);
      await saveAskingCard(page);
      const asked = askedElsewhere(page, site);
      const policies: (string | undefined)[] = [];
      page.on('response', (response) => {
        if (response.request().isNavigationRequest() && response.url().startsWith(site.url))
          policies.push(response.headers()['content-security-policy']);
      });

      await page.goto(`/user/${streamer.username}/book?zone=UTC`);
      if (javaScriptEnabled) await hydrated(page);
      await page.getByRole('group').nth(1).getByRole('checkbox').first().check();
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Book for €30.00' }).click();
      const goToBank = async () => {
        if (javaScriptEnabled) await hydrated(page);
        await page.getByRole('radio', { name: /^Visa ending in 3184/ }).check();
        await page.getByRole('button', { name: 'Reserve €30.00' }).click();
        if (!javaScriptEnabled) await page.getByRole('link', { name: "Open Stripe's page" }).click();
        await page.waitForURL(/\/authenticate\//);
      };
      await goToBank();
      await page.locator('button[value=fail]').click();
      await expect(page.getByText('Your bank did not accept it.')).toBeVisible();
      expect(await statesOf(site, me.id)).toMatchObject({ booking: 'PAYING' });
      await goToBank();
      await page.locator('button[value=pass]').click();
      await expect(page.getByText('Waiting for confirmation')).toBeVisible();
      expect(await statesOf(site, me.id)).toEqual({ booking: 'WAITING', payment: 'HELD' });

      expect(asked).toEqual([]);
      expect(policies.length).toBeGreaterThan(2);
      for (const policy of policies) expect(policy).toContain("form-action 'self';");
    });
  });
}
