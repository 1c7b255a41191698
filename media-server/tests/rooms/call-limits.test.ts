import { observer, type types } from 'mediasoup';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { parameter } from '#db/schema/index.ts';
import { SNAPSHOT_MIN_INTERVAL_MS } from '#protocol/limits.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import type { MediaServer } from '../../server.ts';
import { camera } from '../support/client.ts';
import { enter, hosted, newKey, requested, started, World } from '../support/harness.ts';

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterEach(async () => {
  await world.stopServers();
  await world.db.delete(parameter);
});
afterAll(() => world.close());

const setLongest = (hours: string) =>
  world.db.insert(parameter).values({ name: 'call-longest-hours', value: hours });

test('a call ends for both at the maximum duration set by the parameter', async () => {
  await setLongest('0.0003');
  const { token, host, guest } = await started(world, await world.start());
  for (const { client } of [host, guest]) {
    const over = await client.channel(({ status }) => status === 'FINISHED');
    expect(over).toMatchObject({ endReason: 'limit', endedBy: null });
  }
  expect(await world.row(token)).toMatchObject({ status: 'FINISHED', endReason: 'limit' });
});

test('a call interrupted by a restart ends after 12 hours in total', async () => {
  const since = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const call = { status: 'STARTED', guestKey: newKey(), cameraType: 'INTEGRATED_CAM', videoQuality: 'LOW' };
  const long = await world.room({ ...call, startedAt: since(12.1) });
  const shorter = await world.room({ ...call, startedAt: since(11.9) });
  await world.start();
  await expect.poll(async () => (await world.row(long.token)).endReason).toBe('limit');
  await world.written(shorter.token, { status: 'STARTED', endReason: null });
});

test.each(['soon', '-1', '0', '100000'])('a call starts where the parameter is %s', async (hours) => {
  const warnings: string[] = [];
  const warn = ({ name }: Error) => warnings.push(name);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  await setLongest(hours);
  const { host } = await started(world, await world.start());
  await expect(host.client.request('keepAliveSocket', {})).resolves.toEqual({});
  expect(host.client.updates.at(-1)?.status).toBe('STARTED');
  // Node fires timers of more than 24.8 days at once.
  expect(warnings).toEqual([]);
});

test('a location is stored at most once in five seconds', async () => {
  expect(SNAPSHOT_MIN_INTERVAL_MS).toBe(5_000);
  const place = (latitude: number) => ({ latitude, longitude: 0 });
  const { token, host } = await hosted(world, await world.start());
  for (const latitude of [1, 2, 3]) await host.client.request('snapshotChannel', place(latitude));
  expect((await world.row(token)).latitude).toBe(1);

  const impatient = { env: { MEDIA_NODE_ID: 'once' }, limits: { snapshotIntervalMs: 0 } };
  const patient = await hosted(world, await world.start(impatient), { nodeId: 'once' });
  for (const latitude of [1, 2]) await patient.host.client.request('snapshotChannel', place(latitude));
  expect((await world.row(patient.token)).latitude).toBe(2);
});

const statsSchema = z.array(z.looseObject({ maxIncomingBitrate: z.number().optional() }));

/** The bitrate limit that the server sends to a browser, in bit/s. */
async function limitOf(transports: types.Transport[], id: string): Promise<number | undefined> {
  const stats = await transports.find((transport) => transport.id === id)?.getStats();
  return statsSchema.parse(stats)[0]?.maxIncomingBitrate;
}

test("a browser may send half more than what its camera's quality needs", async () => {
  const transports: types.Transport[] = [];
  observer.on('newworker', ({ observer: ofWorker }) =>
    ofWorker.on('newrouter', ({ observer: ofRouter }) =>
      ofRouter.on('newtransport', (transport) => transports.push(transport)),
    ),
  );
  const { host, guest } = await requested(world, await world.start());
  const made = await host.client.request('createTransport', { direction: 'send' });
  const low = { ...camera, quality: 'LOW', projection: 'flat' } as const;
  await guest.client.request('updateCamera', { camera: low });
  const guests = await guest.client.request('createTransport', { direction: 'send' });
  const most = (quality: 'LOW' | 'HIGH', projection: 'flat' | 'equirectangular') =>
    videoTarget(quality, projection).bitrate * 1.5 + 256_000;
  expect(await limitOf(transports, guests.id)).toBe(most('LOW', 'flat'));
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'HIGH' } });
  await expect.poll(() => limitOf(transports, made.id)).toBe(most('HIGH', 'equirectangular'));
  await host.client.request('updateCamera', { camera: low });
  await expect.poll(() => limitOf(transports, made.id)).toBe(most('LOW', 'flat'));
});

describe('The host’s location', () => {
  const place = { latitude: 43.37, longitude: -8.4 };
  const enterAs = async (server: MediaServer, token: string) => {
    const guest = await enter(server, token, 'guest', newKey());
    expect(guest.login.channel.place).toBeNull();
    await guest.client.request('requestChannel', { camera });
    return guest.client.channel(({ status }) => status === 'REQUESTED');
  };

  test('is visible only to administrators unless the host shares it', async () => {
    const server = await world.start();
    const { token, host } = await hosted(world, server);
    await host.client.request('snapshotChannel', place);
    expect(await world.row(token)).toMatchObject({ ...place, placeShared: false });
    expect((await enterAs(server, token)).place).toBeNull();
  });

  test('is shown to a guest who has entered, if the host shares it', async () => {
    const server = await world.start();
    const { token, host } = await hosted(world, server);
    await host.client.request('snapshotChannel', { ...place, shared: true });
    expect(host.client.updates.every((channel) => channel.place === null)).toBe(true);
    expect((await enterAs(server, token)).place).toEqual(place);
  });

  test('is withdrawn from the guest at once', async () => {
    const server = await world.start();
    const { token, host } = await hosted(world, server);
    await host.client.request('snapshotChannel', { ...place, shared: true });
    await host.client.request('snapshotChannel', { ...place, shared: false });
    expect((await world.row(token)).placeShared).toBe(false);
    expect((await enterAs(server, token)).place).toBeNull();
  });
});
