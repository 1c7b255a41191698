import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { MEDIA_NODE_DRAINING, mediaNode } from '#db/schema/index.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { iceAnswers } from '#scripts/webrtc/ice-check.ts';
import { MediaProcess } from '#tests/support/servers/media-process.ts';
import type { MediaServer } from '../../server.ts';
import {
  connect,
  enter,
  hosted,
  NODE,
  newKey,
  started,
  TICKET_SECRET,
  ticket,
  World,
} from '../support/harness.ts';

let world: World;

beforeEach(async () => {
  world = await World.create();
});
afterEach(() => world.close());

async function health({ healthPort }: MediaServer, path = '') {
  const response = await fetch(`http://127.0.0.1:${healthPort}/healthcheck${path}`);
  return { code: response.status, ...(await response.json()) };
}

const isDraining = () =>
  expect
    .poll(() => world.db.select().from(mediaNode))
    .toMatchObject([{ id: NODE, load: MEDIA_NODE_DRAINING }]);

test('A draining server reports it, disconnects everyone who is not in a call, and lets calls continue', async () => {
  const server = await world.start();
  const { host, guest } = await started(world, server);
  const waiting = await hosted(world, server);
  const unopened = await world.room();
  const drained = server.drain();
  await isDraining();
  expect(await health(server)).toEqual({ code: 503, status: 'draining' });
  expect(await health(server, '/live')).toEqual({ code: 200, status: 'ok' });

  expect(await waiting.host.client.closed).toBe(CLOSE_CODES.MOVED);
  // The host asks for a new ticket, and so reaches the server that has the room now.
  const { resumeToken } = waiting.host.login;
  await expect((await connect(server)).login({ resumeToken })).rejects.toMatchObject({
    code: 'RESUME_INVALID',
  });
  for (const { token, holder } of [
    { token: waiting.token, holder: waiting.host.holder },
    { token: unopened.token, holder: unopened.hostKey },
  ]) {
    const client = await connect(server);
    const login = client.login({ ticket: await ticket(token, 'host', holder) });
    await expect(login).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await client.closed).toBe(CLOSE_CODES.GOING_AWAY);
  }

  await guest.client.drop();
  await host.client.channel(({ seats }) => seats.guest?.connected === false);
  const back = await connect(server);
  const login = await back.login({ resumeToken: guest.login.resumeToken });
  expect(login.channel.status).toBe('STARTED');
  await back.request('leaveChannel', {});
  await drained;
});

test('A process that is asked to stop keeps the media of its calls while it drains', async () => {
  const env = { MEDIA_DRAIN_SECONDS: '60', MEDIA_ANNOUNCED_ADDRESS: '127.0.0.1' };
  const options = { id: NODE, databaseUrl: world.url, ticketSecret: TICKET_SECRET, env };
  const media = await MediaProcess.start(options);
  onTestFinished(() => media.kill());
  const { guest } = await started(world, { port: Number(new URL(media.url).port) });
  const stopped = media.stop();
  await isDraining();
  const transport = await guest.client.request('createTransport', { direction: 'receive' });
  const { port = 0 } = transport.iceCandidates.find(({ protocol }) => protocol === 'udp') ?? {};
  expect(await iceAnswers({ protocol: 'udp', host: '127.0.0.1', port }, transport.iceParameters)).toBe(true);
  await guest.client.request('leaveChannel', {});
  await stopped;
});

test('A server without calls drains at once', async () => {
  const server = await world.start();
  await hosted(world, server);
  await server.drain();
  await isDraining();
});

test('A waiting room moves to another server, where its guest can enter', async () => {
  const first = await world.start();
  const { token, host } = await hosted(world, first);
  // Without a call, the server would finish draining at once.
  await started(world, first);
  const second = await world.start({ env: { MEDIA_NODE_ID: 'another' } });
  void first.drain();
  expect(await host.client.closed).toBe(CLOSE_CODES.MOVED);
  const again = async () => {
    const client = await connect(second);
    const login = await client.login({ ticket: await ticket(token, 'host', host.holder) }).catch(() => null);
    return login?.channel.status;
  };
  // The row is given up slightly after the socket is closed.
  await expect.poll(again).toBe('CREATED');
  expect((await world.row(token)).nodeId).toBe('another');
  const guest = await enter(second, token, 'guest', newKey());
  expect(guest.login.channel.seats.host).not.toBeNull();
  await first.close();
});
