import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CODE_LONGEST_MS, CODE_TTL_MS } from '#protocol/room-code.ts';
import { camera } from '../support/client.ts';
import { enter, hosted, newKey, World } from '../support/harness.ts';
import { requestedStream } from '../support/metered.ts';

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterEach(() => world.stopServers());
afterAll(() => world.close());

const code = (name: string) => expect.objectContaining({ code: name });
const MINUTE_MS = 60_000;

test('The host has a code work for five more minutes, also after a restart of the media server', async () => {
  const server = await world.start();
  const { token, host } = await hosted(world, server, { expiresAt: new Date(Date.now() + 2_000) });
  expect(host.login.channel.extendable).toBe(true);
  const before = await world.row(token);
  await host.client.request('extendCode', {});
  const { expiresInMs } = await host.client.channel((channel) => channel.expiresInMs > CODE_TTL_MS);
  expect(expiresInMs).toBeLessThanOrEqual(CODE_TTL_MS + 2_000);
  const after = await world.row(token);
  expect(after.expiresAt.getTime() - before.expiresAt.getTime()).toBe(CODE_TTL_MS);
  expect(after.placedUntil?.getTime()).toBeGreaterThan(after.expiresAt.getTime());
  await world.stopServers();
  const again = await enter(await world.start(), token, 'host', host.holder);
  expect(again.login.channel).toMatchObject({ status: 'CREATED', extendable: true });
  expect(again.login.channel.expiresInMs).toBeGreaterThan(CODE_TTL_MS - MINUTE_MS);
});

test('A code works for an hour at most', async () => {
  const server = await world.start();
  const createdAt = new Date(Date.now() - CODE_LONGEST_MS + 4 * MINUTE_MS);
  const { token, host } = await hosted(world, server, {
    createdAt,
    expiresAt: new Date(Date.now() + MINUTE_MS),
  });
  await host.client.request('extendCode', {});
  const last = await host.client.channel(({ extendable }) => !extendable);
  expect(last.expiresInMs).toBeLessThanOrEqual(4 * MINUTE_MS);
  expect((await world.row(token)).expiresAt.getTime()).toBe(createdAt.getTime() + CODE_LONGEST_MS);
  await expect(host.client.request('extendCode', {})).rejects.toEqual(code('WRONG_STATE'));
});

test('Only the host of a room that waits extends its code', async () => {
  const server = await world.start();
  const { token, host } = await hosted(world, server);
  const guest = await enter(server, token, 'guest', newKey());
  await expect(guest.client.request('extendCode', {})).rejects.toEqual(code('FORBIDDEN'));
  await guest.client.request('requestChannel', { camera });
  await expect(guest.client.request('extendCode', {})).rejects.toEqual(code('FORBIDDEN'));
  await expect(host.client.request('extendCode', {})).rejects.toEqual(code('WRONG_STATE'));
});

test('The room of a paid call has no code to extend', async () => {
  const server = await world.start();
  const { host } = await hosted(world, server, await requestedStream(world, MINUTE_MS));
  expect(host.login.channel.extendable).toBe(false);
  await expect(host.client.request('extendCode', {})).rejects.toEqual(code('WRONG_STATE'));
});
