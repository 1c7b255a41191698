import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { booking, payment, user } from '#db/schema/index.ts';
import { offerAnyTime } from '#tests/support/market/bookings.ts';
import {
  expect,
  expectAccessible,
  hydrated,
  makeStreamer,
  PASSWORD,
  type PeopleSite,
  refusingTest,
  signUpWithCard,
} from './site.ts';

const HOUR_MS = 3_600_000;

/** Books half an hour within the last day for 30 EUR, which are held. @returns the booking's id */
async function bookConfirmed(page: Page, site: PeopleSite): Promise<string> {
  const streamer = await makeStreamer(site);
  await site.makePayable(streamer.id);
  await offerAnyTime(site.db, streamer.id, true);
  await signUpWithCard(page, site);
  const slots = [new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 10 * HOUR_MS).toISOString()];
  const wanted = { producerId: streamer.id, slots, amount: 3_000, currency: 'EUR', clientKey: randomUUID() };
  const made = await page.request.post('/api/booking', { data: wanted });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const paid = await page.request.post(`/api/booking/${id}/pay`, { data: {} });
  expect(paid.status(), await paid.text()).toBe(200);
  return id;
}

/** Moves the creation an hour back, after which cancelling costs half. */
async function bookedAnHourAgo(site: PeopleSite, id: string): Promise<void> {
  const createdAt = new Date(Date.now() - HOUR_MS);
  await site.db.update(booking).set({ createdAt }).where(eq(booking.id, id));
}

const paymentOf = async (site: PeopleSite, id: string) => {
  const [row] = await site.db.select().from(payment).where(eq(payment.bookingId, id));
  return row;
};

refusingTest('a fee that has risen is shown before it is charged', async ({ page, site }) => {
  const id = await bookConfirmed(page, site);
  await page.goto(`/personal/booking/${id}`);
  await hydrated(page);
  await page.getByText('Cancel booking').first().click();
  await expect(page.getByText('Cancel this booking? Nothing is charged.')).toBeVisible();
  await bookedAnHourAgo(site, id);
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText('Cancelling costs €15.00 now. Nothing has been cancelled yet.')).toBeVisible();
  await expect(page.getByText('Cancel this booking? €15.00 will be charged.')).toBeVisible();
  await expectAccessible(page);
  expect(await paymentOf(site, id)).toMatchObject({ status: 'HELD', toCapture: null });
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText('By the customer')).toBeVisible();
  await expect.poll(() => paymentOf(site, id)).toMatchObject({ status: 'CAPTURED', captured: 1_500 });
});

/** The name of a booking's streamer in the URL of their profile. */
async function streamerOf(site: PeopleSite, bookingId: string): Promise<string> {
  const [row] = await site.db
    .select({ urlname: user.urlname })
    .from(user)
    .innerJoin(booking, eq(booking.producerId, user.id))
    .where(eq(booking.id, bookingId));
  return row?.urlname ?? '';
}

refusingTest('blocking the streamer names the fee, and one that has risen again', async ({ page, site }) => {
  const id = await bookConfirmed(page, site);
  await page.goto(`/user/${await streamerOf(site, id)}`);
  await hydrated(page);
  await page.getByText('Block', { exact: true }).click();
  await expect(page.getByText('will no longer be able to see each other')).toBeVisible();
  await expect(page.getByText('will be charged')).toBeHidden();
  await bookedAnHourAgo(site, id);
  await page.getByRole('button', { name: 'Block this person' }).click();
  await expect(page.getByText('Nothing has been done yet.')).toBeVisible();
  await expect(page.getByText('at short notice: €15.00 will be charged.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Block this person' }).click();
  await expect(page.getByText('Blocked. You can no longer see each other.')).toBeVisible();
  await expect.poll(() => paymentOf(site, id)).toMatchObject({ status: 'CAPTURED', captured: 1_500 });
});

refusingTest('deleting the account names the fee', async ({ page, site }) => {
  const id = await bookConfirmed(page, site);
  await bookedAnHourAgo(site, id);
  await page.goto('/es/personal/account');
  const form = page.locator('form').filter({ hasText: 'con poca antelación' });
  await expect(form.getByText(/se cobrarán 15,00\s€\./)).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Tu contraseña').fill(PASSWORD);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: /cuenta/ }).click();
  await expect(page).toHaveURL(/\/es\/login/);
  await expect.poll(() => paymentOf(site, id)).toMatchObject({ status: 'CAPTURED', captured: 1_500 });
});

refusingTest.describe('without JavaScript', () => {
  refusingTest.use({ javaScriptEnabled: false });

  refusingTest('the list of bookings shows the same fee', async ({ page, site }) => {
    const id = await bookConfirmed(page, site);
    await page.goto('/es/personal/booking');
    await bookedAnHourAgo(site, id);
    await page.getByText('Cancelar la reserva').first().click();
    await page.getByRole('button', { name: 'Cancelar la reserva' }).click();
    // Opened, with the fee.
    await expect(page.getByText(/^Ahora cancelar cuesta 15,00\s€\. Todavía no se ha/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar la reserva' }).click();
    await expect(page.getByText('Por quien reservó')).toBeVisible();
    expect(await paymentOf(site, id)).toMatchObject({ toCapture: 1_500 });
  });
});
