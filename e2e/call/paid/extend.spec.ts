import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { CHANNEL_EXTEND, card, payment, stream } from '#db/schema/index.ts';
import { QUIET } from '#protocol/errors.ts';
import { unique } from '#tests/support/people/people.ts';
import { fillIn, giveCard } from '#tests/support/servers/payment-sandbox.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { inDatabase } from '../../support/database.ts';
import { buttonAt, giveHeadset, select } from '../../support/headset.ts';
import { expect } from '../../support/test.ts';
import { makeStreamer, offerTime, saveCard, signUp } from '../support/booked.ts';
import { chooseView } from '../support/controls.ts';
import { sphere, test, withPage } from '../support/people.ts';

const MINUTE_MS = 60_000;
/** A card whose bank asks for confirmation each time. */
const ASKING_CARD = '4000002760003184';

/** Position of the button for extending in the headset's panel, if there is a microphone. */
const EXTEND = buttonAt(4, 6);
const EXTEND_BY = buttonAt(0, 1, 1);

const urlSchema = z.object({ url: z.string() });
const answerSchema = z.object({ id: z.string() });

async function post<T extends z.ZodType>({ request }: Page, path: string, data: object, schema: T) {
  const answer = await request.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return schema.parse(await answer.json());
}

/** Saves a card whose bank asks each time, and confirms it. */
async function saveAskingCard(guest: Page): Promise<void> {
  const { url } = await post(guest, '/api/card', {}, urlSchema);
  await fillIn(await giveCard(url, ASKING_CARD), { answer: 'pass' });
  await guest.request.get('/personal/payment?done=stripe');
}

const streamOf = (consumerId: string) =>
  inDatabase((db) => db.select().from(stream).where(eq(stream.consumerId, consumerId))).then(([row]) => row);

/** Sets the time left of a call, in ms. */
async function leave(streamId: string, token: string, leftMs: number): Promise<void> {
  await inDatabase(async (db) => {
    const budgetMs = sql`${stream.deliveredMs} + ${leftMs}::integer`;
    await db.update(stream).set({ budgetMs }).where(eq(stream.id, streamId));
    await db.execute(sql`select pg_notify(${CHANNEL_EXTEND}, ${token})`);
  });
}

/** Holds up what the page asks about the next extension, until it is released; what was asked by then fails. */
async function holdOffer(page: Page): Promise<{ release(): void }> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isReleased = false;
  await page.route(/\/extension\b/, async (route) => {
    if (isReleased) return route.continue();
    await released;
    await route.fulfill({ headers: { [QUIET]: 'true' }, json: { code: 'UNAVAILABLE' } });
  });
  return {
    release() {
      isReleased = true;
      letGo();
    },
  };
}

test('a payer extends a call before it ends, also through the bank, until it ends for both', async ({
  host,
  guest,
  hostBrowser,
  person,
}) => {
  await giveHeadset(guest);
  const streamer = await signUp(host, unique('ana'));
  const guestId = await signUp(guest, unique('ben'));
  await withPage(await hostBrowser.newContext(person), (page) => makeStreamer(page, streamer));
  await offerTime(host);
  await saveCard(guest);
  await saveAskingCard(guest);
  await post(host, '/api/request/available', { available: true }, z.object({}));
  const wanted = { producerId: streamer, budgetMinutes: 15, amount: 3_000, currency: 'EUR' };
  const { id } = await post(guest, '/api/request', { ...wanted, clientKey: randomUUID() }, answerSchema);
  const [plain] = await inDatabase((db) =>
    db
      .select()
      .from(card)
      .where(and(eq(card.userId, guestId), eq(card.last4, '4242'))),
  );
  await post(guest, `/api/request/${id}/pay`, { cardId: plain?.id }, z.object({ url: z.null() }));
  const { token } = await post(host, `/api/request/${id}/accept`, {}, z.object({ token: z.string() }));
  const { id: streamId = '' } = (await streamOf(guestId)) ?? {};
  // 66 seconds are left.
  const before = 15 * MINUTE_MS - 66_000;
  await inDatabase((db) =>
    db.update(stream).set({ offeredMs: before, deliveredMs: before }).where(eq(stream.id, streamId)),
  );
  await host.goto(`/es/room/host/${token}?skip=true`);
  await expect(host.getByText(/Esperando/)).toBeVisible({ timeout: 30_000 });
  await guest.goto(`/room/guest/${token}?skip=true`);
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });

  await expect(guest.getByRole('status').filter({ hasText: '60 seconds left' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(host.getByText('Quedan 60 segundos')).toBeVisible();
  // The streamer does not pay, so has no button.
  await expect(host.getByTestId('extend')).toBeHidden();
  const extend = guest.getByRole('button', { name: 'Extend by 15 minutes · €30.00' });
  const extendCall = guest.getByRole('button', { name: 'Extend the call' });
  await expect(extend).toBeVisible();
  await expectAccessible(guest, { targetSize: false });
  await expect(guest.getByTestId('meter')).toContainText('Test payments: no money moves');
  const opened = guest.context().waitForEvent('page');
  await guest.locator('body').press('p');
  const small = await opened;
  await small.getByRole('button', { name: 'Extend by 15 minutes · €30.00' }).click();
  await expect(small.getByTestId('extend')).toBeHidden();
  await small.close();
  await expect(guest.getByTestId('meter')).toContainText('/ 30:00');
  await expect(host.getByTestId('meter')).toContainText('/ 30:00');
  await expect(host.getByText('Esta llamada ya puede durar 30:00')).toBeVisible();
  await expect(extend).toBeHidden();

  await test.step('in a headset', async () => {
    await chooseView(guest, 'VR');
    await expect(guest.getByText('The picture is in your headset.')).toBeAttached();
    await select(guest, EXTEND);
    const offer = await holdOffer(guest);
    await select(guest, EXTEND_BY);
    await expect(guest.getByTestId('meter')).toContainText('/ 45:00', { timeout: 15_000 });
    await guest.evaluate(() => headset.activeSession?.end());
    // The last offer would extend nothing.
    await expect(extendCall).toBeHidden();
    offer.release();
    await expect(extendCall).toBeVisible();
  });

  await test.step('at any time, through the bank in another tab', async () => {
    await inDatabase(async (db) => {
      const isAsking = and(eq(card.userId, guestId), eq(card.last4, ASKING_CARD.slice(-4)));
      const [asking] = await db.select().from(card).where(isAsking);
      const isFirst = and(eq(payment.requestId, id), eq(payment.part, 1));
      await db.update(payment).set({ paymentMethod: asking?.stripeId }).where(isFirst);
    });
    await extendCall.click();
    await extend.click();
    const link = guest.getByRole('link', { name: "Open your bank's page" });
    await expect(link).toBeVisible();
    await expect(guest.getByText('Your bank wants you to confirm.')).toBeVisible();
    await expectAccessible(guest, { targetSize: false });
    const address = await link.getAttribute('href');
    await guest.reload();
    await expect(link).toHaveAttribute('href', address ?? '', { timeout: 30_000 });
    const opened = guest.context().waitForEvent('page');
    await link.click();
    const bank = await opened;
    await bank.locator('button[value=pass]').click();
    await expect(bank.getByText('Your call can go on for longer.')).toBeVisible();
    await expectAccessible(bank);
    await bank.close();
    for (const page of [host, guest])
      await expect(page.getByTestId('meter')).toContainText('/ 1:00:00', { timeout: 15_000 });
    await expect(guest.getByTestId('extend')).toBeHidden();
  });

  await test.step('until the call ends for both when its budget is used up', async () => {
    await leave(streamId, token, 20_000);
    await expect(guest.getByRole('status').filter({ hasText: '15 seconds left' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(host.getByText('Quedan 15 segundos')).toBeVisible();
    await expect(guest.getByText('The call has reached the time that was paid for.')).toBeVisible({
      timeout: 40_000,
    });
    await expect(host.getByText('La llamada ha llegado al tiempo pagado.')).toBeVisible();
    for (const page of [host, guest]) await expectAccessible(page, { targetSize: false });
    await expect(guest.getByRole('button', { name: 'Rejoin' })).toBeHidden();
  });
});
