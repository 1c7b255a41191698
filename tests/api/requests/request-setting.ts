import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, busy, callRequest } from '#db/schema/index.ts';
import type { Person } from '../../support/market/bookings.ts';
import { callPeople, newCall, paymentOf } from '../../support/market/requests.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Payments, startPayments } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';

// Starts a site for the test file that imports it. Each test gets a new streamer who takes calls, and a new viewer.

const HOUR_MS = 3_600_000;

export let site: Payments;
export let mailbox: Mailbox;
export let streamer: Person;
export let viewer: Person;
export let account: string;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await startPayments({ MAIL_FOLDER: mailbox.folder });
  await makeMediaNode(site.db);
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});
beforeEach(async () => {
  ({ streamer, viewer, account } = await callPeople(site));
});

export const post = (path: string, body: object = {}, as = viewer) =>
  send(site, path, { method: 'POST', as, body });
export const call = (change: object = {}, as = viewer) =>
  post('/api/request', { ...newCall(streamer), ...change }, as);
export const read = async (id: string, as = viewer) => (await send(site, `/api/request/${id}`, { as })).body;
export const change = (id: string, what: string, as = viewer) => post(`/api/request/${id}/${what}`, {}, as);
export const idOf = (body: unknown): string => z.object({ id: z.string() }).parse(body).id;
export const rowOf = async (id: string) =>
  (await site.db.select().from(callRequest).where(eq(callRequest.id, id)))[0];
export const moneyOf = async (id: string) => (await paymentOf(site, id))?.status;
/** Books the viewer for an hour with another streamer. @param inMs from now to the start @returns the start */
export async function bookViewer(inMs: number): Promise<Date> {
  const startAt = new Date(Date.now() + inMs);
  const endAt = new Date(startAt.getTime() + HOUR_MS);
  const { streamer: another } = await callPeople(site);
  await site.db.insert(booking).values({
    ...{ producerId: another.id, consumerId: viewer.id, startAt, endAt, restMinutes: 0 },
    ...{ status: 'CONFIRMED', priceMinor: 100, currency: 'EUR', amount: 6_000, timeZone: 'UTC' },
    ...{ localStart: '2026-01-01T00:00:00', tzVersion: '', clientKey: randomUUID() },
  });
  return startAt;
}
export const taken = () =>
  site.db
    .select({ userId: busy.userId })
    .from(busy)
    .where(inArray(busy.userId, [streamer.id, viewer.id]));

/** Makes the streamer block the viewer. */
export const block = () =>
  send(site, '/personal/blocked', {
    method: 'POST',
    as: streamer,
    body: new URLSearchParams({ intent: 'block', username: viewer.username }),
  });

/** Moves the beginning of the ringing back. @param ms how far */
export async function backdateRinging(id: string, ms: number): Promise<void> {
  await site.db
    .update(callRequest)
    .set({ ringUntil: sql`ring_until - ${ms} * interval '1 ms'` })
    .where(eq(callRequest.id, id));
}
export const run = (job: string, id: string) => queueOn(site.db).send(job, { id });
