import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { booking, CHANNEL_END, channel } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { roomPeopleSchema } from '#protocol/person.ts';
import { seatTicketSchema } from '#protocol/ticket.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { countBooking } from '../../support/market/streams.ts';
import { bearer, makeUser, signIn } from '../../support/people/people.ts';
import { type Answer, Client } from '../../support/servers/client.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';

type Person = { id: string; token: string };

let server: WebServer;
let db: Database;
let streamer: Person;
let viewer: Person;
let stranger: Person;

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  await makeMediaNode(db);
  server = await startWebServer(url);
});
afterAll(async () => {
  await server.stop();
  await db.$client.end();
});
beforeEach(async () => {
  [streamer, viewer, stranger] = await Promise.all([person(), person(), person()]);
});

async function person(): Promise<Person> {
  const id = await makeUser(db);
  return { id, token: await signIn(db, id) };
}

/** Calls from a new browser. */
function ask(path: string, as: Person | null, body?: object): Promise<Answer> {
  const headers = as ? bearer(as.token) : {};
  return new Client(server.url).call(path, { method: body ? 'POST' : 'GET', body, headers });
}

const inMinutes = (minutes: number) => sql`now() + ${minutes} * interval '1 minute'`;

/** A booking that starts and ends this many minutes from now. */
async function booked(from: number, to: number, change: Partial<typeof booking.$inferInsert> = {}) {
  const [made] = await db
    .insert(booking)
    .values({
      producerId: streamer.id,
      consumerId: viewer.id,
      status: 'CONFIRMED',
      startAt: inMinutes(from),
      endAt: inMinutes(to),
      restMinutes: 0,
      priceMinor: 250,
      currency: 'EUR',
      amount: 7_500,
      timeZone: 'Europe/Madrid',
      localStart: '2027-08-02T09:00:00',
      tzVersion: '2026c',
      clientKey: randomUUID(),
      ...change,
    })
    .returning({ id: booking.id, endAt: booking.endAt });
  if (!made) throw new Error('no booking was made');
  return made;
}

const enter = (id: string, as: Person | null) => ask(`/api/booking/${id}/room`, as, {});

const rooms = (id: string) =>
  db.select().from(channel).where(eq(channel.bookingId, id)).orderBy(desc(channel.createdAt));

async function tokenOf(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  expect(status).toBe(200);
  return z.object({ token: z.string() }).parse(body).token;
}

const change = (token: string, values: Partial<typeof channel.$inferInsert>) =>
  db.update(channel).set(values).where(eq(channel.token, token));
/** Marks the room as opened, as the media server does. */
const opened = (token: string) => change(token, { cameraType: 'INTEGRATED_CAM', videoQuality: 'LOW' });

describe('The room of a booking', () => {
  it('is created for the payer or the streamer, until the booking ends', async () => {
    const { id, endAt } = await booked(5, 35);
    const token = await tokenOf(enter(id, viewer));
    expect(await enter(id, viewer)).toMatchObject({ body: { token, seat: 'guest' } });
    expect(await enter(id, streamer)).toMatchObject({ body: { token, seat: 'host' } });
    expect(await rooms(id)).toMatchObject([
      {
        status: 'CREATED',
        hostUserId: streamer.id,
        guestReservedFor: viewer.id,
        guestUserId: null,
        expiresAt: endAt,
        endsAt: endAt,
      },
    ]);
  });

  it.each([
    ['too early', 6, 36, {}],
    ['over', -30, 0, {}],
    ['not confirmed', 1, 31, { status: 'WAITING', confirmBy: new Date() }],
    ['cancelled', 1, 31, { status: 'CANCELLED', endedReason: 'CONSUMER' }],
    ['settled', -29, 1, { outcome: 'PARTLY' }],
  ] as const)('is refused if the booking is %s', async (_, from, to, values) => {
    const { id } = await booked(from, to, values);
    for (const who of [streamer, viewer])
      expect(await enter(id, who)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect(await rooms(id)).toEqual([]);
  });

  it('is refused for an unpaid booking, which the streamer does not see', async () => {
    const { id } = await booked(1, 31, { status: 'PAYING', payBy: new Date() });
    expect(await enter(id, viewer)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect(await enter(id, streamer)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await rooms(id)).toEqual([]);
  });

  it('is refused to others', async () => {
    const { id } = await booked(1, 31);
    expect(await enter(id, stranger)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await enter(id, null)).toMatchObject({ status: 401 });
    expect(await enter(randomUUID(), viewer)).toMatchObject({ status: 404 });
    expect(await rooms(id)).toEqual([]);
  });

  it('is created once, however often both enter concurrently', async () => {
    // In the first round the server is still opening its database connections, which puts the requests in sequence.
    for (let round = 0; round < 3; round++) {
      [streamer, viewer] = await Promise.all([person(), person()]);
      const { id } = await booked(1, 31);
      const presses = Array.from({ length: 20 }, (_, press) => enter(id, press % 2 ? streamer : viewer));
      expect(new Set(await Promise.all(presses.map(tokenOf))).size).toBe(1);
      expect(await rooms(id)).toHaveLength(1);
    }
  });

  it('is replaced by a new one once its call can no longer be resumed', async () => {
    const { id } = await booked(-1, 29);
    const first = await tokenOf(enter(id, viewer));
    const over = { status: 'FINISHED', endReason: 'left', guestKey: 'key' };
    await change(first, { ...over, endedAt: new Date() });
    expect(await tokenOf(enter(id, streamer))).toBe(first);
    await change(first, { ...over, endedAt: new Date(Date.now() - 3 * 60_000) });
    const second = await tokenOf(enter(id, streamer));
    expect(second).not.toBe(first);
    expect(await tokenOf(enter(id, viewer))).toBe(second);
    // Closed by the host, whom nobody joined.
    await change(second, { status: 'FINISHED', endReason: 'left', endedAt: new Date() });
    expect([first, second]).not.toContain(await tokenOf(enter(id, viewer)));
  });
});

describe('Its seats', () => {
  const seat = (token: string, name: 'host' | 'guest', as: Person | null) =>
    ask(`/api/channel/seat/${token}`, as, { seat: name });
  const claims = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    expect(status).toBe(200);
    return decodeJwt(seatTicketSchema.parse(body).ticket);
  };
  const refused = { status: 404, body: { code: 'CODE_INVALID' } };
  let token: string;
  beforeEach(async () => {
    token = await tokenOf(enter((await booked(1, 31)).id, viewer));
  });

  it('belong to the two accounts, in any browser', async () => {
    for (const [name, who] of [
      ['host', streamer],
      ['guest', viewer],
    ] as const) {
      const { holder, user } = await claims(seat(token, name, who));
      expect(user).toBe(who.id);
      await opened(token);
      expect((await claims(seat(token, name, who))).holder).toBe(holder);
      if (name === 'guest')
        await change(token, { status: 'STARTED', guestKey: String(holder), guestUserId: who.id });
    }
    for (const [name, who] of [
      ['host', streamer],
      ['guest', viewer],
    ] as const)
      await claims(seat(token, name, who));
    // A call that has just ended can be resumed, too.
    await change(token, { status: 'FINISHED', endReason: 'left', endedAt: new Date() });
    expect(await claims(seat(token, 'guest', viewer))).toMatchObject({ rejoin: true });
  });

  it('are refused to others, logged in or not', async () => {
    await opened(token);
    for (const who of [stranger, null]) {
      expect(await seat(token, 'guest', who)).toMatchObject(refused);
      expect(await seat(token, 'host', who)).toMatchObject({ status: 403, body: { code: 'SEAT_TAKEN' } });
      expect(await ask(`/api/channel/check/${token}`, who)).toMatchObject(refused);
      expect(await ask(`/api/channel/people/${token}`, who)).toMatchObject(refused);
      expect(await ask(`/api/channel/requested/${token}`, who)).toMatchObject({ status: 404 });
    }
    expect(await seat(token, 'host', viewer)).toMatchObject({ body: { code: 'SEAT_TAKEN' } });
    expect(await seat(token, 'guest', streamer)).toMatchObject(refused);
    await change(token, { status: 'STARTED', guestKey: 'key', guestUserId: viewer.id });
    expect(await seat(token, 'guest', stranger)).toMatchObject(refused);
  });

  it('stay closed when the account is gone', async () => {
    await change(token, { guestReservedFor: null });
    for (const who of [stranger, null]) expect(await seat(token, 'guest', who)).toMatchObject(refused);
  });

  it('can be looked up, with their people, only by the two', async () => {
    // The guest may come before the host has opened the room.
    expect(await ask(`/api/channel/check/${token}`, viewer)).toMatchObject({ status: 200 });
    await opened(token);
    expect(await ask(`/api/channel/check/${token}`, viewer)).toMatchObject({ status: 200 });
    for (const who of [streamer, viewer]) {
      const { host, guest } = roomPeopleSchema.parse((await ask(`/api/channel/people/${token}`, who)).body);
      expect([host?.id, guest?.id]).toEqual([streamer.id, viewer.id]);
      expect(await ask(`/api/channel/requested/${token}`, who)).toMatchObject({
        body: { token, seat: who === streamer ? 'host' : 'guest' },
      });
    }
  });
});

describe('A cancelled booking', () => {
  const ended: string[] = [];
  beforeAll(async () => {
    await db.$client.listen(CHANNEL_END, (payload) => ended.push(payload));
  });
  const endOf = (token: string) => expect.poll(() => ended).toContain(`${token} cancelled`);

  it('ends its room', async () => {
    const { id } = await booked(4, 34);
    const token = await tokenOf(enter(id, streamer));
    expect(await ask(`/api/booking/${id}/cancel`, viewer, {})).toMatchObject({ status: 200 });
    await endOf(token);
    expect(await enter(id, streamer)).toMatchObject({ body: { code: 'WRONG_STATE' } });
  });

  it('ends its room also when an account is deleted', async () => {
    const token = await tokenOf(enter((await booked(4, 34)).id, streamer));
    await remove(viewer);
    await endOf(token);
  });
});

/** Deletes an account as an administrator. */
async function remove({ id }: Person): Promise<void> {
  const headers = bearer(await signIn(db, await makeUser(db, {}, ['ADMIN'])));
  const path = `/api/user/${id}`;
  const { body } = await new Client(server.url).call(path, { headers });
  const { version } = z.object({ version: z.number() }).parse(body);
  const gone = await new Client(server.url).call(path, { method: 'DELETE', headers, body: { version } });
  expect(gone.status).toBe(200);
}

it('deleting an account closes its past bookings according to what was delivered', async () => {
  const now = new Date();
  const unpaid = await booked(-90, -60, { status: 'PAYING', payBy: now });
  const met = await booked(-60, -30);
  await countBooking(db, met.id, { offeredMs: 1_800_000, attendedMs: 60_000, deliveredMs: 60_000 });
  const missed = await booked(-30, 0);
  const unanswered = await booked(0, 30, { status: 'WAITING', confirmBy: now });
  await remove(streamer);
  const rows = await db
    .select({ id: booking.id, status: booking.status, outcome: booking.outcome })
    .from(booking)
    .where(eq(booking.consumerId, viewer.id))
    .orderBy(booking.startAt);
  expect(rows).toEqual([
    { id: unpaid.id, status: 'CANCELLED', outcome: null },
    { id: met.id, status: 'CONFIRMED', outcome: 'DELIVERED' },
    { id: missed.id, status: 'CONFIRMED', outcome: 'BOTH_ABSENT' },
    { id: unanswered.id, status: 'CANCELLED', outcome: null },
  ]);
});

it('the page leads into the room, also without JavaScript', async () => {
  const { id } = await booked(1, 31);
  const body = new URLSearchParams({ intent: 'room', id });
  for (const [path, who, seat] of [
    ['/personal/booking', viewer, 'guest'],
    ['/es/personal/booking?as=producer', streamer, 'host'],
  ] as const) {
    const answer = await new Client(server.url).call(path, {
      method: 'POST',
      body,
      headers: bearer(who.token),
    });
    expect(answer.status).toBe(302);
    const [room] = await rooms(id);
    const prefix = path.startsWith('/es') ? '/es' : '';
    expect(answer.headers.get('Location')).toBe(`${prefix}/room/${seat}/${room?.token}?skip=true`);
  }
});

it('the page lists all upcoming bookings, however many', async () => {
  const made = await Promise.all(Array.from({ length: 25 }, (_, i) => booked(60 * i + 60, 60 * i + 90)));
  const headers = bearer(viewer.token);
  const { bytes } = await new Client(server.url).call('/personal/booking', { headers });
  const html = bytes.toString();
  expect(made.filter(({ id }) => !html.includes(`href="/personal/booking/${id}"`))).toEqual([]);
});
