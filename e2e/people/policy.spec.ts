import { eq } from 'drizzle-orm';
import { availabilityRule, booking, parameter } from '#db/schema/index.ts';
import { SAMPLES } from '#tests/support/contract/samples.ts';
import { endAt, offerAnyTime, offerTime, startAt } from '#tests/support/market/bookings.ts';
import { bearer, signIn } from '#tests/support/people/people.ts';
import {
  expect,
  expectAccessible,
  hydrated,
  makeStreamer,
  refusingTest,
  signUp,
  signUpConfirmed,
  test,
} from './site.ts';

refusingTest('an administrator cancels a booking and says why', async ({ page, site }) => {
  const { id: consumerId } = await signUp(page, site, ['ADMIN']);
  const id = await SAMPLES.booking.make(site.db, consumerId);
  await page.goto(`/admin/booking/${id}`);
  await hydrated(page);
  await expectAccessible(page);
  const cancel = page.getByRole('button', { name: 'Cancel booking' });
  await cancel.click();
  await expect(page.getByText('Say why')).toBeVisible();
  await expect(page.getByLabel('Reason', { exact: true })).toBeFocused();
  await page.getByLabel('Reason', { exact: true }).fill('The place is closed on that day.');
  await cancel.click();
  await expect(page.getByText('Booking cancelled.')).toBeVisible();
  await expect(page.getByText('The place is closed on that day.')).toBeVisible();
  await expect(cancel).toBeHidden();
  await page.goto(`/personal/booking/${id}`);
  await expect(page.getByText('By us')).toBeVisible();
  await expect(page.getByText('The place is closed on that day.')).toBeVisible();
  await expectAccessible(page);
});

refusingTest('names the parameter that conflicts, at its field', async ({ page, site }) => {
  const { id } = await signUp(page, site, ['ADMIN']);
  await offerTime(site.db, id);
  // The price is so low that the site's share is less than Stripe's fee.
  await site.db
    .update(availabilityRule)
    .set({ priceMinor: 1, minMinutes: 30 })
    .where(eq(availabilityRule.producerId, id));
  try {
    await page.goto('/admin/parameter');
    await hydrated(page);
    await expect(page.getByText("is less than Stripe's own fee")).toBeVisible();
    const setting = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(setting('cancel-free-hours')).toContainText('1 to 96');
    await expect(setting('cancel-free-hours')).toContainText('Default: 24 hours');
    await expectAccessible(page);
    const fix = setting('payment-fix-before-hours');
    const value = fix.getByLabel('Value');
    const save = fix.getByRole('button', { name: 'Save' });
    await value.fill('23');
    await save.click();
    const problem = "23 doesn't go with cancel-free-hours, which is 24: enter 24 or more";
    await expect(fix.getByText(problem)).toBeVisible();
    await expect(value).toBeFocused();
    await expectAccessible(page);
    await value.fill('97');
    await save.click();
    await expect(fix.getByText('Must be 96 or less')).toBeVisible();
    await value.fill('24,0');
    await save.click();
    await expect(fix.getByText('Not a value this parameter takes')).toBeVisible();
    // The default, so that nothing changes for others.
    await value.fill('24');
    await save.click();
    await expect(fix.getByText('Saved.')).toBeVisible();
    await fix.getByRole('link', { name: 'payment-fix-before-hours' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('payment-fix-before-hours');
    await expect(page.getByLabel('Value')).toHaveValue('24');
  } finally {
    await site.db.delete(parameter).where(eq(parameter.name, 'payment-fix-before-hours'));
    await site.db.delete(availabilityRule).where(eq(availabilityRule.producerId, id));
  }
});

test('the payer of a cancelled booking is offered other times, and the streamer sees the strike', async ({
  page,
  site,
  browser,
  baseURL,
}) => {
  const streamer = await makeStreamer(site);
  await site.makePayable(streamer.id);
  await offerAnyTime(site.db, streamer.id);
  const me = await signUpConfirmed(page, site);
  const id = await SAMPLES.booking.make(site.db, me.id);
  // As if the streamer had confirmed half an hour and then cancelled it.
  const times = { startAt: new Date(startAt), endAt: new Date(endAt) };
  await site.db
    .update(booking)
    .set({
      ...{ ...times, producerId: streamer.id, status: 'CANCELLED', confirmBy: null },
      ...{ endedReason: 'PRODUCER', endedBy: 'PRODUCER' },
    })
    .where(eq(booking.id, id));
  await page.goto(`/personal/booking/${id}`);
  await hydrated(page);
  const others = page.getByRole('region', { name: `Other times of ${streamer.username}` });
  await expect(others.getByRole('link')).toHaveCount(3);
  await expectAccessible(page);
  const [time = ''] = await others.getByRole('link').allTextContents();
  await others.getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Book for €30.00' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your booking' })).toContainText(time);

  const theirs = await browser.newContext({
    baseURL,
    extraHTTPHeaders: bearer(await signIn(site.db, streamer.id)),
  });
  const theirPage = await theirs.newPage();
  await theirPage.goto('/personal/availability');
  await expect(theirPage.getByText('You have 1 strike in the last 30 days')).toBeVisible();
  await expectAccessible(theirPage);
  await theirPage.getByRole('link', { name: /^Cancelled: / }).click();
  await expect(theirPage).toHaveURL(`/personal/booking/${id}`);
  await theirs.close();
});

refusingTest('tells a customer with three unpaid bookings what to do', async ({ page, site }) => {
  const streamer = await makeStreamer(site);
  await site.makePayable(streamer.id);
  await offerAnyTime(site.db, streamer.id);
  const me = await signUpConfirmed(page, site);
  for (let i = 0; i < 3; i++) await SAMPLES.booking.make(site.db, me.id);
  await site.db
    .update(booking)
    .set({ status: 'CANCELLED', confirmBy: null, endedReason: 'PAY_TIMEOUT' })
    .where(eq(booking.consumerId, me.id));
  await page.goto(`/user/${streamer.username}/book`);
  await hydrated(page);
  await page.getByRole('group').nth(1).getByRole('checkbox').nth(20).check();
  await page.getByRole('button', { name: 'Book for €30.00' }).click();
  await expect(page.getByText("You didn't pay for three bookings in the last day.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Your cards' }).click();
  await expect(page).toHaveURL('/personal/payment');
});
