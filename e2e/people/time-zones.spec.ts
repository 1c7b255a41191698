import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { spanIn } from '#app/i18n/moments.ts';
import { booking } from '#db/schema/index.ts';
import { makePerson } from '#tests/support/market/bookings.ts';
import { expect, signUp, test } from './site.ts';
import { SOLD, sell } from './sold-rows.ts';

/** As in a browser that calls its time zone so. */
async function pretendZone(page: Page, zone: string): Promise<void> {
  await page.addInitScript((timeZone) => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function read(this: Intl.DateTimeFormat) {
      const resolved = resolvedOptions.call(this);
      // Chromium's own zone here is UTC; a zone asked for keeps its name.
      return resolved.timeZone === 'UTC' ? { ...resolved, timeZone } : resolved;
    };
  }, zone);
}

test.use({ timezoneId: 'UTC' });

test('a browser without a time zone shows the times of bookings in UTC', async ({ page, site }) => {
  await pretendZone(page, 'Etc/Unknown');
  const { id: consumerId } = await signUp(page, site);
  const { id: producerId } = await makePerson(site.db);
  const sold = SOLD.find(({ name }) => name === 'confirmed');
  if (!sold) throw new Error('no booking is confirmed');
  await sell(site.db, { producerId, consumerId }, sold);
  await page.goto('/personal/booking');
  await expect(page.getByText('Times in UTC')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
});

test("Firefox's name of a time zone is chosen, and an older name is shown as it", async ({ page, site }) => {
  await signUp(page, site);
  const zone = page.getByLabel('Your time zone');
  await pretendZone(page, 'Asia/Kolkata');
  await page.goto('/personal/schedule');
  await expect(zone).toHaveValue('Asia/Kolkata');
  await page.goto('/personal/schedule?zone=Asia/Calcutta');
  await expect(zone).toHaveValue('Asia/Kolkata');
});

test.describe('a browser whose region has twelve hours on the clock', () => {
  test.use({ locale: 'en-US', timezoneId: 'America/New_York' });

  test('shows times so on English pages, and says UTC without JavaScript', async ({
    page,
    site,
    browser,
  }) => {
    const { id: consumerId } = await signUp(page, site);
    const { id: producerId } = await makePerson(site.db);
    const sold = SOLD.find(({ name }) => name === 'confirmed');
    if (!sold) throw new Error('no booking is confirmed');
    const { bookingId } = await sell(site.db, { producerId, consumerId }, sold);
    const [row] = await site.db.select().from(booking).where(eq(booking.id, bookingId));
    const [from, to] = [row?.startAt.getTime() ?? 0, row?.endAt.getTime() ?? 0];
    await page.goto('/personal/booking');
    await expect(page.getByText('Times in America/New York')).toBeVisible();
    await expect(
      page.getByRole('link', { name: spanIn(from, to, 'America/New_York', 'en-12'), exact: true }),
    ).toBeVisible();
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ storageState, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(page.url());
    await expect(plain.getByText('Times in UTC')).toBeVisible();
    await expect(
      plain.getByRole('link', { name: spanIn(from, to, 'UTC', 'en-12'), exact: true }),
    ).toBeVisible();
    await expect(plain.getByText('times that name no time zone are in UTC')).toBeVisible();
    await context.close();
  });
});
