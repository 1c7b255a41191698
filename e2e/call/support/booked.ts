import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { z } from 'zod';
import { slotsSchema } from '#app/bookings/availability/slot-schema.ts';
import { PASSWORD } from '#tests/support/people/members.ts';
import { linkIn, Mailbox } from '#tests/support/servers/mailbox.ts';
import { fillIn, giveCard } from '#tests/support/servers/payment-sandbox.ts';
import { signInAsAdmin } from '../../admin/people.ts';
import { expect } from '../../support/test.ts';

const idSchema = z.object({ id: z.string() });

async function post(request: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await request.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return idSchema.parse(await answer.json()).id;
}

/** Signs up, and follows the link in the confirmation email. */
export async function signUp({ request }: Page, username: string): Promise<string> {
  const email = `${username}@example.org`;
  const id = await post(request, '/api/signup', { username, email, password: PASSWORD });
  const mailbox = new Mailbox(process.env.E2E_MAIL ?? '');
  const { token } = linkIn(await mailbox.waitFor(email, '/login/verify/'));
  const answer = await request.post('/api/email/verify', { data: { token } });
  expect(answer.status(), await answer.text()).toBe(200);
  return id;
}

/** The URL of the page at Stripe to which a request leads. */
async function stripePage(request: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await request.post(path, { data });
  return z.object({ url: z.string() }).parse(await answer.json()).url;
}

/** Makes an account a streamer with a public profile, as the administrator. */
export async function makeStreamer(admin: Page, id: string): Promise<void> {
  await signInAsAdmin(admin);
  const { version } = z
    .object({ version: z.number() })
    .parse(await (await admin.request.get(`/api/user/${id}`)).json());
  const prices = [{ currency: 'EUR', perMinute: 2 }];
  const shown = { firstName: 'Ana', languages: ['ENGLISH'], controlModes: ['VOICE'], prices };
  const changed = await admin.request.put(`/api/user/${id}`, { data: { version, ...shown } });
  expect(changed.status(), await changed.text()).toBe(200);
  await post(admin.request, '/api/role', { userId: id, rolename: 'PRODUCER' });
}

/** Offers every hour of every day in slots of five minutes, confirmed automatically. */
export async function offerTime({ request }: Page): Promise<void> {
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

/** Saves a card on Stripe's page. */
export async function saveCard({ request }: Page): Promise<void> {
  await giveCard(await stripePage(request, '/api/card', {}));
  await request.get('/personal/payment?done=stripe');
}

/** Books and pays the next twenty minutes, whose room is open or opens within seconds. @returns the booking's id */
export async function bookNow(page: Page, producerId: string): Promise<string> {
  const { request } = page;
  const from = new Date().toISOString().slice(0, 10);
  const list = await request.get(`/api/user/streamer/${producerId}/slots?from=${from}&days=2`);
  // A slot that starts right now would have begun before it is booked.
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
  await saveCard(page);
  const paid = await request.post(`/api/booking/${id}/pay`, { data: {} });
  expect(paid.status(), await paid.text()).toBe(200);
  return id;
}
