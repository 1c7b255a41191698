import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { camera } from '../support/client.ts';
import { connect, hosted, started, World } from '../support/harness.ts';

const HOUR_MS = 3_600_000;

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.stopServers();
});
afterAll(() => world.close());

/** Moves the system clock, as an administrator or a time server may. */
function moveClock(ms: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

test('setting the clock ahead ends no grace period early', async () => {
  const server = await world.start();
  const { host, guest } = await started(world, server);
  await guest.client.drop();
  await host.client.channel(({ seats }) => seats.guest?.connected === false);
  moveClock(HOUR_MS);
  // A change of the room computes its deadline again.
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'LOW' } });
  const client = await connect(server);
  const back = await client.login({ resumeToken: guest.login.resumeToken });
  expect(back.channel.status).toBe('STARTED');
  expect(back.channel.lastedMs).toBeLessThan(HOUR_MS);
});

test('setting the clock ahead does not expire a new code', async () => {
  const { host } = await hosted(world, await world.start());
  moveClock(HOUR_MS);
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'LOW' } });
  const { status, expiresInMs } = await host.client.channel(
    ({ seats }) => seats.host?.camera?.quality === 'LOW',
  );
  expect(status).toBe('CREATED');
  expect(expiresInMs).toBeGreaterThan(0);
});

test('setting the clock back does not extend a grace period', async () => {
  const { host, guest } = await started(world, await world.start({ limits: { seatGraceMs: 2_000 } }));
  await guest.client.drop();
  await host.client.channel(({ seats }) => seats.guest?.connected === false);
  moveClock(-HOUR_MS);
  const { endReason } = await host.client.channel(({ status }) => status === 'FINISHED');
  expect(endReason).toBe('lost');
});
