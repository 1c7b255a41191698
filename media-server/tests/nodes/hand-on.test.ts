import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MEDIA_NODE_DRAINING, mediaNode, stream } from '#db/schema/index.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { defaultLimits } from '../../limit-settings.ts';
import { createLog } from '../../log.ts';
import { startMediaServer } from '../../server.ts';
import { camera } from '../support/client.ts';
import { enter, hosted, NODE, newKey, started, World } from '../support/harness.ts';
import { requestedStream, seePicture, WHOLE } from '../support/metered.ts';

let world: World;

beforeEach(async () => {
  world = await World.create();
});
afterEach(() => world.close());

const limits = { heartbeatMs: 100 };
const another = { env: { MEDIA_NODE_ID: 'another' }, limits };

test('A call that is handed over continues on the other node as the same call', async () => {
  const server = await world.start();
  const { token, host, guest } = await started(world, server);
  await world.written(token, { status: 'STARTED' });
  const before = await world.row(token);
  const second = await world.start(another);
  await server.handOver();
  for (const { client } of [host, guest]) expect(await client.closed).toBe(CLOSE_CODES.MOVED);
  expect(await world.row(token)).toMatchObject({ ...before, nodeId: 'another', epoch: expect.any(Number) });

  const [hostBack, guestBack] = [
    await enter(second, token, 'host', host.holder),
    await enter(second, token, 'guest', guest.holder),
  ];
  expect(guestBack.login.channel.status).toBe('STARTED');
  await hostBack.client.channel(({ seats }) => seats.guest?.connected === true);
  expect((await world.row(token)).startedAt).toEqual(before.startedAt);
  // The first server no longer affects the call.
  await server.close();
  await guestBack.client.request('leaveChannel', {});
  await world.written(token, { status: 'FINISHED', endReason: 'left', nodeId: 'another' });
});

test('Metered time of a paid call is handed over with it', async () => {
  const { seen } = seePicture();
  const server = await world.start();
  const paid = await requestedStream(world, 600_000);
  const { token, hostKey } = await world.room(paid);
  const host = await enter(server, token, 'host', hostKey);
  await host.client.request('createChannel', { camera });
  const guest = await enter(server, token, 'guest', newKey());
  await guest.client.request('requestChannel', { camera });
  for (const { client } of [host, guest]) await client.request('startChannel', {});
  seen.picture = WHOLE;
  await guest.client.event('meter');
  const counted = async () => {
    const [row] = await world.db.select().from(stream).where(eq(stream.id, paid.streamId));
    return row?.deliveredMs ?? 0;
  };
  await expect
    .poll(() => host.client.heard.filter(({ event }) => event === 'meter').length)
    .toBeGreaterThan(2);
  const second = await world.start(another);
  await server.handOver();
  // Long before the meter's own interval.
  const handed = await counted();
  expect(handed).toBeGreaterThan(0);
  for (const [seat, { holder }] of [['host', host] as const, ['guest', guest] as const]) {
    const { client } = await enter(second, token, seat, holder);
    await client.request('startChannel', {});
  }
  await expect.poll(counted).toBeGreaterThan(handed);
});

test('A handed-over call is lost if nobody reconnects', async () => {
  const server = await world.start();
  const { token } = await started(world, server);
  await world.start({ ...another, limits: { ...limits, seatGraceMs: 300 } });
  await server.handOver();
  await world.written(token, { status: 'FINISHED', endReason: 'lost', nodeId: 'another' });
});

test.each([
  ['runs', null],
  ['has place', { id: 'full', url: 'wss://full.example', maxRooms: 1 }],
])('Where no other %s, calls stay', async (_, other) => {
  const server = await world.start();
  const { token, host } = await started(world, server);
  if (other) {
    await world.db.insert(mediaNode).values(other);
    await world.room({ nodeId: other.id, placedUntil: new Date(Date.now() + 60_000) });
  }
  await server.handOver();
  await host.client.request('keepAliveSocket', {});
  await world.written(token, { status: 'STARTED', nodeId: NODE });
});

test('An operator drains a node by a command', async () => {
  const environment = world.environment();
  let drained: Promise<void> | undefined;
  const log = createLog('silent', NODE);
  const server = await startMediaServer(environment, log, defaultLimits, () => {
    drained = server.drain();
  });
  try {
    const { host } = await hosted(world, server);
    const script = fileURLToPath(new URL('../../../scripts/drain.ts', import.meta.url));
    const run = (node: string) =>
      promisify(execFile)(process.execPath, [script, node], {
        env: { ...process.env, DATABASE_URL: world.url },
      });
    expect((await run(NODE)).stdout).toContain('takes no more rooms');
    expect(await host.client.closed).toBe(CLOSE_CODES.MOVED);
    await drained;
    expect(await world.db.select().from(mediaNode)).toMatchObject([{ load: MEDIA_NODE_DRAINING }]);
    await expect(run('nobody')).rejects.toMatchObject({ code: 1 });
  } finally {
    await server.close();
  }
});
