import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { SeatMedia } from '../../rtc/seat-media.ts';
import { camera } from '../support/client.ts';
import { connect, enter, hosted, newKey, requested, started, ticket, World } from '../support/harness.ts';
import { requestedStream } from '../support/metered.ts';

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterEach(() => world.stopServers());
afterAll(() => world.close());

test('A room that nobody enters in time expires', async () => {
  const server = await world.start();
  const { token, host } = await hosted(world, server, { expiresAt: new Date(Date.now() + 2_000) });
  const visitor = await enter(server, token, 'guest', newKey());
  const expired = { status: 'FINISHED', endReason: 'expired', endedBy: null };
  expect(await host.client.channel(({ status }) => status !== 'CREATED')).toMatchObject(expired);
  expect(await visitor.client.channel(({ status }) => status !== 'CREATED')).toMatchObject(expired);
  expect(await world.row(token)).toMatchObject({ status: 'FINISHED', endReason: 'expired' });
});

test('A waiting room keeps the seat of an absent host, and then expires', async () => {
  const server = await world.start({ limits: { seatGraceMs: 1 } });
  const { token, host } = await hosted(world, server, { expiresAt: new Date(Date.now() + 2_000) });
  await host.client.drop();
  const visitor = await enter(server, token, 'guest', newKey());
  const end = await visitor.client.channel(({ status }) => status !== 'CREATED');
  expect(end.endReason).toBe('expired');
});

test('A waiting room that everyone has left gives its capacity back, and is taken up again', async () => {
  const server = await world.start({ limits: { seatGraceMs: 100, heartbeatMs: 50 } });
  const [kept, left, paid] = [
    await hosted(world, server),
    await hosted(world, server),
    await hosted(world, server, await requestedStream(world, 60_000)),
  ];
  const held = await world.row(left.token);
  expect(held.placedUntil?.getTime()).toBeGreaterThan(held.expiresAt.getTime());
  const visitor = await enter(server, left.token, 'guest', newKey());
  for (const { host } of [left, paid]) await host.client.drop();
  await setTimeout(500);
  expect(await world.row(left.token)).toMatchObject({ placedUntil: held.placedUntil });
  await visitor.client.drop();
  await world.written(left.token, { status: 'CREATED', placedUntil: null });
  const resumed = (await connect(server)).login({ resumeToken: left.host.login.resumeToken });
  await expect(resumed).rejects.toMatchObject({ code: 'RESUME_INVALID' });
  const back = await enter(server, left.token, 'host', left.host.holder);
  expect(back.login.channel).toMatchObject({ status: 'CREATED', seats: { host: { connected: true } } });
  for (const { token } of [kept, left, paid])
    expect(await world.row(token)).toMatchObject({ status: 'CREATED', placedUntil: expect.any(Date) });
});

test('A room with a call keeps its place for as long as the call, and one that has ended has none', async () => {
  const server = await world.start();
  const { token, guest } = await started(world, server);
  await world.written(token, { status: 'STARTED', placedUntil: null });
  await guest.client.request('leaveChannel', {});
  await world.written(token, { status: 'FINISHED', placedUntil: null });
});

test('A media server that starts again gives back the capacity of the rooms that waited', async () => {
  const first = await world.start();
  const { token } = await hosted(world, first);
  await world.stopServers();
  expect((await world.row(token)).placedUntil).not.toBeNull();
  await world.start();
  await world.written(token, { status: 'CREATED', placedUntil: null });
});

test('A call whose media does not connect in time fails', async () => {
  const server = await world.start({ limits: { connectTimeoutMs: 1_000 } });
  const { token, host, guest } = await requested(world, server);
  const failed = { status: 'FAILED', endReason: 'timeout', endedBy: null };
  expect(await host.client.channel(({ status }) => status !== 'REQUESTED')).toMatchObject(failed);
  expect(await guest.client.channel(({ status }) => status !== 'REQUESTED')).toMatchObject(failed);
  expect(await world.row(token)).toMatchObject({ status: 'FAILED', endReason: 'timeout' });
});

test.each(['host', 'guest'] as const)('A call ends if its %s does not come back', async (by) => {
  const server = await world.start({ limits: { seatGraceMs: 100 } });
  const { token, host, guest } = await started(world, server);
  const [gone, left] = by === 'host' ? [host, guest] : [guest, host];
  await gone.client.drop();
  const end = await left.client.channel(({ status }) => status !== 'STARTED');
  expect(end).toMatchObject({ status: 'FINISHED', endReason: 'lost', endedBy: by });
  expect(await world.row(token)).toMatchObject({ status: 'FINISHED', endReason: 'lost' });
  const login = (await connect(server)).login({ resumeToken: gone.login.resumeToken });
  await expect(login).rejects.toMatchObject({ code: 'CHANNEL_ENDED' });
});

test('A call continues without a socket for as long as the seat’s media is alive', async () => {
  const alive = vi.spyOn(SeatMedia.prototype, 'isAlive', 'get').mockReturnValue(true);
  onTestFinished(() => alive.mockRestore());
  const server = await world.start({ limits: { seatGraceMs: 100 } });
  const { host, guest } = await started(world, server);
  await guest.client.drop();
  await host.client.channel(({ seats }) => seats.guest?.connected === false);
  // The media is checked at the end of each grace period.
  await expect.poll(() => alive.mock.calls.length).toBeGreaterThan(3);
  await host.client.request('keepAliveSocket', {});
  expect(host.client.updates.at(-1)).toMatchObject({ status: 'STARTED' });
  alive.mockReturnValue(false);
  const end = await host.client.channel(({ status }) => status !== 'STARTED');
  expect(end).toMatchObject({ status: 'FINISHED', endReason: 'lost', endedBy: 'guest' });
});

test('An ended room is forgotten: its tokens are void, and its row says that it ended', async () => {
  const server = await world.start({ limits: { endedRoomMs: 50 } });
  const { token, host, guest } = await started(world, server);
  await host.client.request('leaveChannel', {});
  const code = async () => {
    const client = await connect(server);
    const refusal = client.login({ resumeToken: guest.login.resumeToken });
    return refusal.catch((error: { code: string }) => error.code);
  };
  while ((await code()) === 'CHANNEL_ENDED');
  expect(await code()).toBe('RESUME_INVALID');
  const late = (await connect(server)).login({ ticket: await ticket(token, 'guest', guest.holder) });
  await expect(late).rejects.toMatchObject({ code: 'CHANNEL_ENDED' });
});

test('A socket that does not log in is closed', async () => {
  const server = await world.start({ limits: { loginTimeoutMs: 100 } });
  const client = await connect(server);
  expect(await client.closed).toBe(CLOSE_CODES.LOGIN_TIMEOUT);
});

test('A silent socket is closed, and its seat counts as dropped', async () => {
  const server = await world.start({ limits: { socketIdleMs: 2_000 } });
  const { host, guest } = await started(world, server);
  const alive = setInterval(() => host.client.ask('keepAliveSocket', {}), 100);
  expect(await guest.client.closed).toBe(CLOSE_CODES.IDLE);
  await host.client.channel(({ seats }) => seats.guest?.connected === false);
  clearInterval(alive);
});

test('A login in time is not closed by the login timeout', async () => {
  const server = await world.start({ limits: { loginTimeoutMs: 500, socketIdleMs: 2_000 } });
  const { host } = await hosted(world, server);
  // It is closed later, only for being idle.
  expect(await host.client.closed).toBe(CLOSE_CODES.IDLE);
  expect(host.client.updates.at(-1)?.seats.host?.camera).toEqual(camera);
});
