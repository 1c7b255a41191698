import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { z } from 'zod';
import { slotsSchema } from '#app/bookings/availability/slot-schema.ts';
import { linkIn, Mailbox } from '#tests/support/mailbox.ts';
import { PASSWORD } from '#tests/support/members.ts';
import { fillIn, giveCard } from '#tests/support/payment-sandbox.ts';
import { unique } from '#tests/support/people.ts';
import { expectAccessible } from '../accessible.ts';
import { signInAsAdmin } from '../admin/people.ts';
import { expect } from '../test.ts';
import { REFUSED_REQUEST, sphere, test, withPage } from './people.ts';

const idSchema = z.object({ id: z.string() });

async function post(request: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await request.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return idSchema.parse(await answer.json()).id;
}

/** Signs up, and follows the link in the email. */
async function signUp({ request }: Page, username: string): Promise<string> {
  const email = `${username}@example.org`;
  const id = await post(request, '/api/signup', { username, email, password: PASSWORD });
  const mailbox = new Mailbox(process.env.E2E_MAIL ?? '');
  const { token } = linkIn(await mailbox.waitFor(email, '/login/verify/'));
  const answer = await request.post('/api/email/verify', { data: { token } });
  expect(answer.status(), await answer.text()).toBe(200);
  return id;
}

/** Where the site leads to at Stripe. */
async function stripePage(request: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await request.post(path, { data });
  return z.object({ url: z.string() }).parse(await answer.json()).url;
}

/** Hours around the clock in slots of five minutes, which need no confirmation. */
async function offerTime({ request }: Page): Promise<void> {
  const setting = { timeZone: 'UTC', gridMinutes: 5, noticeMinutes: 0, autoConfirm: true };
  await post(request, '/api/producer-setting', setting);
  const hours = { startMinute: 0, endMinute: 1440, minMinutes: 5, maxMinutes: 60 };
  const offer = { ...hours, priceMinor: 200, currency: 'EUR', timeZone: 'UTC' };
  for (const dayOfWeek of [1, 2, 3, 4, 5, 6, 7])
    await post(request, '/api/availability-rule', { ...offer, dayOfWeek });
  const onboarding = await stripePage(request, '/api/payout', { country: 'ES' });
  await fillIn(onboarding, { name: 'Ana', outcome: 'all' });
  expect(await (await request.get('/api/payout')).json()).toMatchObject({ ready: true });
}

/** Books and pays the next twenty minutes, whose room is open, or opens in some seconds. */
async function bookNow({ request }: Page, producerId: string): Promise<void> {
  const from = new Date().toISOString().slice(0, 10);
  const list = await request.get(`/api/user/streamer/${producerId}/slots?from=${from}&days=2`);
  // One that starts in this moment would be gone when it is booked.
  const soonest = Date.now() + 15_000;
  const slots = slotsSchema
    .parse(await list.json())
    .slots.filter(({ start, state }) => state === 'AVAILABLE' && Date.parse(start) > soonest)
    .slice(0, 4)
    .map(({ start }) => start);
  const money = { amount: 20 * 200, currency: 'EUR' };
  const id = await post(request, '/api/booking', {
    ...{ producerId, slots, ...money },
    clientKey: randomUUID(),
  });
  await giveCard(await stripePage(request, '/api/card', {}));
  await request.get('/personal/payment?done=stripe');
  const paid = await request.post(`/api/booking/${id}/pay`, { data: {} });
  expect(paid.status(), await paid.text()).toBe(200);
}

test('the two people of a booking meet in its room, and no one else enters it', async ({
  host,
  guest,
  hostBrowser,
  person,
}) => {
  const streamer = await signUp(host, unique('ana'));
  await signUp(guest, unique('ben'));
  await withPage(await hostBrowser.newContext(person), async (page) => {
    await signInAsAdmin(page);
    const { version } = z
      .object({ version: z.number() })
      .parse(await (await page.request.get(`/api/user/${streamer}`)).json());
    const prices = [{ currency: 'EUR', perMinute: 2 }];
    const shown = { firstName: 'Ana', languages: ['ENGLISH'], controlModes: ['VOICE'], prices };
    const changed = await page.request.put(`/api/user/${streamer}`, { data: { version, ...shown } });
    expect(changed.status(), await changed.text()).toBe(200);
    await post(page.request, '/api/role', { userId: streamer, rolename: 'PRODUCER' });
  });
  await offerTime(host);
  await bookNow(guest, streamer);

  await guest.goto('/personal/booking');
  await guest.getByRole('button', { name: /^Enter the room/ }).click();
  await expect(guest.getByText('The host has not opened the room yet')).toBeVisible();
  await expectAccessible(guest, { targetSize: false });

  await host.goto('/es/personal/booking?as=producer');
  await host.getByRole('button', { name: /^Entrar en la sala/ }).click();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expect(host.getByRole('toolbar', { name: 'Controles de la llamada' })).toBeVisible({
    timeout: 30_000,
  });

  const code = /\/room\/host\/(\w{9})/.exec(host.url())?.[1];
  await withPage(
    await hostBrowser.newContext(person),
    async (page) => {
      await page.goto(`/room/guest/${code}`);
      await expect(page.getByText('Invalid call code')).toBeVisible();
    },
    [REFUSED_REQUEST],
  );

  // Who has left by mistake comes back the same way.
  await host.getByRole('button', { name: 'Salir' }).click();
  await expect(guest.getByText('The other person left the call.')).toBeVisible();
  await host.goto('/es/personal/booking?as=producer');
  await host.getByRole('button', { name: /^Entrar en la sala/ }).click();
  await guest.getByRole('button', { name: 'Rejoin' }).click();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
});
