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

/** As an administrator or a time server sets the machine's clock. */
function moveClock(ms: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

test('a clock that is set ahead takes no seat from somebody who is on the way back', async () => {
  const server = await world.start();
  const { host, guest } = await started(world, server);
  await guest.client.drop();
  await host.client.channel(({ seats }) => seats.guest?.connected === false);
  moveClock(HOUR_MS);
  // A change of the room reckons its timeouts anew.
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'LOW' } });
  const client = await connect(server);
  const back = await client.login({ resumeToken: guest.login.resumeToken });
  expect(back.channel.status).toBe('STARTED');
  expect(back.channel.lastedMs).toBeLessThan(HOUR_MS);
});

test('a clock that is set ahead ends no code that was just given out', async () => {
  const { host } = await hosted(world, await world.start());
  moveClock(HOUR_MS);
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'LOW' } });
  const { status, expiresInMs } = await host.client.channel(
    ({ seats }) => seats.host?.camera?.quality === 'LOW',
  );
  expect(status).toBe('CREATED');
  expect(expiresInMs).toBeGreaterThan(0);
});

test('a clock that is set back holds nobody in a call that the other has lost', async () => {
  const { host, guest } = await started(world, await world.start({ limits: { seatGraceMs: 2_000 } }));
  await guest.client.drop();
  await host.client.channel(({ seats }) => seats.guest?.connected === false);
  moveClock(-HOUR_MS);
  const { endReason } = await host.client.channel(({ status }) => status === 'FINISHED');
  expect(endReason).toBe('lost');
});
