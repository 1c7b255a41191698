import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channel, mediaNode } from '#db/schema/index.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import type { MediaServer } from '../../server.ts';
import { camera, untold } from '../support/client.ts';
import {
  connect,
  enter,
  hosted,
  NODE,
  newKey,
  requested,
  started,
  ticket,
  World,
} from '../support/harness.ts';

let world: World;

beforeEach(async () => {
  world = await World.create();
});
afterEach(() => world.close());

/** Simulates a crash: no close handshakes, and the node's last heartbeat is old. */
async function nodeWentDown(id: string) {
  const heartbeatAt = new Date(Date.now() - 60_000);
  await world.db
    .insert(mediaNode)
    .values({ id, heartbeatAt })
    .onConflictDoUpdate({ target: mediaNode.id, set: { heartbeatAt } });
}

const eventually = (read: () => Promise<object>, expected: object) =>
  expect.poll(read, { timeout: 10_000 }).toMatchObject(expected);

const restarted = async (server: MediaServer, limits = {}) => {
  await server.close();
  return world.start({ limits });
};

test('A waiting room outlives a restart', async () => {
  const first = await world.start();
  const { token, host } = await hosted(world, first);
  const second = await restarted(first);
  expect(await host.client.closed).toBe(CLOSE_CODES.GOING_AWAY);
  const guest = await enter(second, token, 'guest', newKey());
  expect(guest.login.channel.seats.host).toEqual({
    connected: false,
    camera: null,
    producers: [],
    ...untold,
  });
  // The host opened the room and has a grace period to return.
  await guest.client.request('requestChannel', { camera });
  const back = await enter(second, token, 'host', host.holder);
  expect(back.login.channel.status).toBe('REQUESTED');
});

test.each(['REQUESTED', 'STARTED'] as const)('A call that is %s outlives a restart', async (status) => {
  const first = await world.start();
  const call = status === 'STARTED' ? started : requested;
  const { token, host, guest } = await call(world, first);
  const second = await restarted(first);
  const resume = (await connect(second)).login({ resumeToken: guest.login.resumeToken });
  await expect(resume).rejects.toMatchObject({ code: 'RESUME_INVALID' });

  const again = await enter(second, token, 'guest', guest.holder);
  expect(again.login).toMatchObject({ resumed: false, channel: { status } });
  expect(again.login.channel.seats.host?.connected).toBe(false);
  const hostAgain = await enter(second, token, 'host', host.holder);
  await hostAgain.client.request('updateCamera', { camera });
  await again.client.request('updateCamera', { camera });
  await hostAgain.client.request('startChannel', {});
  await again.client.request('startChannel', {});
  await hostAgain.client.channel((room) => room.status === 'STARTED' && room.seats.guest?.camera !== null);
  const other = (await connect(second)).login({ ticket: await ticket(token, 'guest', newKey()) });
  await expect(other).rejects.toMatchObject({ code: 'SEAT_TAKEN' });
});

test('A call that nobody rejoins after a restart is lost', async () => {
  const first = await world.start();
  const { token } = await started(world, first);
  const second = await restarted(first, { seatGraceMs: 500 });
  await eventually(() => world.row(token), { status: 'FINISHED', endReason: 'lost' });
  await second.close();
});

test('Rooms that were never entered expire at the start, except those of another live node', async () => {
  const long = new Date(Date.now() - 60_000);
  const own = await world.room({ expiresAt: long });
  const dead = await world.room({ expiresAt: long, nodeId: 'node-down' });
  const alive = await world.room({ expiresAt: long, nodeId: 'node-up' });
  const waiting = await world.room({});
  await nodeWentDown('node-down');
  await world.db.insert(mediaNode).values({ id: 'node-up', url: 'wss://node-up.example' });
  await world.start();
  const status = async (room: { token: string }) => (await world.row(room.token)).status;
  expect(await status(own)).toBe('FINISHED');
  expect(await status(dead)).toBe('FINISHED');
  expect(await status(alive)).toBe('CREATED');
  expect(await status(waiting)).toBe('CREATED');
  expect((await world.row(own.token)).endReason).toBe('expired');
});

test('A room of a node that went down is taken over with a ticket', async () => {
  const first = await world.start({ env: { MEDIA_NODE_ID: 'node-down' } });
  const { token, hostKey } = await world.room({ nodeId: 'node-down' });
  const host = await enter(first, token, 'host', hostKey);
  await host.client.request('createChannel', { camera });
  const guest = await enter(first, token, 'guest', newKey());
  await guest.client.request('requestChannel', { camera });
  await first.close();
  await nodeWentDown('node-down');

  const second = await world.start();
  const again = await enter(second, token, 'guest', guest.holder);
  expect(again.login.channel.status).toBe('REQUESTED');
  expect((await world.row(token)).nodeId).toBe(NODE);
  const hostAgain = await enter(second, token, 'host', hostKey);
  await again.client.channel(({ seats }) => seats.host?.connected === true);
  await hostAgain.client.request('leaveChannel', {});
  expect((await world.row(token)).status).toBe('FINISHED');
});

test('A room of a live node stays there; clients that log in elsewhere must retry', async () => {
  const server = await world.start();
  await world.db.insert(mediaNode).values({ id: 'node-up', url: 'wss://node-up.example' });
  const { token, hostKey } = await world.room({ nodeId: 'node-up' });
  const client = await connect(server);
  const login = client.login({ ticket: await ticket(token, 'host', hostKey) });
  await expect(login).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await client.closed).toBe(CLOSE_CODES.GOING_AWAY);
  expect((await world.row(token)).nodeId).toBe('node-up');
});

test('A node whose room was taken over leaves the row alone, and redirects its people', async () => {
  const server = await world.start();
  const { token, host } = await hosted(world, server);
  await world.db.update(channel).set({ nodeId: 'another', epoch: 9 }).where(eq(channel.token, token));
  const guest = await enter(server, token, 'guest', newKey());
  await guest.client.request('requestChannel', { camera });
  for (const { client } of [host, guest]) expect(await client.closed).toBe(CLOSE_CODES.MOVED);
  expect(await world.row(token)).toMatchObject({ status: 'CREATED', nodeId: 'another', epoch: 9 });
});

test('Calls whose node went down are lost if nobody comes back', async () => {
  const onNode = { nodeId: 'node-down', guestKey: 'guest' };
  const call = await world.room({ ...onNode, status: 'STARTED', startedAt: new Date() });
  const elsewhere = await world.room({ ...onNode, nodeId: 'node-up', status: 'REQUESTED' });
  await world.db.insert(mediaNode).values({ id: 'node-up', url: 'wss://node-up.example' });
  await world.start({ limits: { heartbeatMs: 50, seatGraceMs: 100 } });
  await eventually(() => world.row(call.token), { status: 'FINISHED', endReason: 'lost' });
  expect((await world.row(elsewhere.token)).status).toBe('REQUESTED');
});

test('A node registers its location and load, and its row goes when it stops', async () => {
  const node = () => world.db.select().from(mediaNode);
  const server = await world.start({
    env: {
      MEDIA_URL: 'wss://media.example/realtime',
      MEDIA_REGION: 'eu',
      MEDIA_ROOMS_PER_WORKER: '7',
      MEDIA_MBPS: '500',
    },
    limits: { heartbeatMs: 20 },
  });
  expect(await node()).toMatchObject([
    {
      ...{ id: NODE, url: 'wss://media.example/realtime', load: 0 },
      ...{ region: 'eu', maxRooms: 7, maxMbps: 500 },
    },
  ]);
  await hosted(world, server);
  const { host } = await requested(world, server);
  await eventually(node, [{ load: 2 }]);
  await host.client.request('leaveChannel', {});
  await eventually(node, [{ load: 1 }]);
  await server.close();
  expect(await node()).toEqual([]);
});
