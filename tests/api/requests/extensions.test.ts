import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import {
  booking,
  busy,
  CHANNEL_EXTEND,
  callRequest,
  card,
  channel,
  payment,
  producerSetting,
  stream,
} from '#db/schema/index.ts';
import { extendedSchema, extensionSchema } from '#protocol/extension.ts';
import type { Person } from '../../support/market/bookings.ts';
import { callPeople, newCall, ring } from '../../support/market/requests.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { fillIn, type Payments, saveCard, startPayments } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';

const MINUTE_MS = 60_000;
/** A card whose bank asks for confirmation each time. */
const ASKING_CARD = '4000002760003184';
/** A card that can be saved, but is declined. */
const DECLINED_CARD = '4000000000000341';

let site: Payments;
let mailbox: Mailbox;
let streamer: Person;
let viewer: Person;
let account: string;
/** Codes of the rooms whose extension media servers were notified of. */
const told: string[] = [];

beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await startPayments({ MAIL_FOLDER: mailbox.folder });
  await makeMediaNode(site.db);
  await site.db.$client.listen(CHANNEL_EXTEND, (token) => told.push(token));
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});
beforeEach(async () => {
  ({ streamer, viewer, account } = await callPeople(site));
});

const post = (path: string, body: object = {}, as = viewer) => send(site, path, { method: 'POST', as, body });

/** Accepts a call of ten minutes. */
async function running(id?: string) {
  const requestId = id ?? (await ring(site, streamer, viewer));
  const accepted = await post(`/api/request/${requestId}/accept`, {}, streamer);
  const { token } = z.object({ token: z.string() }).parse(accepted.body);
  const [counted] = await site.db.select().from(stream).where(eq(stream.requestId, requestId));
  return { requestId, streamId: counted?.id ?? '', token };
}
type Call = Awaited<ReturnType<typeof running>>;

const read = async ({ streamId }: Call, as = viewer, query = '') =>
  extensionSchema.parse((await send(site, `/api/stream/${streamId}/extension${query}`, { as })).body);
const extend = ({ streamId }: Call, wanted: object | null, as = viewer) =>
  post(`/api/stream/${streamId}/extend`, wanted ?? {}, as);
/** Extends the call by the current offer, as one press does. */
const press = async (call: Call) => extend(call, (await read(call)).offer);
const holds = ({ requestId }: Call) =>
  site.db.select().from(payment).where(eq(payment.requestId, requestId)).orderBy(asc(payment.part));
const statuses = async (call: Call) => (await holds(call)).map(({ status }) => status);
const rowsOf = async ({ requestId, token }: Call) => {
  const [request] = await site.db.select().from(callRequest).where(eq(callRequest.id, requestId));
  const [counted] = await site.db.select().from(stream).where(eq(stream.requestId, requestId));
  const [room] = await site.db.select().from(channel).where(eq(channel.token, token));
  return { request, counted, room };
};
/** Ends a call for good, with this much delivered. */
async function end(call: Call, deliveredMs: number): Promise<void> {
  await site.db
    .update(stream)
    .set({ offeredMs: deliveredMs, deliveredMs })
    .where(eq(stream.id, call.streamId));
  await site.db
    .update(channel)
    .set({ status: 'FINISHED', endReason: 'left', endedAt: sql`now() - interval '1 hour'` })
    .where(eq(channel.token, call.token));
}
const settle = () => queueOn(site.db).send('stream-settle', {});
const OFFER = { minutes: 10, amount: 2_000, currency: 'EUR' };

describe('A requested call', () => {
  it('is extended by one press, with another hold on the same card', async () => {
    const call = await running();
    const before = await rowsOf(call);
    expect(await read(call)).toEqual({ offer: { ...OFFER, part: 2 }, last: null, bank: null });
    expect(await press(call)).toMatchObject({ status: 200, body: { url: null } });
    const [first, second] = await holds(call);
    expect(second).toMatchObject({ status: 'HELD', part: 2, amount: 2_000, feeBps: 1_500 });
    expect(second).toMatchObject({ paymentMethod: first?.paymentMethod, cardLast4: first?.cardLast4 });
    const { request, counted, room } = await rowsOf(call);
    expect(request).toMatchObject({ budgetMinutes: 20, amount: 4_000 });
    expect(counted?.budgetMs).toBe(20 * MINUTE_MS);
    const later = (before.request?.endsAt?.getTime() ?? 0) + 10 * MINUTE_MS;
    for (const row of [request, room]) expect(row?.endsAt?.getTime()).toBe(later);
    await expect.poll(() => told).toContain(call.token);
    // Both people are busy for longer.
    const until = sql<string>`extract(epoch from upper(${busy.period})) * 1000`.mapWith(Number);
    const taken = await site.db.select({ until }).from(busy).where(eq(busy.requestId, call.requestId));
    expect(taken).toEqual([{ until: later }, { until: later }]);
    // It can be extended again.
    expect(await read(call)).toEqual({ offer: { ...OFFER, part: 3 }, last: 'EXTENDED', bank: null });
    expect(await press(call)).toMatchObject({ status: 200 });
    expect((await rowsOf(call)).counted?.budgetMs).toBe(30 * MINUTE_MS);
  });

  it('is extended once by several concurrent presses', async () => {
    const call = await running();
    const { offer } = await read(call);
    const answers = await Promise.all([extend(call, offer), extend(call, offer), extend(call, offer)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await extend(call, offer)).toMatchObject({ status: 200, body: { url: null } });
    expect(await statuses(call)).toEqual(['HELD', 'HELD']);
    expect((await rowsOf(call)).counted?.budgetMs).toBe(20 * MINUTE_MS);
  });

  it('is extended only by its payer', async () => {
    const call = await running();
    const { offer } = await read(call);
    const { viewer: stranger } = await callPeople(site);
    for (const as of [streamer, stranger]) {
      expect(await send(site, `/api/stream/${call.streamId}/extension`, { as })).toMatchObject({
        status: 404,
      });
      expect(await extend(call, offer, as)).toMatchObject({ status: 404 });
    }
    expect(await statuses(call)).toEqual(['HELD']);
  });

  it('is not extended for other terms than the offer', async () => {
    const call = await running();
    const { offer } = await read(call);
    for (const change of [{ amount: 1_000 }, { minutes: 20 }, { currency: 'USD' }])
      expect(await extend(call, { ...offer, ...change })).toMatchObject({
        status: 409,
        body: { code: 'PRICE_CHANGED', current: { amount: 2_000, currency: 'EUR' } },
      });
    expect(await extend(call, { ...offer, part: 7 })).toMatchObject({ body: { code: 'WRONG_STATE' } });
    expect(await statuses(call)).toEqual(['HELD']);
  });

  it('lasts no longer than the streamer’s limit', async () => {
    const call = await running();
    const most = (maxBudgetMinutes: number) =>
      site.db
        .update(producerSetting)
        .set({ maxBudgetMinutes })
        .where(eq(producerSetting.userId, streamer.id));
    await most(13);
    expect(await read(call)).toMatchObject({ offer: { minutes: 3, amount: 600, part: 2 } });
    expect(await press(call)).toMatchObject({ status: 200 });
    expect(await read(call)).toEqual({ offer: null, last: 'EXTENDED', bank: null });
    const more = { minutes: 3, amount: 600, currency: 'EUR', part: 3 };
    expect(await extend(call, more)).toMatchObject({ body: { code: 'WRONG_STATE' } });
  });

  /** Books one of the two people, some minutes from now. */
  async function bookIn(minutes: number, person: Person): Promise<void> {
    const { viewer: other } = await callPeople(site);
    const startAt = new Date(Date.now() + minutes * MINUTE_MS);
    await site.db.insert(booking).values({
      ...{ producerId: person.id, consumerId: other.id, status: 'CONFIRMED', restMinutes: 0 },
      ...{ startAt, endAt: new Date(startAt.getTime() + 30 * MINUTE_MS), priceMinor: 100, amount: 3_000 },
      ...{ currency: 'EUR', timeZone: 'UTC', tzVersion: '2026c', localStart: '2027-08-02T09:00:00' },
      clientKey: randomUUID(),
    });
  }

  it('ends before the next booking of either person', async () => {
    for (const who of ['streamer', 'viewer'] as const) {
      ({ streamer, viewer } = await callPeople(site));
      const call = await running();
      await bookIn(25, who === 'streamer' ? streamer : viewer);
      expect(await press(call)).toMatchObject({ status: 200 });
      // Less than five of the next ten minutes are left.
      expect(await read(call)).toMatchObject({ offer: { minutes: 4, amount: 800 } });
      const { request, room } = await rowsOf(call);
      expect(request?.endsAt).toEqual(room?.endsAt);
      expect(request?.endsAt?.getTime()).toBeLessThanOrEqual(Date.now() + 25 * MINUTE_MS);
    }
  });

  it('continues unchanged if the card is declined, and can be extended later', async () => {
    const call = await running();
    const [first] = await holds(call);
    await saveCard(site, viewer, DECLINED_CARD);
    const [declined] = await site.db
      .select()
      .from(card)
      .where(eq(card.last4, DECLINED_CARD.slice(-4)));
    const pay = (paymentMethod: string | null | undefined) =>
      site.db
        .update(payment)
        .set({ paymentMethod })
        .where(eq(payment.id, first?.id ?? ''));
    await pay(declined?.stripeId);
    expect(await press(call)).toMatchObject({ body: { code: 'CARD_REFUSED' } });
    expect((await rowsOf(call)).counted?.budgetMs).toBe(10 * MINUTE_MS);
    await expect.poll(() => statuses(call)).toEqual(['HELD', 'RELEASED']);
    expect(await read(call)).toEqual({ offer: { ...OFFER, part: 3 }, last: 'REFUSED', bank: null });
    await pay(first?.paymentMethod);
    expect(await press(call)).toMatchObject({ status: 200, body: { url: null } });
    expect(await statuses(call)).toEqual(['HELD', 'RELEASED', 'HELD']);
    expect((await rowsOf(call)).counted?.budgetMs).toBe(20 * MINUTE_MS);
  });

  it('that is over is not extended', async () => {
    const call = await running();
    const { offer } = await read(call);
    await end(call, 100_000);
    expect(await read(call)).toEqual({ offer: null, last: null, bank: null });
    expect(await extend(call, offer)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect(await statuses(call)).toEqual(['HELD']);
  });
});

describe('A bank’s confirmation', () => {
  /** A call paid with a card whose bank asks each time. */
  async function asked(): Promise<Call> {
    await saveCard(site, viewer, ASKING_CARD);
    const [asking] = await site.db
      .select()
      .from(card)
      .where(sql`${card.userId} = ${viewer.id} and ${card.last4} = ${ASKING_CARD.slice(-4)}`);
    const made = await post('/api/request', newCall(streamer));
    const { id } = z.object({ id: z.string() }).parse(made.body);
    const paid = await post(`/api/request/${id}/pay`, { cardId: asking?.id });
    const { url } = extendedSchema.parse(paid.body);
    await send(site, `${new URL(await fillIn(url ?? '', { answer: 'pass' })).pathname}?done=pay`, {
      as: viewer,
    });
    return running(id);
  }
  /** Presses to extend, which needs the bank. @returns the URL of the bank's page */
  async function pressed(call: Call): Promise<string> {
    const { url } = extendedSchema.parse((await press(call)).body);
    expect(await read(call)).toMatchObject({ last: 'WAITING' });
    expect((await rowsOf(call)).counted?.budgetMs).toBe(10 * MINUTE_MS);
    // The URL is only for a page loaded since then.
    expect(await read(call, viewer, '?bank=true')).toMatchObject({ last: 'WAITING', bank: url });
    expect(await read(call)).toMatchObject({ bank: null });
    return url ?? '';
  }

  it('extends the call, which has continued meanwhile', async () => {
    const call = await asked();
    const { offer } = await read(call);
    const bank = await pressed(call);
    // Repeating the press leads to the same page.
    expect(await extend(call, offer)).toMatchObject({ body: { url: bank } });
    const back = new URL(await fillIn(bank, { answer: 'pass' }));
    expect(back.pathname).toBe(`/personal/stream/${call.streamId}`);
    const page = await send(site, back.pathname + back.search, { as: viewer });
    expect(page.bytes.toString()).toContain('Your call can go on for longer');
    expect(await read(call)).toMatchObject({ last: 'EXTENDED' });
    expect((await rowsOf(call)).counted?.budgetMs).toBe(20 * MINUTE_MS);
  });

  it('that fails leaves the call as it was', async () => {
    const call = await asked();
    const back = new URL(await fillIn(await pressed(call), { answer: 'fail' }));
    const page = await send(site, back.pathname + back.search, { as: viewer });
    expect(page.bytes.toString()).toContain('Your bank didn&#x27;t accept');
    expect(await read(call)).toMatchObject({ last: 'REFUSED', offer: { part: 3 } });
    expect((await rowsOf(call)).counted?.budgetMs).toBe(10 * MINUTE_MS);
  });

  it('after the end of the call holds nothing', async () => {
    const call = await asked();
    const bank = await pressed(call);
    await end(call, 100_000);
    await fillIn(bank, { answer: 'pass' });
    await expect.poll(() => statuses(call)).toEqual(['HELD', 'RELEASED']);
    expect((await rowsOf(call)).counted?.budgetMs).toBe(10 * MINUTE_MS);
  });

  it('is replaced by another press', async () => {
    const call = await asked();
    await pressed(call);
    const bank = await pressed(call);
    await expect.poll(() => statuses(call)).toEqual(['HELD', 'RELEASED', 'ACTION']);
    await fillIn(bank, { answer: 'pass' });
    await expect.poll(() => statuses(call)).toEqual(['HELD', 'RELEASED', 'HELD']);
  });

  it('that never came is cancelled when the call is settled', async () => {
    const call = await asked();
    await pressed(call);
    await end(call, 300_000);
    await settle();
    await expect.poll(() => statuses(call)).toEqual(['HELD', 'RELEASED']);
    expect((await holds(call))[0]).toMatchObject({ toCapture: 1_000 });
  });
});

describe('The charge of an extended call', () => {
  /** Captures the payments as if a day had passed. */
  async function capture(call: Call): Promise<void> {
    await site.db
      .update(payment)
      .set({ captureAt: sql`now()` })
      .where(sql`${payment.requestId} = ${call.requestId} and ${payment.toCapture} is not null`);
    for (const { id, toCapture } of await holds(call))
      if (toCapture) await queueOn(site.db).send('payment-move', { id });
  }

  it('uses its holds in order, with one receipt for the sum', async () => {
    const call = await running();
    await press(call);
    // Fifteen minutes at 2 EUR a minute.
    await end(call, 15 * MINUTE_MS + 400);
    await settle();
    await expect
      .poll(async () => (await holds(call)).map(({ toCapture }) => toCapture))
      .toEqual([2_000, 1_000]);
    expect((await rowsOf(call)).counted?.charge).toBe(3_000);
    const page = () =>
      send(site, `/personal/stream/${call.streamId}`, { as: viewer }).then(({ bytes }) => bytes.toString());
    expect(await page()).toContain('€30.00 will be charged');
    await capture(call);
    await expect.poll(() => statuses(call)).toEqual(['CAPTURED', 'CAPTURED']);
    expect((await holds(call)).map(({ captured, fee }) => [captured, fee])).toEqual([
      [2_000, 300],
      [1_000, 150],
    ]);
    const { available } = await site.sandbox.stripe.balance.retrieve({}, { stripeAccount: account });
    expect(available[0]?.amount).toBe(2_550);
    expect(await mailbox.waitFor(viewer.email, 'Receipt: €30.00')).toContain('Delivered: 15:00');
    expect(await mailbox.waitFor(streamer.email, 'You have earned €25.50')).toContain('Our share: €4.50');
    expect(await page()).toContain('€30.00 was charged');
    const earned = (await send(site, '/personal/earnings', { as: streamer })).bytes.toString();
    // In the total and in the week.
    expect(earned.split('€25.50')).toHaveLength(3);
    const calls = (await send(site, '/personal/stream', { as: streamer })).bytes.toString();
    expect(calls).toContain('You earned €25.50 of €30.00');
    const paid = (await send(site, '/personal/payment', { as: viewer })).bytes.toString();
    for (const amount of ['€20.00', '€10.00', 'Extension']) expect(paid).toContain(amount);
    const data = await send(site, '/personal/data', { as: viewer });
    expect(data.body).toMatchObject({
      payments: expect.arrayContaining([
        expect.objectContaining({ part: 1, captured: 2_000 }),
        expect.objectContaining({ part: 2, captured: 1_000 }),
      ]),
    });
  });

  it('within the first hold releases the others', async () => {
    const call = await running();
    await press(call);
    await end(call, 5 * MINUTE_MS);
    await settle();
    await expect.poll(() => statuses(call)).toEqual(['HELD', 'RELEASED']);
    expect(await holds(call)).toMatchObject([{ toCapture: 1_000 }, { toCapture: null }]);
  });

  it('uses the minimum of the last hold, and less of the first one, for a small rest', async () => {
    const call = await running();
    await press(call);
    // Ten seconds more than the first hold: 33 cents.
    await end(call, 10 * MINUTE_MS + 10_000);
    await settle();
    await expect.poll(async () => (await holds(call)).map(({ toCapture }) => toCapture)).toEqual([1_983, 50]);
    expect((await rowsOf(call)).counted?.charge).toBe(2_033);
  });
});
