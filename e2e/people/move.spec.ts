import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { availabilityRule, booking, producerSetting } from '#db/schema/index.ts';
import { offerAnyTime } from '#tests/support/market/bookings.ts';
import { bearer, makeUser, signIn } from '#tests/support/people/people.ts';
import {
  expect,
  expectAccessible,
  hydrated,
  makeStreamer,
  refusingTest,
  signUpWithCard,
  test,
} from './site.ts';

test.use({ timezoneId: 'Europe/London' });

test('a viewer moves a booking, and both see the old and the new time', async ({
  page,
  site,
  browser,
  baseURL,
}) => {
  const streamer = await makeStreamer(site);
  await site.makePayable(streamer.id);
  await offerAnyTime(site.db, streamer.id);
  await site.db
    .update(producerSetting)
    .set({ timeZone: 'UTC' })
    .where(eq(producerSetting.userId, streamer.id));
  const me = await signUpWithCard(page, site);
  const theirs = await browser.newContext({
    baseURL,
    extraHTTPHeaders: bearer(await signIn(site.db, streamer.id)),
  });
  const theirPage = await theirs.newPage();
  const confirm = async () => {
    await theirPage.goto('/personal/booking?as=producer');
    await theirPage.getByRole('button', { name: 'Confirm' }).click();
    await expect(theirPage.getByText('Saved.')).toBeVisible();
  };
  const slots = page.getByRole('group').nth(3).getByRole('checkbox');

  await page.goto(`/user/${streamer.username}/book`);
  await hydrated(page);
  await expect(page.getByLabel('Your time zone')).toHaveValue('Europe/London');
  await slots.nth(20).check();
  await page.getByRole('button', { name: 'Book for €30.00' }).click();
  await page.getByRole('button', { name: 'Book with this card' }).click();
  await expect(page.getByText('Waiting for confirmation')).toBeVisible();
  await confirm();
  await page.reload();
  await expect(page.getByText(/^You can move or cancel it free of charge until/)).toBeVisible();

  await page.getByRole('link', { name: 'Move to another time' }).click();
  await expect(page.getByRole('heading', { name: `Move your call with ${streamer.username}` })).toBeVisible();
  await hydrated(page);
  await expect(page.getByLabel('Your time zone')).toHaveValue('Europe/London');
  await expect(page.getByText(/^Now: .*, for €30.00$/)).toBeVisible();
  // The booking's own time is free to select, but is refused.
  await slots.nth(20).check();
  await expect(page.getByText('This is the time that you have')).toBeVisible();
  await slots.nth(21).check();
  await expect(page.getByText(/^Instead of: .*, for €30.00$/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move, for €60.00' }).click();

  await expect(page.getByText('Not paid yet')).toBeVisible();
  await expect(page.getByText('That booking stays until this one is paid')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Book with this card' }).click();
  await expect(page.getByText('Waiting for confirmation')).toBeVisible();
  const [old] = await site.db
    .select()
    .from(booking)
    .where(eq(booking.consumerId, me.id))
    .orderBy(booking.createdAt);
  await page.goto(`/personal/booking/${old?.id}`);
  await expect(page.getByText('Other time chosen')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Move to another time' })).toHaveCount(0);
  await expectAccessible(page);

  await confirm();
  await page.reload();
  await expect(page.getByText('Moved to another time')).toBeVisible();
  await page.getByText('Moved to', { exact: true }).locator('..').getByRole('link').click();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText('Instead of')).toBeVisible();
  await theirPage.goto('/personal/notification');
  await expect(theirPage.getByText('Booking moved')).toBeVisible();
  await theirs.close();
});

refusingTest('what was refused is forgotten once other times are chosen', async ({ page, site }) => {
  const streamer = await makeStreamer(site);
  await site.makePayable(streamer.id);
  await offerAnyTime(site.db, streamer.id, true);
  await signUpWithCard(page, site);
  await page.goto(`/user/${streamer.username}/book?zone=UTC`);
  await hydrated(page);
  const slots = page.getByRole('group').nth(3).getByRole('checkbox');
  await slots.nth(20).check();
  await page.getByRole('button', { name: 'Book for €30.00' }).click();
  await page.getByRole('button', { name: 'Book with this card' }).click();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Move to another time' }).click();
  await hydrated(page);

  // The price rises while the page is open.
  await slots.nth(24).check();
  await site.db
    .update(availabilityRule)
    .set({ priceMinor: 200 })
    .where(eq(availabilityRule.producerId, streamer.id));
  await page.getByRole('button', { name: 'Move, for €30.00' }).click();
  const risen = page.getByText('The price has changed. Look at it again before you book.');
  await expect(risen).toBeVisible();
  await slots.nth(25).check();
  await expect(page.getByRole('button', { name: 'Move, for €120.00' })).toBeVisible();
  await expect(risen).toBeHidden();

  // Somebody else takes one of the times.
  const startAt = new Date(await slots.nth(25).inputValue());
  await site.db.insert(booking).values({
    ...{ producerId: streamer.id, consumerId: await makeUser(site.db), startAt },
    endAt: new Date(startAt.getTime() + 1_800_000),
    ...{ status: 'CONFIRMED', restMinutes: 0, priceMinor: 200, currency: 'EUR', amount: 6_000 },
    ...{ timeZone: 'UTC', localStart: '2026-12-01T09:00:00', tzVersion: '', clientKey: randomUUID() },
  });
  await page.getByRole('button', { name: 'Move, for €120.00' }).click();
  const taken = page.getByText('One of these times is no longer available');
  await expect(taken).toBeVisible();
  await slots.nth(23).check();
  await expect(taken).toBeHidden();
  await expect(page.getByRole('button', { name: 'Move, for €120.00' })).toBeVisible();
});
