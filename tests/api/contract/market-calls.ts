import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { slotsSchema } from '#app/bookings/availability/slot-schema.ts';
import * as schema from '#db/schema/index.ts';
import { SAMPLES } from '../../support/contract/samples.ts';
import { newCall } from '../../support/market/requests.ts';
import { newKey } from '../../support/people/keys.ts';
import { bearer } from '../../support/people/people.ts';
import { fillIn, saveCard } from '../../support/servers/payment-sandbox.ts';
import { type Person, type Site, send } from '../../support/servers/site.ts';
import type { ContractCall } from './setting.ts';

/** Offers Mondays from 9 to 12 in Madrid, for 2.50 EUR a minute. */
async function offerHours({ db }: Site, producerId: string): Promise<void> {
  const timeZone = 'Europe/Madrid';
  const hours = { dayOfWeek: 1, startMinute: 540, endMinute: 720, minMinutes: 30, maxMinutes: 60 };
  await db.insert(schema.producerSetting).values({ userId: producerId, timeZone });
  await db
    .insert(schema.availabilityRule)
    .values({ ...hours, producerId, timeZone, priceMinor: 250, currency: 'EUR' });
}

async function confirmEmail({ db }: Site, { id }: Person): Promise<void> {
  await db.update(schema.user).set({ emailVerifiedAt: new Date() }).where(eq(schema.user.id, id));
}

const keyOf = async (site: Site, as: Person) =>
  bearer((await newKey(site, as, { scopes: ['room:create', 'room:read', 'room:end'] })).key);

const requestedStream = ({ db }: Site) =>
  db.select().from(schema.stream).where(isNotNull(schema.stream.requestId));

/**
 * Calls about rooms, webhooks, cards, bookings and requests. The order matters: some use rows that earlier ones create.
 */
export const marketCalls: ContractCall[] = [
  [
    'GET /channel/people/:token',
    ({ site }) => send(site, '/api/channel/people/k7m-4qx-9tr'),
    200,
    { host: { languages: [], profile: null, reviewable: false }, guest: null },
  ],
  [
    'GET /user/streamer/:id/slots',
    ({ site, streamer }) => send(site, `/api/user/streamer/${streamer.id}/slots?from=2027-08-01`),
    200,
    { timeZone: null, slots: [] },
  ],
  [
    'POST /api-key',
    async ({ site, streamer, post }) => {
      await confirmEmail(site, streamer);
      return post('/api/api-key', { name: 'Shop', scopes: ['room:create'] }, streamer);
    },
    201,
    { key: expect.stringMatching(/^pk_/), revoked: false },
  ],
  [
    'POST /webhook',
    ({ streamer, post }) =>
      post('/api/webhook', { url: 'https://shop.example/hook', events: ['call.ended'] }, streamer),
    201,
    { secret: expect.stringMatching(/^whsec_/), enabled: true },
  ],
  [
    'GET /webhook/:id/delivery',
    async ({ site, streamer }) => {
      const [hook] = await site.db.select().from(schema.webhook);
      return send(site, `/api/webhook/${hook?.id}/delivery`, { as: streamer });
    },
    200,
    { deliveries: [] },
  ],
  [
    'POST /webhook/:id/delivery/:delivery/send',
    async ({ site, streamer, post }) => {
      const [hook] = await site.db.select().from(schema.webhook);
      const data = { userId: streamer.id, type: 'call.ended' as const, data: {} };
      const [event] = await site.db.insert(schema.webhookEvent).values(data).returning();
      const [delivery] = await site.db
        .insert(schema.webhookDelivery)
        .values({ webhookId: hook?.id ?? '', eventId: event?.id ?? '', status: 'FAILED' })
        .returning();
      return post(`/api/webhook/${hook?.id}/delivery/${delivery?.id}/send`, {}, streamer);
    },
    200,
    {},
  ],
  [
    'POST /room',
    async ({ site, streamer }) => send(site, '/api/room', { headers: await keyOf(site, streamer), body: {} }),
    201,
    { code: expect.any(String) },
  ],
  [
    'GET /room/:id',
    async ({ site, streamer }) => {
      const [room] = await site.db.select().from(schema.keyedRoom);
      return send(site, `/api/room/${room?.channelId}`, { headers: await keyOf(site, streamer) });
    },
    200,
    { status: 'CREATED' },
  ],
  [
    'DELETE /room/:id',
    async ({ site, streamer }) => {
      const over = { status: 'FINISHED', endReason: 'closed', endedAt: new Date() };
      const [room] = await site.db.select().from(schema.keyedRoom);
      const id = room?.channelId ?? '';
      await site.db.update(schema.channel).set(over).where(eq(schema.channel.id, id));
      const headers = await keyOf(site, streamer);
      return send(site, `/api/room/${id}`, { headers, method: 'DELETE' });
    },
    200,
  ],
  [
    'POST /card',
    async ({ site, streamer }) => {
      await confirmEmail(site, streamer);
      return send(site, '/api/card', { as: streamer, method: 'POST' });
    },
    201,
    { url: expect.any(String) },
  ],
  [
    'POST /card/:id/default',
    async ({ site, streamer }) => {
      const card = await SAMPLES.card.make(site.db, streamer.id);
      return send(site, `/api/card/${card}/default`, { as: streamer, method: 'POST' });
    },
    200,
    { isDefault: true },
  ],
  [
    'DELETE /card/:id',
    async ({ site, streamer }) => {
      const card = await SAMPLES.card.make(site.db, streamer.id);
      return send(site, `/api/card/${card}`, { as: streamer, method: 'DELETE' });
    },
    200,
  ],
  [
    'POST /payout',
    ({ streamer, post }) => post('/api/payout', { country: 'ES' }, streamer),
    201,
    { url: expect.any(String) },
  ],
  ['GET /payout', ({ site, streamer }) => send(site, '/api/payout', { as: streamer }), 200, { begun: true }],
  [
    'POST /payout/dashboard',
    async ({ site, streamer }) => {
      const { body } = await send(site, '/api/payout', { as: streamer, body: {} });
      await fillIn(z.object({ url: z.string() }).parse(body).url, { name: 'Ana', outcome: 'all' });
      await send(site, '/api/payout', { as: streamer });
      return send(site, '/api/payout/dashboard', { as: streamer, method: 'POST' });
    },
    201,
    { url: expect.any(String) },
  ],
  [
    'POST /booking',
    async ({ site, streamer, chief, post }) => {
      await confirmEmail(site, chief);
      await offerHours(site, streamer.id);
      const from = new Date().toISOString().slice(0, 10);
      const path = `/api/user/streamer/${streamer.id}/slots?from=${from}&days=14`;
      const { slots } = slotsSchema.parse((await send(site, path)).body);
      const slot = slots.find(({ state }) => state === 'AVAILABLE');
      const money = { amount: 7500, currency: 'EUR' };
      const wanted = { producerId: streamer.id, slots: [slot?.start], ...money, clientKey: randomUUID() };
      return post('/api/booking', wanted, chief);
    },
    201,
    { status: 'PAYING', amount: 7500, timeZone: 'Europe/Madrid' },
  ],
  [
    'POST /booking/:id/pay',
    async ({ site, chief, post }) => {
      await saveCard(site, chief);
      const [made] = await site.db.select().from(schema.booking);
      return post(`/api/booking/${made?.id}/pay`, {}, chief);
    },
    200,
    { url: null },
  ],
  [
    'POST /booking/:id/:change',
    async ({ site, streamer }) => {
      const [made] = await site.db.select().from(schema.booking);
      return send(site, `/api/booking/${made?.id}/confirm`, { as: streamer, method: 'POST' });
    },
    200,
    { status: 'CONFIRMED' },
  ],
  [
    'POST /booking/:id/room',
    async ({ site, streamer }) => {
      const soon = new Date(Date.now() + 60_000);
      const times = { startAt: soon, endAt: new Date(soon.getTime() + 60_000) };
      const [made] = await site.db.update(schema.booking).set(times).returning();
      await site.db.update(schema.payment).set({ status: 'HELD' });
      return send(site, `/api/booking/${made?.id}/room`, { as: streamer, method: 'POST' });
    },
    200,
    { seat: 'host' },
  ],
  [
    'POST /booking/:id/cancel',
    async ({ site, streamer, post }) => {
      const [made] = await site.db.select().from(schema.booking);
      return post(`/api/booking/${made?.id}/cancel`, {}, streamer);
    },
    200,
    { status: 'CANCELLED', endedReason: 'PRODUCER' },
  ],
  [
    'POST /free-call',
    async ({ site, chief, streamer, post }) => {
      await site.db.update(schema.user).set({ freeCallers: 'EVERYONE' }).where(eq(schema.user.id, chief.id));
      const [callee] = await site.db.select().from(schema.user).where(eq(schema.user.id, chief.id));
      return post('/api/free-call', { urlname: callee?.urlname }, streamer);
    },
    201,
    { status: 'RINGING' },
  ],
  [
    'GET /free-call/:id',
    async ({ site, chief }) => {
      const [made] = await site.db.select().from(schema.freeCall);
      return send(site, `/api/free-call/${made?.id}`, { as: chief });
    },
    200,
    { status: 'RINGING' },
  ],
  [
    'POST /free-call/:id/:change',
    async ({ site, chief }) => {
      const [made] = await site.db.select().from(schema.freeCall);
      return send(site, `/api/free-call/${made?.id}/reject`, { as: chief, method: 'POST' });
    },
    200,
    { status: 'REJECTED' },
  ],
  [
    'POST /request/available',
    ({ streamer, post }) => post('/api/request/available', { available: true }, streamer),
    200,
    { until: expect.any(String) },
  ],
  [
    'POST /request',
    async ({ site, streamer, chief, post }) => {
      // The time of their booking has come, so its room can be entered.
      await site.db.delete(schema.busy);
      return post('/api/request', { ...newCall(streamer), amount: 1_500 }, chief);
    },
    201,
    { status: 'PAYING' },
  ],
  [
    'POST /request/:id/pay',
    async ({ site, chief, post }) => {
      const [made] = await site.db.select().from(schema.callRequest);
      return post(`/api/request/${made?.id}/pay`, {}, chief);
    },
    200,
    { url: null },
  ],
  [
    'GET /request/:id',
    async ({ site, streamer }) => {
      const [made] = await site.db.select().from(schema.callRequest);
      return send(site, `/api/request/${made?.id}`, { as: streamer });
    },
    200,
    { status: 'RINGING' },
  ],
  [
    'GET /notification',
    ({ site, streamer }) => send(site, '/api/notification', { as: streamer }),
    200,
    { notifications: expect.arrayContaining([expect.objectContaining({ kind: 'REQUEST', rings: true })]) },
  ],
  [
    'GET /notification/:id',
    async ({ site, streamer }) => {
      const [told] = await site.db.select().from(schema.notification);
      return send(site, `/api/notification/${told?.id}`, { as: streamer });
    },
    200,
    { readAt: null },
  ],
  [
    'POST /notification/read',
    async ({ site, streamer, post }) => {
      const [told] = await site.db.select().from(schema.notification);
      return post('/api/notification/read', { ids: [told?.id] }, streamer);
    },
    200,
  ],
  ['GET /push/key', ({ site }) => send(site, '/api/push/key'), 200, { key: expect.any(String) }],
  [
    'POST /socket/ticket',
    ({ streamer, post }) => post('/api/socket/ticket', {}, streamer),
    200,
    { userTicket: expect.any(String), url: null },
  ],
  [
    'POST /request/:id/:change',
    async ({ site, streamer }) => {
      const [made] = await site.db.select().from(schema.callRequest);
      return send(site, `/api/request/${made?.id}/accept`, { as: streamer, method: 'POST' });
    },
    200,
    { status: 'ACCEPTED', token: expect.any(String) },
  ],
  [
    'GET /stream/:id/extension',
    async ({ site, chief }) => {
      const [counted] = await requestedStream(site);
      return send(site, `/api/stream/${counted?.id}/extension`, { as: chief });
    },
    200,
    { offer: { minutes: 10, amount: 1_500, currency: 'EUR', part: 2 }, last: null },
  ],
  [
    'POST /stream/:id/extend',
    async ({ site, chief, post }) => {
      const [counted] = await requestedStream(site);
      const offer = { minutes: 10, amount: 1_500, currency: 'EUR', part: 2 };
      return post(`/api/stream/${counted?.id}/extend`, offer, chief);
    },
    200,
    { url: null },
  ],
];
