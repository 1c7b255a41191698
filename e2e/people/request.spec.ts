import type { Browser, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { callRequest, payment, producerSetting, userPrice } from '#db/schema/index.ts';
import { bearer, signIn } from '#tests/support/people/people.ts';
import {
  type Account,
  expect,
  expectAccessible,
  hydrated,
  makeStreamer,
  type PeopleSite,
  refusingTest,
  signUp,
  signUpWithCard,
  test,
} from './site.ts';

/** Creates a streamer who can take calls for 1.50 EUR a minute. */
async function payableStreamer(site: PeopleSite): Promise<Account> {
  const streamer = await makeStreamer(site, { firstName: 'Ana' });
  await site.makePayable(streamer.id);
  await site.db.insert(producerSetting).values({ userId: streamer.id, timeZone: 'UTC' });
  return streamer;
}

const takeCalls = (site: PeopleSite, { id }: Account) =>
  site.db
    .update(producerSetting)
    .set({ availableUntil: new Date(Date.now() + 3_600_000) })
    .where(eq(producerSetting.userId, id));

/** Opens a page of the streamer. */
async function theirPage(site: PeopleSite, browser: Browser, baseURL: string | undefined, { id }: Account) {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: bearer(await signIn(site.db, id)) });
  return context.newPage();
}

const panel = (page: Page) => page.getByRole('main');

test('a viewer calls a streamer who has just turned calls on, and is declined', async ({
  page,
  site,
  browser,
  baseURL,
}) => {
  const streamer = await payableStreamer(site);
  const theirs = await theirPage(site, browser, baseURL, streamer);
  await theirs.goto('/personal/availability');
  await hydrated(theirs);
  await expectAccessible(theirs);
  await theirs.getByRole('button', { name: 'Take calls' }).click();
  await expect(theirs.getByText(/You take calls until/)).toBeVisible();

  const me = await signUpWithCard(page, site);
  await page.goto(`/user/${streamer.username}`);
  await page.getByRole('link', { name: 'Call now' }).click();
  await expect(page.getByRole('heading', { name: 'Call Ana' })).toBeVisible();
  await hydrated(page);
  await expect(page.getByRole('radio', { name: '15 minutes · €22.50 at most' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Visa ending in 4242/ })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('radio', { name: '10 minutes · €15.00 at most' }).check();
  await page.getByRole('button', { name: 'Call Ana' }).click();

  await expect(panel(page).getByRole('heading', { name: 'Waiting for Ana…' })).toBeVisible();
  await expect(panel(page).getByRole('timer')).toBeVisible();
  await expectAccessible(page);
  const [row] = await site.db.select().from(callRequest).where(eq(callRequest.consumerId, me.id));
  expect(row).toMatchObject({ status: 'RINGING', amount: 1_500, producerId: streamer.id });

  await theirs.goto(`/es/request/${row?.id}`);
  await hydrated(theirs);
  await expect(theirs.getByRole('heading', { name: `Llamada entrante de ${me.username}` })).toBeVisible();
  const pay = /^Recibes 1,27\s€ de 1,50\s€ por minuto: como máximo 12,75\s€ de 15,00\s€, por 10 minutos\.$/;
  await expect(panel(theirs).getByText(pay)).toBeVisible();
  await expectAccessible(theirs);
  await theirs.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(theirs);
  await theirs.getByRole('button', { name: 'Rechazar' }).click();
  await expect(theirs.getByRole('heading', { name: `Has rechazado a ${me.username}` })).toBeVisible();

  await expect(panel(page).getByRole('heading', { name: 'Ana declined' })).toBeVisible();
  await expect(
    panel(page).getByText('Your card was not charged. The hold of €15.00 is released'),
  ).toBeVisible();
  await expectAccessible(page);
  await expect
    .poll(async () => (await site.db.select().from(payment).where(eq(payment.payerId, me.id)))[0]?.status)
    .toBe('RELEASED');
  await theirs.context().close();
});

test('a viewer without a card adds one, calls, and cancels', async ({ page, site }) => {
  const streamer = await payableStreamer(site);
  await takeCalls(site, streamer);
  const me = await signUpWithCard(page, site);
  await page.goto('/personal/payment');
  await hydrated(page);
  await page.getByText('Remove').first().click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Card removed.')).toBeVisible();

  await page.goto(`/user/${streamer.username}/call`);
  await hydrated(page);
  await expect(page.getByText('You can add a card in the next step.')).toBeVisible();
  await page.getByRole('button', { name: 'Call Ana' }).click();
  await expect(page.getByText('€22.50 has to be reserved on a card before it rings.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry month').fill('12');
  await page.getByLabel('Expiry year').fill('2035');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel(/Name/).fill('Ben');
  await page.getByRole('button', { name: /Save/ }).click();
  await expect(page.getByRole('button', { name: 'Reserve €22.50 and call' })).toBeVisible();
  await page.waitForLoadState();
  await hydrated(page);
  await page.getByRole('button', { name: 'Reserve €22.50 and call' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Waiting for Ana…' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(panel(page).getByRole('heading', { name: 'Request cancelled' })).toBeVisible();
  const [row] = await site.db.select().from(callRequest).where(eq(callRequest.consumerId, me.id));
  expect(row).toMatchObject({ status: 'CANCELLED' });
});

refusingTest('what was wrong with a call is forgotten once it is put right', async ({ page, site }) => {
  const streamer = await payableStreamer(site);
  await takeCalls(site, streamer);
  await signUpWithCard(page, site);
  await page.goto(`/user/${streamer.username}/call`);
  await hydrated(page);
  await site.db.update(userPrice).set({ perMinute: 2 }).where(eq(userPrice.userId, streamer.id));
  await page.getByRole('button', { name: 'Call Ana' }).click();
  const changed = page.getByText('Ana has changed their price.');
  await expect(changed).toBeVisible();
  await page.getByRole('radio', { name: '10 minutes · €20.00 at most' }).check();
  await expect(changed).toBeHidden();
  await expect(page.getByRole('radio', { name: /^10 minutes/ })).toBeChecked();
  await page.getByRole('button', { name: 'Call Ana' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Waiting for Ana…' })).toBeVisible();
});

test('a visitor is asked to log in, and a streamer who takes no calls cannot be called', async ({
  page,
  site,
}) => {
  const streamer = await payableStreamer(site);
  await page.goto(`/es/user/${streamer.username}/call`);
  await expect(page.getByText('Ana no acepta llamadas en este momento.')).toBeVisible();
  await takeCalls(site, streamer);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Inicia sesión para llamar' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a streamer is called, and the call cancelled', async ({ page, site }) => {
    const streamer = await payableStreamer(site);
    await takeCalls(site, streamer);
    await signUp(page, site);
    await signUpWithCard(page, site);
    await page.goto(`/user/${streamer.username}/call`);
    await page.getByRole('button', { name: 'Call Ana' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for Ana…' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await expect(page.getByRole('heading', { name: 'Request cancelled' })).toBeVisible();
  });
});
