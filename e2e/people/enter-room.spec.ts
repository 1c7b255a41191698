import { booking } from '#db/schema/index.ts';
import { expect, hydrated, makeStreamer, refusingTest, signUp } from './site.ts';

const MINUTE_MS = 60_000;

refusingTest('the way into the room of a booking appears when the room opens', async ({ page, site }) => {
  const { id: producerId } = await makeStreamer(site);
  const { id: consumerId } = await signUp(page, site);
  const startAt = new Date(Date.now() + 30 * MINUTE_MS);
  await site.db.insert(booking).values({
    ...{ producerId, consumerId, startAt, endAt: new Date(startAt.getTime() + 30 * MINUTE_MS) },
    ...{ status: 'CONFIRMED', restMinutes: 0, priceMinor: 200, currency: 'EUR', amount: 6_000 },
    ...{ timeZone: 'UTC', localStart: startAt.toISOString().slice(0, 19), tzVersion: '2026c' },
    clientKey: crypto.randomUUID(),
  });
  await page.clock.install();
  await page.goto('/personal/booking');
  await hydrated(page);
  const enter = page.getByRole('button', { name: /^Enter the room: / });
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
