import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import {
  booking,
  busy,
  callRequest,
  card,
  channel,
  payment,
  producerSetting,
  stream,
  userBlock,
} from '#db/schema/index.ts';
import type { Person } from '../../support/market/bookings.ts';
import { callPeople, newCall, paymentOf, ring } from '../../support/market/requests.ts';
import { PASSWORD } from '../../support/people/members.ts';
import { setPassword } from '../../support/people/people.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Payments, saveCard, startPayments } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';

const HOUR_MS = 3_600_000;

let site: Payments;
let mailbox: Mailbox;
let streamer: Person;
let viewer: Person;
let account: string;

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

const post = (path: string, body: object = {}, as = viewer) => send(site, path, { method: 'POST', as, body });
const call = (change: object = {}, as = viewer) =>
  post('/api/request', { ...newCall(streamer), ...change }, as);
const read = async (id: string, as = viewer) => (await send(site, `/api/request/${id}`, { as })).body;
const change = (id: string, what: string, as = viewer) => post(`/api/request/${id}/${what}`, {}, as);
const idOf = (body: unknown): string => z.object({ id: z.string() }).parse(body).id;
const rowOf = async (id: string) =>
  (await site.db.select().from(callRequest).where(eq(callRequest.id, id)))[0];
const moneyOf = async (id: string) => (await paymentOf(site, id))?.status;
/** The viewer has a booking for an hour with somebody else. @param inMs when it starts, from now @returns when */
async function bookViewer(inMs: number): Promise<Date> {
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
const taken = () =>
  site.db
    .select({ userId: busy.userId })
    .from(busy)
    .where(inArray(busy.userId, [streamer.id, viewer.id]));

/** The streamer blocks the viewer. */
const block = () =>
  send(site, '/personal/blocked', {
    method: 'POST',
    as: streamer,
    body: new URLSearchParams({ intent: 'block', username: viewer.username }),
  });

/** As if it had begun to ring so long ago. */
async function age(id: string, ms: number): Promise<void> {
  await site.db
    .update(callRequest)
    .set({ ringUntil: sql`ring_until - ${ms} * interval '1 ms'` })
    .where(eq(callRequest.id, id));
}
const run = (job: string, id: string) => queueOn(site.db).send(job, { id });

describe('A call to a streamer', () => {
  it('rings once its amount is held, and is the streamer’s to know of from then on', async () => {
    const made = await call();
    expect(made).toMatchObject({ status: 201, body: { status: 'PAYING' } });
    const id = idOf(made.body);
    expect(await send(site, `/api/request/${id}`, { as: streamer })).toMatchObject({ status: 404 });
    expect(await change(id, 'accept', streamer)).toMatchObject({ status: 409 });
    expect(await post(`/api/request/${id}/pay`)).toMatchObject({ status: 200, body: { url: null } });
    for (const as of [viewer, streamer]) expect(await read(id, as)).toMatchObject({ status: 'RINGING' });
    expect(await paymentOf(site, id)).toMatchObject({ status: 'HELD', amount: 2_000, feeBps: 1_500 });
    const mail = await mailbox.waitFor(streamer.email, 'is calling you');
    expect(mail).toContain(`/request/${id}`);
    // No one else sees it.
    const { viewer: stranger } = await callPeople(site);
    expect(await send(site, `/api/request/${id}`, { as: stranger })).toMatchObject({ status: 404 });
    for (const what of ['accept', 'reject', 'cancel'])
      expect(await change(id, what, stranger)).toMatchObject({ status: 404 });
  });

  it('that is accepted takes both people’s time, and has a room for these two', async () => {
    const id = await ring(site, streamer, viewer);
    expect(await change(id, 'accept', viewer)).toMatchObject({ status: 404 });
    const accepted = await change(id, 'accept', streamer);
    expect(accepted).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } });
    const { token } = z.object({ token: z.string() }).parse(accepted.body);
    expect(await read(id)).toMatchObject({ status: 'ACCEPTED', token, entered: false });
    expect((await taken()).map(({ userId }) => userId).toSorted()).toEqual(
      [streamer.id, viewer.id].toSorted(),
    );
    const [counted] = await site.db.select().from(stream).where(eq(stream.requestId, id));
    expect(counted).toMatchObject({ budgetMs: 600_000, priceMinor: 200, currency: 'EUR' });
    const [room] = await site.db.select().from(channel).where(eq(channel.token, token));
    expect(room).toMatchObject({
      streamId: counted?.id,
      hostUserId: streamer.id,
      guestReservedFor: viewer.id,
    });
    const seat = (as: Person, name: string) => post(`/api/channel/seat/${token}`, { seat: name }, as);
    expect(await seat(streamer, 'host')).toMatchObject({ status: 200 });
    // The media server notes the host's camera.
    await site.db.update(channel).set({ cameraType: 'INTEGRATED_CAM' }).where(eq(channel.token, token));
    const page = (as: Person) => send(site, `/request/${id}`, { as });
    expect((await page(streamer)).bytes.toString()).toContain('Return to the room');
    expect(await seat(viewer, 'guest')).toMatchObject({ status: 200 });
    for (const as of [viewer, streamer])
      expect(await read(id, as)).toMatchObject({ token, entered: as === streamer });
    expect(await seat(viewer, 'host')).toMatchObject({ status: 403 });
    const { viewer: stranger } = await callPeople(site);
    expect(await seat(stranger, 'guest')).toMatchObject({ status: 404 });
    // Held until it is known what was delivered.
    expect(await moneyOf(id)).toBe('HELD');
    // When it is over, their time is their own again.
    await site.db.update(callRequest).set({ overAt: sql`now()` }).where(eq(callRequest.id, id));
    expect(await taken()).toEqual([]);
  });

  it('that was delivered in part is charged for that part, with a receipt for both', async () => {
    const id = await ring(site, streamer, viewer);
    await change(id, 'accept', streamer);
    const [counted] = await site.db
      .update(stream)
      .set({ offeredMs: 150_400, deliveredMs: 150_400 })
      .where(eq(stream.requestId, id))
      .returning();
    await site.db
      .update(channel)
      .set({ status: 'FINISHED', endReason: 'left', endedAt: sql`now() - interval '1 hour'` })
      .where(eq(channel.streamId, counted?.id ?? ''));
    await queueOn(site.db).send('stream-settle', {});
    // 150 seconds at 2 EUR a minute.
    await expect.poll(() => paymentOf(site, id)).toMatchObject({ status: 'HELD', toCapture: 500 });
    const paid = await paymentOf(site, id);
    await site.db.update(payment).set({ captureAt: sql`now()` }).where(eq(payment.requestId, id));
    await run('payment-move', paid?.id ?? '');
    await expect
      .poll(() => paymentOf(site, id))
      .toMatchObject({ status: 'CAPTURED', captured: 500, fee: 75 });
    const { available } = await site.sandbox.stripe.balance.retrieve({}, { stripeAccount: account });
    expect(available[0]?.amount).toBe(425);
    expect(await mailbox.waitFor(viewer.email, 'Receipt: €5.00')).toContain('Delivered: 02:30');
    expect(await mailbox.waitFor(streamer.email, 'You have earned €4.25')).toContain('Our share: €0.75');
  });

  it('whose call has just ended shows that, and leads nobody into its room', async () => {
    const id = await ring(site, streamer, viewer);
    await change(id, 'accept', streamer);
    const [counted] = await site.db.select().from(stream).where(eq(stream.requestId, id));
    const page = (as: Person) => send(site, `/request/${id}`, { as });
    expect(await page(viewer)).toMatchObject({ status: 200 });
    const ended = { status: 'FINISHED', endReason: 'left', endedAt: sql`now()` };
    await site.db
      .update(channel)
      .set(ended)
      .where(eq(channel.streamId, counted?.id ?? ''));
    for (const as of [viewer, streamer]) {
      const { status, headers } = await page(as);
      expect([status, headers.get('Location')]).toEqual([302, `/personal/stream/${counted?.id}`]);
    }
  });

  it.each([
    ['rejected', 'reject', () => streamer, 'REJECTED'],
    ['cancelled', 'cancel', () => viewer, 'CANCELLED'],
  ])('that is %s lets go of the money at once', async (_, what, who, status) => {
    const id = await ring(site, streamer, viewer);
    expect(await change(id, what, who())).toMatchObject({ status: 200, body: { status } });
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
    expect(await change(id, 'accept', streamer)).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE' },
    });
    expect(await taken()).toEqual([]);
  });

  it('expires when it has rung for a minute, whether or not the job has run', async () => {
    const id = await ring(site, streamer, viewer);
    // Too early: the job does nothing.
    await run('request-ring-timeout', id);
    await age(id, 59_000);
    expect(await read(id)).toMatchObject({ status: 'RINGING' });
    await age(id, 2_000);
    expect(await read(id)).toMatchObject({ status: 'EXPIRED' });
    expect(await change(id, 'accept', streamer)).toMatchObject({ status: 409 });
    await run('request-ring-timeout', id);
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
    expect(await rowOf(id)).toMatchObject({ status: 'EXPIRED' });
  });

  it('that has rung for a minute keeps neither of the two from the next one', async () => {
    const first = await ring(site, streamer, viewer);
    await age(first, 61_000);
    const second = await ring(site, streamer, viewer);
    expect(await rowOf(first)).toMatchObject({ status: 'EXPIRED' });
    await age(second, 61_000);
    const other = await callPeople(site);
    expect(await call({}, other.viewer)).toMatchObject({ status: 201, body: { status: 'PAYING' } });
    expect(await rowOf(second)).toMatchObject({ status: 'EXPIRED' });
  });

  it('that two devices answer at once is answered once, with one room', async () => {
    const id = await ring(site, streamer, viewer);
    const answers = await Promise.all([
      change(id, 'accept', streamer),
      change(id, 'accept', streamer),
      change(id, 'reject', streamer),
      change(id, 'cancel', viewer),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    const rooms = await site.db.$count(stream, eq(stream.requestId, id));
    expect(rooms).toBe((await rowOf(id))?.status === 'ACCEPTED' ? 1 : 0);
  });

  it('ends before the next booking of either begins', async () => {
    const startAt = await bookViewer(5 * 60_000);
    const id = await ring(site, streamer, viewer);
    expect(await change(id, 'accept', streamer)).toMatchObject({ status: 200 });
    const [counted] = await site.db.select().from(stream).where(eq(stream.requestId, id));
    expect(counted?.budgetMs).toBeGreaterThan(4 * 60_000);
    expect(counted?.budgetMs).toBeLessThanOrEqual(5 * 60_000);
    expect((await rowOf(id))?.endsAt).toEqual(startAt);
  });

  it('is not made twice by a form that is sent twice', async () => {
    const clientKey = randomUUID();
    const ids = await Promise.all([1, 2, 3].map(async () => idOf((await call({ clientKey })).body)));
    expect(new Set(ids).size).toBe(1);
  });

  it('that is not paid gives way to the next one; one that rings does not', async () => {
    const first = idOf((await call()).body);
    const second = await ring(site, streamer, viewer);
    expect(await read(first)).toMatchObject({ status: 'CANCELLED' });
    expect(await call()).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect(await read(second)).toMatchObject({ status: 'RINGING' });
  });

  it('that is not paid in ten minutes has failed', async () => {
    const id = idOf((await call()).body);
    await site.db.update(callRequest).set({ payBy: sql`now()` }).where(eq(callRequest.id, id));
    expect(await post(`/api/request/${id}/pay`)).toMatchObject({ status: 409 });
    await run('request-pay-timeout', id);
    await expect.poll(async () => (await rowOf(id))?.status).toBe('FAILED');
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
  });
});

describe('A streamer', () => {
  it('who takes no calls, or is in one, is busy: nothing is held', async () => {
    await post('/api/request/available', { available: false }, streamer);
    const none = await call();
    expect(none).toMatchObject({ status: 201, body: { status: 'BUSY' } });
    expect(await paymentOf(site, idOf(none.body))).toBeUndefined();
    await post('/api/request/available', { available: true }, streamer);
    const ringing = await ring(site, streamer, viewer);
    const other = await callPeople(site);
    expect(await call({}, other.viewer)).toMatchObject({ body: { status: 'BUSY' } });
    await change(ringing, 'accept', streamer);
    expect(await call({}, other.viewer)).toMatchObject({ body: { status: 'BUSY' } });
  });

  it('is not called by someone who is in a call, or will be in a minute', async () => {
    const other = await callPeople(site);
    await change(await ring(site, other.streamer, viewer), 'accept', other.streamer);
    const made = await call();
    expect(made).toMatchObject({ status: 201, body: { status: 'BUSY' } });
    expect(await paymentOf(site, idOf(made.body))).toBeUndefined();
  });

  it('cannot take a call for which no time is left: it fails, and nothing is paid', async () => {
    const id = await ring(site, streamer, viewer);
    await bookViewer(30_000);
    expect(await change(id, 'accept', streamer)).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ status: 'FAILED' });
    expect(await read(id, streamer)).toMatchObject({ status: 'FAILED' });
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
  });

  it('who is called by two at once is rung by one of them, and the other one’s money is let go', async () => {
    const other = await callPeople(site);
    const [one, two] = [idOf((await call()).body), idOf((await call({}, other.viewer)).body)];
    const answers = await Promise.all([
      post(`/api/request/${one}/pay`),
      post(`/api/request/${two}/pay`, {}, other.viewer),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const states = [await rowOf(one), await rowOf(two)].map((row) => row?.status);
    expect(states.toSorted()).toEqual(['BUSY', 'RINGING']);
    const loser = states[0] === 'BUSY' ? one : two;
    await expect.poll(() => moneyOf(loser)).toBe('RELEASED');
  });

  it('is not called by those they have blocked; one who rings is ended by it', async () => {
    const id = await ring(site, streamer, viewer);
    await block();
    expect(await site.db.$count(userBlock, eq(userBlock.userId, streamer.id))).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'FAILED' });
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
    expect(await call()).toMatchObject({ status: 404 });
  });

  it('does not find in their data what never rang', async () => {
    const cancelled = idOf((await call()).body);
    expect(await change(cancelled, 'cancel')).toMatchObject({ status: 200 });
    const rang = await ring(site, streamer, viewer);
    expect(await change(rang, 'cancel')).toMatchObject({ status: 200 });
    const blocked = idOf((await call()).body);
    await block();
    expect(await rowOf(blocked)).toMatchObject({ status: 'FAILED' });
    const callsOf = async (as: Person) => {
      const { body } = await send(site, '/personal/data', { as });
      return z
        .object({ calls: z.array(z.object({ id: z.string() })) })
        .parse(body)
        .calls.map(({ id }) => id);
    };
    expect(await callsOf(streamer)).toEqual([rang]);
    expect((await callsOf(viewer)).toSorted()).toEqual([cancelled, rang, blocked].toSorted());
    for (const id of [cancelled, blocked])
      expect(await send(site, `/api/request/${id}`, { as: streamer })).toMatchObject({ status: 404 });
    expect(await read(rang, streamer)).toMatchObject({ status: 'CANCELLED' });
  });

  it('who deletes the account, or whoever called, ends what rings', async () => {
    const id = await ring(site, streamer, viewer);
    await setPassword(site.db, viewer.id);
    const deletion = { method: 'DELETE', as: viewer, body: { password: PASSWORD } };
    expect(await send(site, `/api/user/${viewer.id}`, deletion)).toMatchObject({ status: 200 });
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', consumerId: null });
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
    expect(await site.db.$count(payment, eq(payment.requestId, id))).toBe(1);
  });

  it('says that they take calls, unless they cannot be paid, or are none', async () => {
    expect(await post('/api/request/available', { available: true }, viewer)).toMatchObject({ status: 403 });
    const until = async () => {
      const [row] = await site.db
        .select()
        .from(producerSetting)
        .where(eq(producerSetting.userId, streamer.id));
      return row?.availableUntil;
    };
    expect(await until()).not.toBeNull();
    const longer = () => post('/api/request/available', { available: true, onlyLonger: true }, streamer);
    expect(await longer()).toMatchObject({ status: 200 });
    await post('/api/request/available', { available: false }, streamer);
    expect(await until()).toBeNull();
    // A page that is still open somewhere says so.
    expect(await longer()).toMatchObject({ status: 409 });
    expect(await until()).toBeNull();
  });
});

describe('What is asked for', () => {
  it('has to be the price that was shown, and what the streamer takes', async () => {
    expect(await call({ amount: 1_000 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', current: { amount: 2_000, currency: 'EUR' } },
    });
    expect(await call({ budgetMinutes: 61, amount: 12_200 })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_DATA', fields: [{ path: 'budgetMinutes' }] },
    });
    expect(await call({ currency: 'USD' })).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } });
    expect(await call({}, streamer)).toMatchObject({ status: 404 });
  });

  it('is refused after two calls in an hour that were not answered', async () => {
    for (const _ of [1, 2]) {
      const id = await ring(site, streamer, viewer);
      await change(id, 'reject', streamer);
    }
    expect(await call()).toMatchObject({ status: 429 });
    // So is alarming them and then thinking better of it, but not before it has rung.
    const { viewer: other } = await callPeople(site);
    for (const _ of [1, 2]) await change(idOf((await call({}, other)).body), 'cancel', other);
    for (const _ of [1, 2]) await change(await ring(site, streamer, other), 'cancel', other);
    expect(await call({}, other)).toMatchObject({ status: 429 });
  });

  it('is not rung with a card that the bank refuses, but with another one', async () => {
    const { viewer: poor } = await callPeople(site);
    await saveCard(site, poor, '4000000000000341');
    const id = idOf((await call({}, poor)).body);
    const cards = await site.db.select().from(card).where(eq(card.userId, poor.id));
    const cardOf = (last4: string) => cards.find((one) => one.last4 === last4)?.id;
    const refused = await post(`/api/request/${id}/pay`, { cardId: cardOf('0341') }, poor);
    expect(refused).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED' } });
    expect(await read(id, poor)).toMatchObject({ status: 'PAYING' });
    expect(await post(`/api/request/${id}/pay`, { cardId: cardOf('4242') }, poor)).toMatchObject({
      status: 200,
    });
    expect(await read(id, poor)).toMatchObject({ status: 'RINGING' });
  });
});
