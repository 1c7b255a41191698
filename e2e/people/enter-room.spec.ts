import type { Page } from '@playwright/test';
import { booking } from '#db/schema/index.ts';
import { expect, hydrated, makeStreamer, type PeopleSite, refusingTest, signUp, test } from './site.ts';

const MINUTE_MS = 60_000;

/** Signs in a customer of a confirmed booking that starts in `minutes`, and lasts half an hour. */
async function book(page: Page, site: PeopleSite, minutes: number): Promise<void> {
  const { id: producerId } = await makeStreamer(site);
  const { id: consumerId } = await signUp(page, site);
  const startAt = new Date(Date.now() + minutes * MINUTE_MS);
  await site.db.insert(booking).values({
    ...{ producerId, consumerId, startAt, endAt: new Date(startAt.getTime() + 30 * MINUTE_MS) },
    ...{ status: 'CONFIRMED', restMinutes: 0, priceMinor: 200, currency: 'EUR', amount: 6_000 },
    ...{ timeZone: 'UTC', localStart: startAt.toISOString().slice(0, 19), tzVersion: '2026c' },
    clientKey: crypto.randomUUID(),
  });
}

const enterOn = (page: Page) => page.getByRole('button', { name: /^Enter the room: / });

refusingTest('the way into the room of a booking appears when the room opens', async ({ page, site }) => {
  await book(page, site, 30);
  await page.clock.install();
  await page.goto('/personal/booking');
  await hydrated(page);
  const enter = enterOn(page);
  await expect(page.getByText('The room opens at')).toBeVisible();
  await expect(enter).toBeHidden();
  await page.clock.fastForward(26 * MINUTE_MS);
  await expect(enter).toBeVisible();
  // The server's clock decides, and has not moved.
  await enter.click();
  await expect(page.getByText("You can't do this right now")).toBeVisible();
  await page.clock.fastForward(60 * MINUTE_MS);
  await expect(enter).toBeHidden();
});

for (const minutes of [-60, 60]) {
  test(`a device's clock that is ${minutes} minutes off changes nothing`, async ({ page, site }) => {
    await book(page, site, 5);
    await page.clock.install({ time: Date.now() + minutes * MINUTE_MS });
    await page.goto('/personal/booking');
    await hydrated(page);
    await expect(enterOn(page)).toBeVisible();
    await page.getByRole('link', { name: /–/ }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Call with /);
    await expect(page.getByRole('button', { name: 'Enter the room' })).toBeVisible();
    await expect(page.getByText('Cancel booking').first()).toBeVisible();
    await page.reload();
    await hydrated(page);
    await expect(page.getByText('Cancel booking').first()).toBeVisible();
  });
}
