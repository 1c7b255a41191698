import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, payment, stream, user } from '#db/schema/index.ts';
import { unique } from '#tests/support/people/people.ts';
import { Mailbox } from '#tests/support/servers/mailbox.ts';
import { inDatabase } from '../../support/database.ts';
import { expect, hydrated } from '../../support/test.ts';
import { makeStreamer, signUp } from '../support/booked.ts';
import { sphere, test, withPage } from '../support/people.ts';
import { colourInTheMiddle, patchOf } from '../support/picture.ts';

const MINUTE_MS = 60_000;

/** Moves a booking of half an hour to have begun this many minutes ago. */
const begin = (id: string, minutesAgo: number) =>
  inDatabase((db) => {
    const startAt = new Date(Date.now() - minutesAgo * MINUTE_MS);
    const endAt = new Date(startAt.getTime() + 30 * MINUTE_MS);
    return db.update(booking).set({ startAt, endAt }).where(eq(booking.id, id));
  });

/** The delivered time on the meter, in seconds. */
async function delivered(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = (await page.getByTestId('delivered').innerText()).split(':').map(Number);
  return 60 * minutes + seconds;
}

test('a streamer offers time, a viewer books it, they meet, and the streamer is paid', {
  tag: '@smoke',
}, async ({ host, guest, hostBrowser, person }) => {
  const [ana, ben] = [unique('ana'), unique('ben')];
  const streamer = await signUp(host, ana);
  const guestId = await signUp(guest, ben);
  await inDatabase((db) => db.update(user).set({ language: 'SPANISH' }).where(eq(user.id, guestId)));
  await withPage(await hostBrowser.newContext(person), (page) => makeStreamer(page, streamer));

  await test.step('the streamer offers hours at a price', async () => {
    await host.goto('/personal/availability');
    const setting = host.locator('#setting');
    await setting.getByLabel('Time zone').selectOption('UTC');
    await setting.getByRole('button', { name: 'Save' }).click();
    await expect(setting.getByText('Saved.')).toBeVisible();
    const hours = host.locator('#rule');
    for (const day of await hours.getByRole('checkbox').all()) await day.check();
    await hours.getByLabel('From').fill('00:00');
    await hours.getByLabel('To', { exact: true }).fill('00:00');
    await hours.getByLabel('Price of a minute').fill('2');
    await hours.getByRole('button', { name: 'Add hours' }).click();
    await expect(hours.getByText('Saved.')).toBeVisible();
  });

  await test.step('the streamer connects with Stripe to be paid', async () => {
    await host.goto('/personal/payout');
    await host.getByLabel('Country').selectOption({ label: 'Spain' });
    await host.getByRole('button', { name: 'Connect with Stripe' }).click();
    await host.waitForURL(/onboarding/);
    await host.locator('input[value=all]').check();
    await host.locator('input[name=name]').fill('Ana');
    await host.getByRole('button').click();
    await expect(host.getByText('Ready for income')).toBeVisible();
  });

  await test.step('the viewer saves a card at Stripe, books half an hour, and pays', async () => {
    await guest.goto('/es/personal/payment');
    await guest.getByRole('button', { name: 'Añadir una tarjeta' }).click();
    await guest.waitForURL(/checkout/);
    const card = { number: '4242 4242 4242 4242', month: '12', year: '2035', cvc: '123', name: 'Ben' };
    for (const [name, value] of Object.entries(card)) await guest.locator(`input[name=${name}]`).fill(value);
    await guest.getByRole('button').click();
    await expect(guest.getByText('Visa terminada en 4242')).toBeVisible();

    await guest.goto(`/es/user/${ana}/book?zone=UTC`);
    await guest.getByRole('group').nth(1).getByRole('checkbox').first().check();
    await guest.getByRole('button', { name: /^Reservar por 60,00/ }).click();
    await expect(guest.getByRole('radio', { name: /^Visa terminada en 4242/ })).toBeChecked();
    await guest.getByRole('button', { name: /^Reservar 60,00/ }).click();
    await expect(guest.getByText('Pendiente de confirmación')).toBeVisible();
  });
  const [booked] = await inDatabase((db) => db.select().from(booking).where(eq(booking.consumerId, guestId)));
  const id = booked?.id ?? '';

  await test.step('the streamer is notified, and confirms', async () => {
    const header = host.getByRole('banner');
    await header.getByRole('button', { name: /^Your account, .*, 1 new / }).click();
    await header.getByRole('link', { name: 'Notifications' }).click();
    await host.getByRole('link', { name: 'Waiting for your confirmation' }).click();
    await expect(host).toHaveURL(new RegExp(`/personal/booking/${id}$`));
    await host.getByRole('button', { name: 'Confirm' }).click();
    await expect(host.getByText('Confirmed', { exact: true })).toBeVisible();
    // The page updates without a reload.
    await expect(guest.getByText('Confirmada', { exact: true })).toBeVisible();
  });

  await test.step('both meet in the room, where the picture is rendered and counted', async () => {
    await begin(id, 1);
    await host.reload();
    await hydrated(host);
    await host.getByRole('button', { name: 'Enter the room' }).click();
    await expect(host.getByText(/Waiting for/)).toBeVisible({ timeout: 30_000 });
    await guest.reload();
    await hydrated(guest);
    await guest.getByRole('button', { name: 'Entrar en la sala' }).click();
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => colourInTheMiddle(guest).then(patchOf), { timeout: 30_000 }).toBe('front');
    for (const page of [host, guest])
      await expect.poll(() => delivered(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
    await expect(guest.getByTestId('meter')).toContainText(/Pagas 60,00\s€/);
    await expect(host.getByTestId('meter')).toContainText('You earn €51.00');
  });

  await test.step('the viewer leaves the page and finds the way back', async () => {
    const before = await delivered(host);
    await guest.goto('/es');
    await guest.getByRole('link', { name: 'Volver a la llamada' }).click();
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => delivered(host), { timeout: 30_000 }).toBeGreaterThan(before);
    await guest.getByRole('button', { name: 'Salir' }).click();
    await expect(guest.getByText('El importe se fija cuando termina el tiempo reservado.')).toBeVisible();
  });

  const counted = () =>
    inDatabase((db) => db.select().from(stream).where(eq(stream.bookingId, id))).then(([row]) => row);
  await test.step('after the booked time both get a receipt with the same delivered time', async () => {
    // As if the call had lasted ten minutes more.
    const more = 10 * MINUTE_MS;
    await begin(id, 35);
    await inDatabase(async (db) => {
      await db
        .update(stream)
        .set({
          ...{
            offeredMs: sql`${stream.offeredMs} + ${more}`,
            attendedMs: sql`${stream.attendedMs} + ${more}`,
          },
          ...{ deliveredMs: sql`${stream.deliveredMs} + ${more}`, unofferedSince: null },
        })
        .where(eq(stream.bookingId, id));
      await queueOn(db).send('booking-close', { id });
    });
    await expect.poll(async () => (await counted())?.charge).toBe(6_000);
    // As if a day had passed.
    await inDatabase(async (db) => {
      const captureAt = sql`now()`;
      const [paid] = await db
        .update(payment)
        .set({ captureAt })
        .where(eq(payment.bookingId, id))
        .returning({ id: payment.id });
      await queueOn(db).send('payment-move', { id: paid?.id });
    });
    const time = formatSeconds(Math.floor(((await counted())?.deliveredMs ?? 0) / 1000));
    const mailbox = new Mailbox(process.env.E2E_MAIL ?? '');
    const receipt = await mailbox.waitFor(`${ben}@example.org`, 'Recibo: 60,00');
    expect(receipt).toContain(`Imagen recibida: ${time}\n`);
    const earned = await mailbox.waitFor(`${ana}@example.org`, 'You have earned €51.00');
    expect(earned).toContain(`Delivered: ${time}\n`);
    await guest.goto(`/es/personal/booking/${id}`);
    await host.goto(`/personal/booking/${id}`);
    for (const [page, name] of [
      [host, 'Picture delivered'],
      [guest, 'Imagen recibida'],
    ] as const) {
      const fact = page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
      await expect(fact.getByRole('definition')).toHaveText(time);
    }
    await expect(host.getByText('You have earned €51.00: €60.00, less our share of €9.00.')).toBeVisible();
    await expect(guest.getByRole('link', { name: 'Volver a la llamada' })).toBeHidden();
  });

  await test.step('the viewer reviews the streamer', async () => {
    await guest.getByRole('link', { name: 'Escribe una reseña' }).click();
    await expect(guest).toHaveURL(new RegExp(`/es/user/${ana}#own-review$`));
    await guest.getByRole('radio', { name: '5 estrellas' }).press('Space');
    await guest.getByLabel('¿Cómo fue? (opcional)').fill('Como si hubiera estado allí.');
    await guest.getByRole('button', { name: 'Publicar reseña' }).click();
    await expect(guest.getByText('Reseña publicada.')).toBeVisible();
    await host.goto(`/user/${ana}`);
    await expect(host.getByRole('listitem').filter({ hasText: ben })).toContainText(
      'Como si hubiera estado allí.',
    );
  });
});
