import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { callEvent, callHealth, callSample } from '#db/schema/index.ts';
import type { CallHealthReport } from '#protocol/call-health.ts';
import { CallHealthStore } from '../../rooms/call-health-store.ts';
import { camera } from '../support/client.ts';
import { requested, started, World } from '../support/harness.ts';
import { Media } from '../support/media-client.ts';

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());

const report: CallHealthReport = {
  ...{ watchedMs: 10_000, frozenMs: 2_500, roundTripMs: 40 },
  received: { width: 1920, height: 960, framesPerSecond: 29 },
  sent: { width: 3840, height: 1920, framesPerSecond: 30, limitation: 'cpu' },
};

test('metrics report how calls connect, go and end, and what browsers report', async () => {
  const server = await world.start({ limits: { sampleMs: 50, leastSampleMs: 1 } });
  const metrics = async () => (await fetch(`http://127.0.0.1:${server.healthPort}/metrics`)).text();
  const { host, guest } = await started(world, server);
  const media = await Media.open(guest.client, guest.login);
  const transport = await media.transport('receive');
  await guest.client.request('restartIce', { transportId: transport.id });
  await guest.client.request('reportHealth', report);
  await expect.poll(metrics).toMatch(/^panocall_frozen_seconds_total 2\.5$/m);
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'HIGH' } });
  await host.client.request('leaveChannel', {});
  const text = await metrics();
  expect(text).toMatch(/^panocall_calls_started_total 1$/m);
  expect(text).toMatch(/^panocall_calls_ended_total{reason="left"} 1$/m);
  expect(text).toMatch(/^panocall_ice_restarts_total 1$/m);
  await server.close();
});

test('samples and events are stored with the room, and summed up over all samples', async () => {
  const server = await world.start({ limits: { sampleMs: 50, leastSampleMs: 1 } });
  const { token, host, guest } = await started(world, server);
  const { id } = await world.row(token);
  const samples = () => world.db.select().from(callSample).where(eq(callSample.channelId, id));
  const ofGuest = { seat: 'guest', width: 1920, framesPerSecond: 29, sentWidth: 3840, limitation: 'cpu' };
  await guest.client.request('reportHealth', report);
  await expect
    .poll(samples)
    .toContainEqual(
      expect.objectContaining({ ...ofGuest, watchedMs: 10_000, frozenMs: 2_500, roundTripMs: 40 }),
    );
  await guest.client.request('reportHealth', { ...report, frozenMs: 500 });
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'HIGH' } });
  await expect.poll(samples).toContainEqual(expect.objectContaining({ seat: 'guest', frozenMs: 500 }));
  await guest.client.request('leaveChannel', {});
  await server.close();
  const sums = await world.db.select().from(callHealth).where(eq(callHealth.channelId, id));
  const rows = await samples();
  for (const seat of ['host', 'guest'] as const) {
    const count = rows.filter((row) => row.seat === seat).length;
    expect(sums.find((row) => row.seat === seat)).toMatchObject({
      ...{ samples: count, losses: 0, receivedBytes: 0 },
      ...(seat === 'guest' ? { watchedMs: 20_000, frozenMs: 3_000 } : { watchedMs: 0, frozenMs: 0 }),
    });
  }
  const events = await world.db
    .select({ seat: callEvent.seat, kind: callEvent.kind, detail: callEvent.detail })
    .from(callEvent)
    .where(eq(callEvent.channelId, id))
    .orderBy(asc(callEvent.at));
  expect(events).toEqual([
    { seat: 'host', kind: 'joined', detail: null },
    { seat: 'guest', kind: 'joined', detail: null },
    { seat: null, kind: 'started', detail: null },
    { seat: 'host', kind: 'quality', detail: 'HIGH' },
    { seat: 'guest', kind: 'ended', detail: 'left' },
  ]);
});

test("the seconds before a call's first sample and after its last are sampled when it ends", async () => {
  const server = await world.start({ limits: { sampleMs: 60_000, leastSampleMs: 1 } });
  const { token, guest } = await started(world, server);
  const { id } = await world.row(token);
  await guest.client.request('reportHealth', report);
  await guest.client.request('leaveChannel', {});
  await server.close();
  const samples = await world.db.select().from(callSample).where(eq(callSample.channelId, id));
  expect(samples.map(({ seat, watchedMs }) => ({ seat, watchedMs }))).toEqual(
    expect.arrayContaining([
      { seat: 'host', watchedMs: null },
      { seat: 'guest', watchedMs: 10_000 },
    ]),
  );
  expect(samples).toHaveLength(2);
});

test('rows that cannot be written yet are written later, and rejected ones block nothing', async () => {
  const { token } = await world.room();
  const { id } = await world.row(token);
  const broken = openDatabase('postgres://nobody:nothing@127.0.0.1:9/nowhere');
  const away = vi
    .spyOn(world.db, 'transaction')
    .mockImplementationOnce(() => broken.transaction(async () => {}));
  const store = new CallHealthStore(world.db);
  const kinds = async () => {
    const rows = await world.db.select().from(callEvent).where(eq(callEvent.channelId, id));
    return rows.map(({ kind }) => kind).toSorted();
  };
  store.addEvent(id, { seat: 'host', kind: 'joined' });
  await expect(store.write()).rejects.toThrow();
  expect(away).toHaveBeenCalledOnce();
  store.addEvent(id, { seat: 'host', kind: 'lost' });
  await store.write();
  expect(await kinds()).toEqual(['joined', 'lost']);
  store.addEvent(randomUUID(), { seat: 'host', kind: 'joined' });
  await expect(store.write()).rejects.toThrow();
  store.addEvent(id, { seat: 'host', kind: 'back' });
  await store.close();
  expect(await kinds()).toEqual(['back', 'joined', 'lost']);
  await broken.$client.end();
});

test('a transport that never connected counts as failed, unless it was not tried', async () => {
  const server = await world.start();
  const metrics = async () => (await fetch(`http://127.0.0.1:${server.healthPort}/metrics`)).text();
  const { host, guest } = await requested(world, server);
  await (await Media.open(host.client, host.login)).transport('send');
  const media = await Media.open(guest.client, guest.login);
  await media.produce(await media.transport('send'), 'audio');
  await guest.client.request('leaveChannel', {});
  expect(await metrics()).toMatch(/^panocall_ice_failures_total{stage="connecting"} 1$/m);
  await server.close();
});

test('rejects impossible reports from a browser', async () => {
  const server = await world.start();
  const { guest } = await started(world, server);
  for (const wrong of [
    { ...report, frozenMs: 10_001 },
    { ...report, watchedMs: 60_001 },
    { ...report, received: { ...report.received, width: -1 } },
    { ...report, sent: { ...report.sent, limitation: 'laziness' } },
  ]) {
    expect(await guest.client.ask('reportHealth', wrong)).toMatchObject({ error: { code: 'INVALID_DATA' } });
  }
  await server.close();
});
