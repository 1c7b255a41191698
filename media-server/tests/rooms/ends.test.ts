import { sql } from 'drizzle-orm';
import { observer } from 'mediasoup';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHANNEL_END } from '#db/schema/index.ts';
import { hosted, started, World } from '../support/harness.ts';

let world: World;

beforeEach(async () => {
  world = await World.create();
});
afterEach(() => world.close());

const notify = (token: string) => world.db.execute(sql`select pg_notify(${CHANNEL_END}, ${token})`);
const isOver = ({ status }: { status: string }) => status === 'FINISHED';
const end = { status: 'FINISHED', endReason: 'admin' };

test('A call ended by an administrator is over for both sides and in its row', async () => {
  const server = await world.start();
  const { token, host, guest } = await started(world, server);
  const other = await started(world, server);
  await notify(token);
  for (const { client } of [host, guest]) {
    expect(await client.channel(isOver)).toMatchObject({ ...end, endedBy: null });
  }
  expect(await world.row(token)).toMatchObject({ ...end, endedAt: expect.any(Date) });
  await world.written(other.token, { status: 'STARTED' });
});

test('An administrator can end a waiting room', async () => {
  const server = await world.start();
  const { token, host } = await hosted(world, server);
  await notify(token);
  expect(await host.client.channel(isOver)).toMatchObject(end);
});

test('An administrator can end a room that nobody has opened yet', async () => {
  await world.start();
  const { token } = await world.room();
  await notify(token);
  await expect.poll(async () => (await world.row(token)).endReason).toBe('admin');
});

test('A code that is unknown or whose room is over does no harm', async () => {
  const server = await world.start();
  const { token, host } = await hosted(world, server);
  await host.client.request('finishChannel', {});
  await notify('NOSUCHONE');
  await notify(token);
  const next = await hosted(world, server);
  await notify(next.token);
  await next.host.client.channel(isOver);
  expect(await world.row(token)).toMatchObject({ endReason: 'left' });
});

test('With two media servers, the one that holds the room ends it, once', async () => {
  const server = await world.start();
  await world.start({ env: { MEDIA_NODE_ID: 'node-b' } });
  const { token, guest } = await started(world, server);
  await notify(token);
  expect(await guest.client.channel(isOver)).toMatchObject(end);
  expect(await world.row(token)).toMatchObject(end);
});

test('A call that has ended leaves no transport behind', async () => {
  const left = new Set<string>();
  observer.on('newworker', (worker) =>
    worker.observer.on('newwebrtcserver', (webRtcServer) => {
      webRtcServer.observer.on('webrtctransporthandled', ({ id }) => left.add(id));
      webRtcServer.observer.on('webrtctransportunhandled', ({ id }) => left.delete(id));
    }),
  );
  const { host, guest } = await started(world, await world.start());
  for (const { client } of [host, guest]) {
    for (const direction of ['send', 'receive'] as const)
      await client.request('createTransport', { direction });
  }
  expect(left.size).toBe(4);
  await host.client.request('leaveChannel', {});
  await guest.client.channel(isOver);
  expect(left.size).toBe(0);
});

test('The room of a cancelled booking ends with that reason', async () => {
  const { host, guest } = await started(world, await world.start());
  const { token } = guest.login.channel;
  await notify(`${token} cancelled`);
  for (const { client } of [host, guest])
    expect(await client.channel(isOver)).toMatchObject({ endReason: 'cancelled', endedBy: null });
  expect(await world.row(token)).toMatchObject({ status: 'FINISHED', endReason: 'cancelled' });
});
