import type { Locator, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { availabilityRule, booking, producerSetting } from '#db/schema/index.ts';
import { bearer, signIn } from '#tests/support/people/people.ts';
import {
  type Account,
  expect,
  expectAccessible,
  hydrated,
  makeStreamer,
  type PeopleSite,
  refusingTest,
  signUpWithCard,
  test,
} from './site.ts';

/** Creates a streamer in Madrid who offers each day from nine to eleven, in half hours for 2 EUR a minute. */
async function offeringStreamer(site: PeopleSite): Promise<Account> {
  const streamer = await makeStreamer(site);
  await site.makePayable(streamer.id);
  const timeZone = 'Europe/Madrid';
  await site.db.insert(producerSetting).values({ userId: streamer.id, timeZone });
  const hours = { startMinute: 540, endMinute: 660, minMinutes: 30, maxMinutes: 90, priceMinor: 200 };
  await site.db.insert(availabilityRule).values(
    [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({
      ...hours,
      dayOfWeek,
      producerId: streamer.id,
      currency: 'EUR',
      timeZone,
    })),
  );
  return streamer;
}

/** Tomorrow's slots, whose amount is held at once. */
const slotsOf = (page: Page) => page.getByRole('group').nth(1).getByRole('checkbox');

/** @param most the limit of Tab presses */
async function tabTo(page: Page, wanted: Locator, most = 60): Promise<void> {
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let pressed = 0; pressed < most && !(await isThere()); pressed++) await page.keyboard.press('Tab');
  await expect(wanted).toBeFocused();
}

const isUncovered = (slot: Locator) =>
  slot.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  });

test.describe('in London', () => {
  test.use({ timezoneId: 'Europe/London' });

  test('a viewer books an hour, the streamer confirms it, and it is cancelled', async ({
    page,
    site,
    browser,
    baseURL,
  }) => {
    const streamer = await offeringStreamer(site);
    const me = await signUpWithCard(page, site);
    await page.goto(`/user/${streamer.username}`);
    await page.getByRole('link', { name: 'Book a call' }).click();
    await hydrated(page);
    await expect(page.getByLabel('Your time zone')).toHaveValue('Europe/London');
    await expect(page.getByText('08:00').first()).toBeVisible();
    const slots = slotsOf(page);
    await slots.nth(0).check();
    await slots.nth(2).check();
    await expect(page.getByText('Choose times that follow each other')).toBeVisible();
    await slots.nth(2).uncheck();
    await slots.nth(1).check();
    await expect(page.getByText(/08:00–09:00$/)).toBeVisible();
    await expect(page.getByText(/09:00–10:00 on the clock of .* \(Europe\/Madrid\)$/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Book for €120.00' }).click();

    await expect(page.getByText('Not paid yet')).toBeVisible();
    await expect(page.getByText('€120.00 is reserved on your card now')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Visa ending in 4242 · expires 12/2035' })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reserve €120.00' }).click();

    await expect(page.getByText('Booked.')).toBeVisible();
    await expect(page.getByText('Waiting for confirmation')).toBeVisible();
    await expect(page.getByText('€120.00 is reserved on Visa ending in 4242.')).toBeVisible();
    await expectAccessible(page);
    const [row] = await site.db.select().from(booking).where(eq(booking.consumerId, me.id));
    expect(row).toMatchObject({ status: 'WAITING', amount: 12_000, producerId: streamer.id });

    const extraHTTPHeaders = bearer(await signIn(site.db, streamer.id));
    const theirs = await browser.newContext({ baseURL, extraHTTPHeaders });
    const theirPage = await theirs.newPage();
    await theirPage.goto('/personal/booking?as=producer');
    await theirPage.getByRole('button', { name: 'Confirm' }).click();
    await expect(theirPage.getByText('Confirmed')).toBeVisible();
    await theirs.close();

    await page.goto(`/user/${streamer.username}/book`);
    await expect(page.getByText('Your booking')).toHaveCount(2);
    await page.goto('/personal/schedule');
    const day = row?.startAt.toISOString().slice(0, 10) ?? '';
    await expect(page.getByLabel('Your time zone')).toHaveValue('Europe/London');
    await page.goto(`/personal/schedule?from=${day}&zone=Europe/London`);
    await expectAccessible(page);
    const entry = page.getByRole('link', { name: `08:00–09:00 With ${streamer.username}` });
    await expect(entry).toBeVisible();
    await page.setViewportSize({ width: 360, height: 800 });
    await expect(page.getByText('Nothing booked')).toHaveCount(6);
    await expectAccessible(page);
    await entry.click();
    await expect(page.getByRole('heading', { name: `Call with ${streamer.username}` })).toBeVisible();
    await expect(page.getByText('60 minutes at €2.00 a minute: €120.00')).toBeVisible();
    await expect(page.getByText(/09:00–10:00 \(Europe\/Madrid\)$/)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByText('€120.00 is reserved on Visa ending in 4242.')).toBeVisible();
    await page.getByText('Cancel booking').first().click();
    await expect(page.getByText('Cancel this booking? Nothing is charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await expect(page.getByText('Cancelled. Nothing was charged.')).toBeVisible();
    await expect(page.getByText('By the customer')).toBeVisible();
    await page.getByRole('link', { name: 'All bookings' }).click();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  });

  test('a viewer books with only the keyboard, and hears the selection', async ({ page, site }) => {
    const streamer = await offeringStreamer(site);
    const me = await signUpWithCard(page, site);
    await page.goto(`/user/${streamer.username}/book?zone=Europe/London`);
    await hydrated(page);
    const earlier = page.getByRole('link', { name: 'Earlier' });
    const later = page.getByRole('link', { name: 'Later' });
    const week = page.getByRole('navigation', { name: `Book ${streamer.username}` }).getByRole('status');
    const thisWeek = await week.innerText();
    await tabTo(page, later);
    await page.keyboard.press('Enter');
    await expect(week).not.toHaveText(thisWeek);
    await page.keyboard.press('Shift+Tab');
    await expect(earlier).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(week).toHaveText(thisWeek);
    // The button is disabled now, but has kept the focus.
    await expect(earlier).toBeFocused();
    await expect(earlier).toHaveAttribute('aria-disabled', 'true');

    // Also those hidden on a phone.
    const days = page.locator('fieldset');
    const slot = (day: number, nth: number) => days.nth(day).getByRole('checkbox').nth(nth);
    await expect(days.first()).toHaveAccessibleDescription(/Tab moves between days, the arrow keys between/);
    await expect(days.nth(1)).toHaveAccessibleName(/^\w+ \d+ \w+$/);
    await tabTo(page, slot(1, 0));
    await expect(slot(1, 0)).toHaveAccessibleName('08:00');
    const told = page.getByRole('status').last();
    await expect(told).toBeEmpty();
    await page.keyboard.press('Space');
    await expect(slot(1, 0)).toBeChecked();
    await expect(told).toContainText(/08:00–08:30.*30 minutes at €2.00 a minute: €60.00/);
    for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await expect(told).toHaveText('Choose times that follow each other and cost the same');
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
    await expect(told).toContainText(/08:00–09:00.*60 minutes at €2.00 a minute: €120.00/);

    await page.keyboard.press('ArrowRight');
    await expect(slot(2, 1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(slot(2, 3)).toBeFocused();
    for (const key of ['ArrowLeft', 'Home']) await page.keyboard.press(key);
    await expect(slot(1, 0)).toBeFocused();
    // Tab stops once per day, at the slot that last had the focus.
    await page.keyboard.press('Tab');
    await expect(slot(2, 3)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(slot(3, 0)).toBeFocused();
    // The selection stays visible without covering the focused slot.
    await page.setViewportSize({ width: 390, height: 700 });
    for (let day = 4; day <= 6; day++) {
      await page.keyboard.press('ArrowRight');
      await expect(slot(day, 0)).toBeFocused();
      await expect.poll(() => isUncovered(slot(day, 0))).toBe(true);
    }

    await tabTo(page, page.getByRole('button', { name: 'Book for €120.00' }), 1);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not paid yet')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Reserve €120.00' }));
    await page.keyboard.press('Enter');
    await expect(page.locator(':focus')).toHaveText('Booked.');
    const [row] = await site.db.select().from(booking).where(eq(booking.consumerId, me.id));
    expect(row).toMatchObject({ status: 'WAITING', amount: 12_000 });
  });

  refusingTest('a price that has changed is refused, and what was chosen stays', async ({ page, site }) => {
    const streamer = await offeringStreamer(site);
    await signUpWithCard(page, site);
    await page.goto(`/user/${streamer.username}/book`);
    await hydrated(page);
    await expect(page.getByLabel('Your time zone')).toHaveValue('Europe/London');
    await slotsOf(page).nth(0).check();
    await site.db
      .update(availabilityRule)
      .set({ priceMinor: 250 })
      .where(eq(availabilityRule.producerId, streamer.id));
    await page.getByRole('button', { name: 'Book for €60.00' }).click();
    await expect(page.getByText('The price has changed.')).toBeVisible();
    await page.getByRole('button', { name: 'Book for €75.00' }).click();
    await page.getByRole('button', { name: 'Reserve €75.00' }).click();
    await expect(page.getByText('Booked.')).toBeVisible();
  });
});

test('on a phone a day is chosen first, then one of its free times', async ({ page, site }) => {
  const streamer = await offeringStreamer(site);
  await signUpWithCard(page, site);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/user?q=${streamer.username}`);
  await expect(page.getByText(/^Next free: /)).toBeVisible();
  await page.goto(`/user/${streamer.username}`);
  await expect(page.getByText(/^Next free: /)).toBeVisible();

  // Beyond the days that can be booked.
  await page.goto(`/user/${streamer.username}/book?from=2999-01-05`);
  await hydrated(page);
  await expect(page.getByText('Nothing free on this day.').filter({ visible: true })).toBeVisible();
  await page.getByRole('link', { name: /^Next free: / }).click();
  const days = page.getByRole('list', { name: 'Days' }).getByRole('button');
  await expect(page.getByRole('group')).toHaveCount(1);
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await days.nth(2).click();
  await expect(days.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(days.nth(2)).toContainText('4 free');
  const slots = page.getByRole('group').getByRole('checkbox');
  await expect(slots).toHaveCount(4);
  await slots.first().check();
  await expect(page.getByRole('button', { name: /^Book for / })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  // The chosen time stays while another day is looked at.
  await days.nth(3).click();
  await expect(page.getByRole('button', { name: /^Book for / })).toBeVisible();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('slots are selected and booked', async ({ page, site }) => {
    const streamer = await offeringStreamer(site);
    await signUpWithCard(page, site);
    await page.goto(`/es/user/${streamer.username}/book?zone=Europe/Madrid`);
    await slotsOf(page).nth(0).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: /^Reservar por 60,00/ }).click();
    await page.getByRole('button', { name: /^Reservar 60,00/ }).click();
    await expect(page.getByText('Pendiente de confirmación')).toBeVisible();
  });
});
