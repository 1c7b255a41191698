import { afterEach, beforeEach, expect, test } from 'vitest';
import { MEDIA_NODE_DRAINING, mediaNode } from '#db/schema/index.ts';
import { SettingsError } from '../../nodes/registration.ts';
import { enter, hosted, NODE, newKey, started, World } from '../support/harness.ts';

let world: World;

beforeEach(async () => {
  world = await World.create();
});
afterEach(() => world.close());

const named = (MEDIA_NODE_ID: string, MEDIA_URL = `wss://${MEDIA_NODE_ID}.example`) => ({
  env: { MEDIA_NODE_ID, MEDIA_URL },
});
const limits = { heartbeatMs: 100 };

test('Two running servers cannot share a node id; the first keeps its calls', async () => {
  const first = await world.start({ limits });
  const { host } = await started(world, first);
  const second = world.start();
  await expect(second).rejects.toThrow(SettingsError);
  await expect(second).rejects.toThrow(`MEDIA_NODE_ID: another media server that runs is called ${NODE}`);
  await host.client.request('keepAliveSocket', {});
  expect(await world.db.select().from(mediaNode)).toMatchObject([{ id: NODE, load: 1 }]);
});

test("A crashed server's id can be taken at once, even with a fresh heartbeat", async () => {
  // The crashed process has no database connections.
  await world.db
    .insert(mediaNode)
    .values({ id: NODE, process: 'media-crashed', heartbeatAt: new Date('2200-01-01') });
  const server = await world.start();
  await hosted(world, server);
});

test.each([
  ['this one has none', '', 'wss://other.example', 'MEDIA_URL: is required beside other'],
  ['the other one has none', 'wss://a.example', '', 'MEDIA_URL: other, which runs too, has none'],
  ['both have the same', 'wss://a.example', 'wss://a.example', 'MEDIA_URL: is that of other'],
])('Several servers need a URL each: %s', async (_, own, others, message) => {
  await world.start(named('other', others));
  await expect(world.start(named(NODE, own))).rejects.toThrow(message);
  // The refused server leaves no row and does not disturb the other.
  expect(await world.db.select().from(mediaNode)).toMatchObject([{ id: 'other', load: 0 }]);
});

test('A server without a URL may replace one that is draining or gone', async () => {
  await world.db.insert(mediaNode).values([
    { id: 'draining', load: MEDIA_NODE_DRAINING },
    { id: 'down', heartbeatAt: new Date(0) },
    { id: 'crashed', process: 'media-crashed' },
  ]);
  const server = await world.start(named(NODE, ''));
  const { token } = await hosted(world, server);
  await enter(server, token, 'guest', newKey());
});
