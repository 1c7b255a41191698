import type { Page } from '@playwright/test';
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
