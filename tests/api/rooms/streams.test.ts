import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { booking, busy, callRequest, channel, payment, stream, streamTick } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { makePerson, type Person } from '../../support/market/bookings.ts';
import { countBooking, requestedCall } from '../../support/market/streams.ts';
import { bearer, makeStreamer } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';

let server: WebServer;
let db: Database;
let streamer: Person;
let viewer: Person;
let people: { producerId: string; consumerId: string };

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  server = await startWebServer(url);
});
afterAll(async () => {
  await server.stop();
  await db.$client.end();
});
beforeEach(async () => {
  [streamer, viewer] = [await makePerson(db), await makePerson(db)];
  people = { producerId: streamer.id, consumerId: viewer.id };
});

const settle = () => queueOn(db).send('stream-settle', {});
async function stateOf({ requestId, streamId }: { requestId: string; streamId: string }) {
  const [row] = await db.select().from(stream).where(eq(stream.id, streamId));
  const [request] = await db.select().from(callRequest).where(eq(callRequest.id, requestId));
  const [paid] = await db.select().from(payment).where(eq(payment.requestId, requestId));
  return { stream: row, request, payment: paid };
}
const DELIVERED = { offeredMs: 600_000, attendedMs: 600_000, deliveredMs: 600_000 };
/** A room with a running call: without it, the job that runs each minute would settle the call. */
const GOING = { status: 'STARTED', endedAt: null, endReason: null };
/** Ends the call an hour ago. */
const end = (streamId: string) =>
  db
    .update(channel)
    .set({ status: 'FINISHED', endReason: 'left', endedAt: sql`now() - interval '1 hour'` })
    .where(eq(channel.streamId, streamId));
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe('A requested call that is over', () => {
  it('is charged once for what was delivered, a day later', async () => {
    const call = await requestedCall(db, people, DELIVERED, GOING);
    expect(await db.$count(busy, eq(busy.requestId, call.requestId))).toBe(2);
    await end(call.streamId);
    await Promise.all([settle(), settle()]);
    await expect
      .poll(() => stateOf(call))
      .toMatchObject({
        stream: { charge: 1_000, endedAt: expect.any(Date) },
        request: { overAt: expect.any(Date) },
        payment: { status: 'HELD', toCapture: 1_000 },
      });
    const { payment: paid, request } = await stateOf(call);
    const dayMs = 24 * 3_600_000;
    expect(
      Math.abs((paid?.captureAt?.getTime() ?? 0) - (request?.overAt?.getTime() ?? 0) - dayMs),
    ).toBeLessThan(60_000);
    // Both people are free again.
    expect(await db.$count(busy, eq(busy.requestId, call.requestId))).toBe(0);
    await db.update(stream).set({ deliveredMs: 0, offeredMs: 0 }).where(eq(stream.id, call.streamId));
    const next = await requestedCall(db, people, DELIVERED);
    await settle();
    await expect.poll(() => stateOf(next)).toMatchObject({ stream: { charge: 1_000 } });
    expect(await stateOf(call)).toMatchObject({ stream: { charge: 1_000 }, payment: { toCapture: 1_000 } });
  });

  it.each([
    ['of which nothing was delivered', {}],
    ['that costs less than can be charged', { offeredMs: 30_000, deliveredMs: 29_999 }],
  ])('and %s is not charged', async (_, counted) => {
    const call = await requestedCall(db, people, counted);
    await settle();
    await expect
      .poll(() => stateOf(call))
      .toMatchObject({
        stream: { charge: 0 },
        payment: { toCapture: null, status: expect.stringMatching(/^RELEAS(ING|ED)$/) },
      });
  });

  it('costs no more than its budget', async () => {
    const call = await requestedCall(db, people, { offeredMs: 1_201_400, deliveredMs: 1_201_400 });
    await settle();
    await expect.poll(() => stateOf(call)).toMatchObject({ payment: { toCapture: 2_000 } });
  });

  it('is settled if its media server never comes back', async () => {
    const call = await requestedCall(db, people, DELIVERED, GOING);
    await db
      .update(callRequest)
      .set({ endsAt: sql`now() - interval '3 minutes'` })
      .where(eq(callRequest.id, call.requestId));
    await settle();
    await expect.poll(() => stateOf(call)).toMatchObject({ stream: { charge: 1_000 } });
  });
});

it.each([
  ['goes on', { status: 'STARTED', endedAt: null, endReason: null }],
  ['can be gone on with', { endedAt: minutes(-1) }],
])('A requested call that %s is not settled', async (_, room) => {
  const call = await requestedCall(db, people, DELIVERED, room);
  // The job has run once this other call is settled.
  const other = { producerId: (await makePerson(db)).id, consumerId: (await makePerson(db)).id };
  const over = await requestedCall(db, other, DELIVERED);
  await settle();
  await expect.poll(() => stateOf(over)).toMatchObject({ stream: { charge: 1_000 } });
  expect(await stateOf(call)).toMatchObject({
    stream: { charge: null, endedAt: null },
    request: { overAt: null },
    payment: { status: 'HELD', toCapture: null },
  });
});

describe('Streams', () => {
  const ask = (path: string, as: Person) => new Client(server.url).call(path, { headers: bearer(as.token) });
  const page = async (path: string, as: Person) => {
    const { status, bytes } = await ask(path, as);
    return { status, text: bytes.toString().replaceAll('<!-- -->', '') };
  };

  const review = () =>
    new Client(server.url).call('/api/review', {
      method: 'POST',
      headers: bearer(viewer.token),
      body: { producerId: streamer.id, rating: 4 },
    });
  /** Inserts a booking of half an hour that is over. @returns its id */
  async function bookedCall(values: Partial<typeof booking.$inferInsert>): Promise<string> {
    const endAt = new Date(Date.now() - 3_600_000);
    const [made] = await db
      .insert(booking)
      .values({
        ...{
          ...people,
          status: 'CONFIRMED',
          restMinutes: 0,
          priceMinor: 100,
          currency: 'EUR',
          amount: 3_000,
        },
        ...{ startAt: new Date(endAt.getTime() - 1_800_000), endAt, timeZone: 'UTC', tzVersion: '2026c' },
        ...{ localStart: '2027-08-02T09:00:00', clientKey: randomUUID(), ...values },
      })
      .returning();
    if (!made) throw new Error('no booking was made');
    return made.id;
  }

  it('are listed for both people, and earnings shown to their streamer', async () => {
    await makeStreamer(db, streamer.id);
    expect((await page('/personal/stream', viewer)).text).toContain('No calls yet');
    expect((await page('/personal/earnings', streamer)).text).toContain('No earnings yet');
    const call = await requestedCall(db, people, DELIVERED, GOING);
    for (const who of [streamer, viewer])
      expect((await page('/personal/stream', who)).text).toContain('Under way');
    await db
      .update(channel)
      .set({ status: 'FINISHED', endReason: 'left', endedAt: sql`now()` })
      .where(eq(channel.streamId, call.streamId));
    for (const who of [streamer, viewer])
      expect((await page('/personal/stream', who)).text).toContain('Being worked out');
    await end(call.streamId);
    await settle();
    await expect.poll(() => stateOf(call)).toMatchObject({ stream: { charge: 1_000 } });
    // 10 EUR less 15 %: in the total and in the week.
    expect((await page('/personal/earnings', streamer)).text.split('€8.50')).toHaveLength(3);
    expect((await page('/es/personal/earnings', streamer)).text).toContain('8,50');
    expect((await page('/personal/earnings', viewer)).text).toContain('Only streamers earn with calls');
    const theirs = await page('/personal/stream', streamer);
    expect(theirs.text).toContain('You get €8.50 of €10.00 on ');
    expect(theirs.text).toContain(`With ${viewer.username}`);
    expect(theirs.text).toContain('10:00 delivered');
    expect((await page('/personal/stream', viewer)).text).toContain('You pay €10.00 on ');
    expect((await page('/es/personal/stream', viewer)).text).toMatch(/Pagas 10,00\s€ el /);
    // The viewer can review the call.
    expect((await page(`/personal/stream/${call.streamId}`, viewer)).text).toContain('Write a review');
    expect((await page(`/personal/stream/${call.streamId}`, streamer)).text).not.toContain('Write a review');
  });

  it('are shown only to their two people', async () => {
    const { streamId } = await requestedCall(db, people, DELIVERED, GOING);
    const at = new Date(Date.now() - 3_600_000);
    const counted = { ms: 5_000, offeredMs: 5_000, attendedMs: 5_000, deliveredMs: 2_500 };
    await db.insert(streamTick).values({ streamId, at, ...counted });
    for (const who of [streamer, viewer]) {
      const { status, text } = await page(`/personal/stream/${streamId}`, who);
      expect(status).toBe(200);
      expect(text).toContain(`Call with ${who === streamer ? viewer.username : streamer.username}`);
      expect(text).toContain('25 % of the time');
      const { body } = await ask(`/api/stream/${streamId}`, who);
      expect(body).toMatchObject({ deliveredMs: 600_000, budgetMs: 1_200_000, charge: null });
    }
    const stranger = await makePerson(db);
    expect(await page(`/personal/stream/${streamId}`, stranger)).toMatchObject({ status: 404 });
    expect(await ask(`/api/stream/${streamId}`, stranger)).toMatchObject({ status: 404 });
  });

  it('are in the download of personal data', async () => {
    const { streamId } = await requestedCall(db, people, DELIVERED, GOING);
    for (const who of [streamer, viewer]) {
      const { body } = await ask('/personal/data', who);
      expect(body).toMatchObject({
        streams: [{ id: streamId, deliveredMs: 600_000, asStreamer: who === streamer }],
      });
    }
  });

  it('of bookings are shown on the booking’s page once they are settled', async () => {
    const id = await bookedCall({});
    await countBooking(db, id, { ...DELIVERED, missedMs: 600_000, absent: 'PRODUCER' });
    const read = async () => (await page(`/personal/booking/${id}`, viewer)).text;
    expect(await read()).not.toContain('What was delivered');
    await queueOn(db).send('booking-close', { id });
    await expect.poll(read).toContain('What was delivered');
    expect(await read()).toContain('Took place in part');
  });

  it('can be reviewed by the viewer if a minute was delivered', async () => {
    await makeStreamer(db, streamer.id);
    const seats = { hostUserId: streamer.id, guestUserId: viewer.id };
    const { streamId } = await requestedCall(db, people, { offeredMs: 59_000, deliveredMs: 59_000 }, seats);
    expect(await review()).toMatchObject({ status: 403 });
    const delivered = { offeredMs: 60_000, deliveredMs: 60_000 };
    await db.update(stream).set(delivered).where(eq(stream.id, streamId));
    expect(await review()).toMatchObject({ status: 201 });
  });

  it('missed by the streamer can be reviewed by the payer', async () => {
    await makeStreamer(db, streamer.id);
    await bookedCall({ outcome: 'BOTH_ABSENT' });
    expect(await review()).toMatchObject({ status: 403 });
    await db.delete(booking).where(eq(booking.producerId, streamer.id));
    await bookedCall({ outcome: 'PRODUCER_ABSENT' });
    expect(await review()).toMatchObject({ status: 201 });
  });
});
