import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { channel, mediaNode, stream, streamTick } from '#db/schema/index.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { StreamStore } from '../../rooms/stream-store.ts';
import { camera, saying } from '../support/client.ts';
import { CuttableDatabase } from '../support/cuttable-database.ts';
import { enter, NODE, requested, started, World } from '../support/harness.ts';
import { requestedStream } from '../support/metered.ts';

let world: World;
let database: CuttableDatabase;

beforeEach(async () => {
  world = await World.create();
});
afterEach(() => world.close());

const limits = { heartbeatMs: 100 };

/** A media server whose connection to the database can be cut. */
async function startBehind() {
  const way = await CuttableDatabase.open(world.url);
  onTestFinished(() => way.close());
  database = way;
  return world.start({ env: { DATABASE_URL: database.url }, limits });
}

/** Cuts the connection once the row has this status, and makes the node look down to others. */
async function cut(token: string, status: 'REQUESTED' | 'STARTED') {
  await world.written(token, { status });
  database.cut();
  await world.db
    .update(mediaNode)
    .set({ heartbeatAt: new Date(Date.now() - 60_000) })
    .where(eq(mediaNode.id, NODE));
}

test('A node cut off from its database keeps its calls, and restores their rows afterwards', async () => {
  const server = await startBehind();
  const { token, host, guest } = await started(world, server);
  await cut(token, 'STARTED');
  await host.client.request('message', saying('still there?'));
  expect(await guest.client.event('message')).toMatchObject({ text: 'still there?' });
  // The other node records the call as lost, as nobody comes back.
  await world.start({ env: { MEDIA_NODE_ID: 'another' }, limits: { ...limits, seatGraceMs: 100 } });
  await world.written(token, { status: 'FINISHED', endReason: 'lost' });

  database.mend();
  await world.written(token, { status: 'STARTED', endReason: null, endedAt: null, nodeId: NODE });
  await guest.client.request('leaveChannel', {});
  await host.client.channel(({ status }) => status === 'FINISHED');
  await world.written(token, { status: 'FINISHED', endReason: 'left' });
});

test('A node gives up a call that another took meanwhile, and writes nothing to its row', async () => {
  const server = await startBehind();
  const { token, host, guest } = await started(world, server);
  await cut(token, 'STARTED');
  const another = await world.start({ env: { MEDIA_NODE_ID: 'another' } });
  const back = await enter(another, token, 'guest', guest.holder);
  expect(back.login.channel.status).toBe('STARTED');
  // This would be written as soon as the database is back.
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'LOW' } });

  database.mend();
  for (const { client } of [host, guest]) expect(await client.closed).toBe(CLOSE_CODES.MOVED);
  const hostBack = await enter(another, token, 'host', host.holder);
  await back.client.channel(({ seats }) => seats.host?.connected === true);
  expect(hostBack.login.channel.status).toBe('STARTED');
  expect(await world.row(token)).toMatchObject({ nodeId: 'another', videoQuality: camera.quality });
});

test('A node gives up what another process with its id has taken, and leaves the id to it', async () => {
  const server = await startBehind();
  const { token, host, guest } = await requested(world, server);
  await cut(token, 'REQUESTED');
  const next = await world.start({ limits });
  const process = async () => (await world.db.select().from(mediaNode)).map((node) => node.process);
  const taken = await process();
  await expect.poll(async () => (await world.row(token)).epoch).toBeGreaterThan(1);
  database.mend();
  for (const { client } of [host, guest]) expect(await client.closed).toBe(CLOSE_CODES.MOVED);
  await enter(next, token, 'guest', guest.holder);
  expect(await process()).toEqual(taken);
});

test('Metered time is written once, by the process that holds the room', async () => {
  const paid = await requestedStream(world, 600_000);
  const { token } = await world.room(paid);
  const { id, epoch } = await world.row(token);
  const store = new StreamStore(world.db);
  const totals = (deliveredMs: number) => ({
    ...{ offeredMs: deliveredMs, attendedMs: deliveredMs, deliveredMs, missedMs: 0 },
    ...{ unofferedSince: null, absent: null },
  });
  const tick = { ms: 1_000, offeredMs: 1_000, attendedMs: 1_000, deliveredMs: 1_000 };
  for (let time = 0; time < 2; time++) await store.save(paid.streamId, { id, epoch }, totals(1_000), tick);
  await world.db
    .update(channel)
    .set({ epoch: epoch + 1 })
    .where(eq(channel.id, id));
  await store.save(paid.streamId, { id, epoch }, totals(2_000), tick);
  const [counted] = await world.db.select().from(stream).where(eq(stream.id, paid.streamId));
  expect(counted?.deliveredMs).toBe(1_000);
  const ticks = await world.db.select().from(streamTick).where(eq(streamTick.streamId, paid.streamId));
  expect(ticks).toMatchObject([tick]);
});
