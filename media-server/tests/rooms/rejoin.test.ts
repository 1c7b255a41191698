import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANNEL_END } from '#db/schema/index.ts';
import type { MediaServer } from '../../server.ts';
import { camera } from '../support/client.ts';
import { connect, started, ticket, World } from '../support/harness.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  server = await world.start();
});
afterAll(() => world.close());

type Room = Awaited<ReturnType<typeof started>>;

async function comeBack({ token, ...sides }: Room, seat: 'host' | 'guest') {
  const client = await connect(server);
  const auth = { ticket: await ticket(token, seat, sides[seat].holder, { rejoin: true }) };
  return { client, login: await client.login(auth) };
}

test('Both sides can rejoin a call that one of them left', async () => {
  const room = await started(world, server);
  await room.guest.client.request('leaveChannel', {});
  await room.host.client.channel(({ status }) => status === 'FINISHED');
  expect(await world.row(room.token)).toMatchObject({ status: 'FINISHED', endReason: 'left' });

  const { startedAt } = await world.row(room.token);
  const guest = await comeBack(room, 'guest');
  expect(guest.login).toMatchObject({
    seat: 'guest',
    resumed: false,
    channel: {
      status: 'REQUESTED',
      endReason: null,
      seats: { host: { connected: false, camera: null }, guest: { connected: true } },
    },
  });
  await world.written(room.token, { status: 'REQUESTED', endReason: null, endedAt: null });
  await guest.client.request('updateCamera', { camera });
  await guest.client.request('createTransport', { direction: 'send' });

  const host = await comeBack(room, 'host');
  await guest.client.channel(({ seats }) => seats.host?.connected === true);
  for (const { client } of [host, guest]) await client.request('startChannel', {});
  await host.client.channel(({ status }) => status === 'STARTED');
  expect((await world.row(room.token)).startedAt).toEqual(startedAt);

  // It ends as any other call, and can be rejoined again.
  await host.client.request('leaveChannel', {});
  expect((await comeBack(room, 'host')).login.channel.status).toBe('REQUESTED');
});

test('A ticket without the rejoin claim does not revive a call', async () => {
  const room = await started(world, server);
  await room.host.client.request('leaveChannel', {});
  const client = await connect(server);
  const login = client.login({ ticket: await ticket(room.token, 'host', room.host.holder) });
  await expect(login).rejects.toMatchObject({ code: 'CHANNEL_ENDED' });
});

test('A call that an administrator ended stays ended', async () => {
  const room = await started(world, server);
  await world.db.execute(sql`select pg_notify(${CHANNEL_END}, ${room.token})`);
  await room.host.client.channel(({ endReason }) => endReason === 'admin');
  await expect(comeBack(room, 'guest')).rejects.toMatchObject({ code: 'CHANNEL_ENDED' });
});
