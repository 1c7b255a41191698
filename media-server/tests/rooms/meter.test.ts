import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CHANNEL_EXTEND, channel, stream } from '#db/schema/index.ts';
import { settleRequest } from '#protocol/settle.ts';
import { StreamStore } from '../../rooms/stream-store.ts';
import type { MediaServer } from '../../server.ts';
import { camera, type TestClient } from '../support/client.ts';
import { connect, enter, hosted, newKey, started, World } from '../support/harness.ts';
import {
  bookedStream,
  readings,
  requestedStream,
  seePicture,
  streamRow,
  ticksOf,
  WHOLE,
} from '../support/metered.ts';

let world: World;
let picture: ReturnType<typeof seePicture>;

beforeAll(async () => {
  world = await World.create();
});
beforeEach(() => {
  picture = seePicture();
});
afterEach(async () => {
  await world.stopServers();
  vi.restoreAllMocks();
});
afterAll(() => world.close());

/** Clients may be silent for a long time. */
const limits = { socketIdleMs: 120_000, meterWriteMs: 1_000 };
const start = (env: Record<string, string> = {}) => world.start({ env, limits });

type Names = Awaited<ReturnType<typeof bookedStream> | ReturnType<typeof requestedStream>>;

/** A paid room whose call has started. */
async function metered(server: MediaServer, names: Names) {
  const { token, host } = await hosted(world, server, names);
  const guest = await enter(server, token, 'guest', newKey());
  await guest.client.request('requestChannel', { camera });
  for (const { client } of [host, guest]) await client.request('startChannel', {});
  await host.client.channel(({ status }) => status === 'STARTED');
  return { token, host, guest };
}
const last = (client: TestClient) => readings(client).at(-1);
const told = (client: TestClient, what: object) =>
  expect.poll(() => last(client), { timeout: 10_000 }).toMatchObject(what);
const delivered = (client: TestClient, ms: number) =>
  expect.poll(() => last(client)?.deliveredMs, { timeout: 15_000 }).toBeGreaterThanOrEqual(ms);
const written = (id: string) => expect.poll(() => streamRow(world, id), { timeout: 15_000 });

test('a call is metered while it is delivered, and both seats receive the readings', async () => {
  const names = await requestedStream(world, 600_000);
  const { host, guest } = await metered(await start(), names);
  await told(guest.client, { why: 'no-picture', deliveredMs: 0, amountMinor: 0 });
  picture.seen.picture = { ...WHOLE, forwarded: false };
  await told(host.client, { why: 'not-arriving', deliveredMs: 0, budgetMs: 600_000 });
  picture.seen.picture = { ...WHOLE, reached: false };
  await told(host.client, { why: 'guest-away', deliveredMs: 0 });
  picture.seen.picture = WHOLE;
  await delivered(guest.client, 1_000);
  await written(names.streamId).toMatchObject({
    deliveredMs: expect.toSatisfy((ms: number) => ms > 0),
    startedAt: expect.any(Date),
    missedMs: 0,
  });
  picture.seen.picture = { ...WHOLE, offered: false };
  await told(guest.client, { why: 'no-picture' });
  const { deliveredMs } = last(guest.client) ?? {};
  await guest.client.request('leaveChannel', {});
  await written(names.streamId).toMatchObject({ deliveredMs, endedAt: null, charge: null });
  const ticks = await ticksOf(world, names.streamId);
  const row = await streamRow(world, names.streamId);
  for (const key of ['offeredMs', 'attendedMs', 'deliveredMs'] as const)
    expect(ticks.reduce((sum, tick) => sum + tick[key], 0)).toBe(row[key]);
});

/** A requested call of which 40 s were delivered before. */
async function longer() {
  const names = await requestedStream(world, 600_000);
  const before = { offeredMs: 40_000, deliveredMs: 40_000 };
  await world.db.update(stream).set(before).where(eq(stream.id, names.streamId));
  return names;
}
/** The numbers that a seat was told last, and those by which the call is settled. */
async function finals({ streamId }: Names, ...clients: TestClient[]) {
  const { deliveredMs, priceMinor, currency, budgetMs } = await streamRow(world, streamId);
  const charge = settleRequest({ deliveredMs, priceMinor, currency, budgetMs });
  return [clients.map(last), { deliveredMs, charge }] as const;
}

test('a picture seen at the last look counts until the call ends, of which both are told what is stored', async () => {
  const names = await longer();
  picture.seen.picture = WHOLE;
  const { host, guest } = await metered(await start(), names);
  await delivered(guest.client, 41_000);
  await guest.client.request('leaveChannel', {});
  for (const { client } of [host, guest]) await told(client, { final: true });
  const [shown, { deliveredMs, charge }] = await finals(names, host.client, guest.client);
  expect(shown).toMatchObject([
    { deliveredMs, amountMinor: charge - Math.round(charge / 10) },
    { deliveredMs, amountMinor: charge },
  ]);
  expect(charge).toBeGreaterThanOrEqual(410);
  expect(deliveredMs).toBeGreaterThan(readings(guest.client).at(-2)?.deliveredMs ?? 0);
});

test('nobody is told numbers that could not be stored', async () => {
  const names = await longer();
  const { save } = StreamStore.prototype;
  let [isAway, refused] = [false, 0];
  vi.spyOn(StreamStore.prototype, 'save').mockImplementation(async function (this: StreamStore, ...args) {
    if (args[0] !== names.streamId || !isAway) return save.apply(this, args);
    refused += 1;
    throw new Error('away');
  });
  picture.seen.picture = WHOLE;
  const { guest } = await metered(await start(), names);
  await delivered(guest.client, 41_000);
  isAway = true;
  await guest.client.request('leaveChannel', {});
  const before = refused;
  await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(before + 1);
  expect(last(guest.client)).toMatchObject({ final: false });
  isAway = false;
  await told(guest.client, { final: true });
  const [[shown], { deliveredMs, charge }] = await finals(names, guest.client);
  expect(shown).toMatchObject({ deliveredMs, amountMinor: charge });
});

test('what a booking costs is final at its end, or once nothing changes it', async () => {
  const server = await start();
  picture.seen.picture = WHOLE;
  const delivered40 = { offeredMs: 40_000, attendedMs: 40_000, deliveredMs: 40_000 };
  for (const [leaver, final] of [
    ['guest', true],
    ['host', false],
  ] as const) {
    const names = await bookedStream(world);
    await world.db.update(stream).set(delivered40).where(eq(stream.id, names.streamId));
    const call = await metered(server, names);
    await delivered(call.guest.client, 41_000);
    await call[leaver].client.request('leaveChannel', {});
    const unofferedSince = final ? null : expect.any(Date);
    await written(names.streamId).toMatchObject({
      ...{ deliveredMs: expect.toSatisfy((ms: number) => ms > 41_000), unofferedSince },
    });
    if (final) await told(call.guest.client, { final, amountMinor: 18_000 });
    expect(last(call.guest.client)).toMatchObject({ final });
  }
});

test('a call that is not paid is not measured', async () => {
  const { host } = await started(world, await start());
  const paid = await metered(await start({ MEDIA_NODE_ID: 'other' }), {
    ...(await requestedStream(world, 600_000)),
    ...{ nodeId: 'other' },
  });
  await told(paid.host.client, { why: 'no-picture' });
  const seen = picture.look.mock.calls.length;
  expect(seen).toBeGreaterThan(0);
  expect(readings(host.client)).toEqual([]);
});

test('a call ends for both when its budget is used up', async () => {
  const names = await requestedStream(world, 2_000);
  picture.seen.picture = WHOLE;
  const { token, host, guest } = await metered(await start(), names);
  for (const { client } of [host, guest])
    expect(await client.channel(({ endReason }) => endReason !== null)).toMatchObject({
      ...{ status: 'FINISHED', endReason: 'budget', endedBy: null },
    });
  await world.written(token, { endReason: 'budget' });
  await written(names.streamId).toMatchObject({ deliveredMs: expect.toSatisfy((ms: number) => ms >= 2_000) });
});

/**
 * Extends a call as the web server does once the hold succeeded. @param notified whether the media server is notified
 */
async function extendBy(ms: number, { streamId }: Names, token: string, notified: boolean): Promise<void> {
  await world.db
    .update(stream)
    .set({ budgetMs: sql`${stream.budgetMs} + ${ms}::integer` })
    .where(eq(stream.id, streamId));
  await world.db
    .update(channel)
    .set({ endsAt: sql`ends_at + ${ms} * interval '1 ms'` })
    .where(eq(channel.token, token));
  if (notified) await world.db.execute(sql`select pg_notify(${CHANNEL_EXTEND}, ${token})`);
}

test('an extended call lasts longer, and both seats are told', async () => {
  const names = await requestedStream(world, 600_000);
  picture.seen.picture = WHOLE;
  const { token, host, guest } = await metered(await start(), names);
  for (const { client } of [host, guest]) await told(client, { budgetMs: 600_000 });
  await extendBy(600_000, names, token, true);
  for (const { client } of [host, guest]) await told(client, { budgetMs: 1_200_000 });
});

test('a call is extended in time even without a notification', async () => {
  const names = await requestedStream(world, 4_000);
  picture.seen.picture = WHOLE;
  const { token, guest } = await metered(await start(), names);
  await extendBy(600_000, names, token, false);
  await told(guest.client, { budgetMs: 604_000 });
  await delivered(guest.client, 5_000);
  await world.written(token, { endedAt: null });
});

test('a call that would end at a fixed time is extended too', async () => {
  const endsAt = new Date(Date.now() + 6_000);
  const names = { ...(await requestedStream(world, 600_000)), endsAt, expiresAt: endsAt };
  picture.seen.picture = WHOLE;
  const { token, guest } = await metered(await start(), names);
  await extendBy(600_000, names, token, true);
  await told(guest.client, { leftMs: expect.toSatisfy((ms: number) => ms > 500_000) });
  // Longer than the room was open at first.
  await delivered(guest.client, 7_000);
  await world.written(token, { endedAt: null });
});

test('a call continues in another process from the totals so far', async () => {
  const names = await requestedStream(world, 600_000);
  picture.seen.picture = WHOLE;
  const first = await start();
  const { token, host, guest } = await metered(first, names);
  await delivered(guest.client, 1_000);
  await first.close();
  const { deliveredMs } = await streamRow(world, names.streamId);
  expect(deliveredMs).toBeGreaterThanOrEqual(1_000);
  const second = await start();
  const again = await enter(second, token, 'guest', guest.holder);
  const hostAgain = await enter(second, token, 'host', host.holder);
  for (const { client } of [again, hostAgain]) await client.request('updateCamera', { camera });
  await delivered(again.client, deliveredMs + 1);
});

test('time waiting alone for a booked call is counted', async () => {
  const server = await start();
  const early = await bookedStream(world);
  const { token } = await world.room(early);
  const guest = await enter(server, token, 'guest', newKey());
  await written(early.streamId).toMatchObject({
    ...{ attendedMs: expect.toSatisfy((ms: number) => ms > 0), offeredMs: 0, startedAt: null },
    missedMs: expect.toSatisfy((ms: number) => ms > 0),
  });
  expect(readings(guest.client)).toEqual([]);

  const alone = await bookedStream(world);
  picture.seen.picture = { ...WHOLE, reached: false, forwarded: false };
  const { host } = await hosted(world, server, alone);
  await told(host.client, { why: 'guest-away', amountMinor: 16_200 });
  await written(alone.streamId).toMatchObject({
    ...{ offeredMs: expect.toSatisfy((ms: number) => ms > 0), attendedMs: 0, missedMs: 0 },
  });
});

test('after the host has left a booked call, its time is missed; not after the guest has left', async () => {
  const server = await start();
  picture.seen.picture = WHOLE;
  for (const [leaver, unofferedSince] of [
    ['host', expect.any(Date)],
    ['guest', null],
  ] as const) {
    const names = await bookedStream(world);
    const call = await metered(server, names);
    await delivered(call.guest.client, 1_000);
    await call[leaver].client.request('leaveChannel', {});
    await written(names.streamId).toMatchObject({
      ...{ deliveredMs: expect.toSatisfy((ms: number) => ms > 0), unofferedSince },
    });
  }
});

test('a guest without a socket is counted while media is forwarded to them', async () => {
  const names = await requestedStream(world, 600_000);
  picture.seen.picture = WHOLE;
  const server = await start();
  const { host, guest } = await metered(server, names);
  await told(host.client, { why: null });
  await guest.client.drop();
  await delivered(host.client, (last(host.client)?.deliveredMs ?? 0) + 2_000);
  picture.seen.picture = { ...WHOLE, reached: false, forwarded: false };
  await told(host.client, { why: 'guest-away' });
  picture.seen.picture = WHOLE;
  const back = await connect(server);
  await back.login({ resumeToken: guest.login.resumeToken });
  await told(back, { why: null });
});

test('totals that the database did not take are written later, once', async () => {
  const names = await requestedStream(world, 600_000);
  const { save } = StreamStore.prototype;
  let writes = 0;
  vi.spyOn(StreamStore.prototype, 'save').mockImplementation(async function (this: StreamStore, ...args) {
    // Calls of other tests run at the same time.
    if (args[0] !== names.streamId) return save.apply(this, args);
    writes += 1;
    if (writes === 1) throw new Error('away');
    const isSaved = await save.apply(this, args);
    if (writes === 2) throw new Error('away after it was committed');
    return isSaved;
  });
  picture.seen.picture = WHOLE;
  const { guest } = await metered(await start(), names);
  await expect.poll(() => writes, { timeout: 20_000 }).toBe(3);
  await world.stopServers();
  const { deliveredMs } = await streamRow(world, names.streamId);
  const all = readings(guest.client).map((reading) => reading.deliveredMs);
  expect(deliveredMs).toBeGreaterThanOrEqual(all.at(-1) ?? 0);
  // At most the look at the end is missing.
  expect(deliveredMs - (all.at(-1) ?? 0)).toBeLessThanOrEqual(1_500);
});

test('a stream that was settled is no longer counted', async () => {
  const names = await requestedStream(world, 600_000);
  picture.seen.picture = WHOLE;
  const { guest } = await metered(await start(), names);
  await delivered(guest.client, 1_000);
  await world.db.update(stream).set({ endedAt: sql`now()`, charge: 0 }).where(eq(stream.id, names.streamId));
  const { deliveredMs } = await streamRow(world, names.streamId);
  await world.stopServers();
  expect(await streamRow(world, names.streamId)).toMatchObject({ deliveredMs });
});
