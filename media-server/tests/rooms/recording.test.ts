import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaServer } from '../../server.ts';
import { camera } from '../support/client.ts';
import { connect, enter, started, World } from '../support/harness.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  server = await world.start();
});
afterAll(() => world.close());

const refused = expect.objectContaining({ code: 'WRONG_STATE' });

test('A call is recorded only after the other side has agreed, and until it withdraws', async () => {
  const { host, guest } = await started(world, server);
  const seen = (state: string) => host.client.channel(({ seats }) => seats.guest?.recording === state);
  // Neither side can agree for the other one, or to a recording that was not asked for.
  await expect(guest.client.request('answerRecording', { agreed: true })).rejects.toEqual(refused);
  await expect(host.client.request('answerRecording', { agreed: true })).rejects.toEqual(refused);

  await guest.client.request('recordCall', { wanted: true });
  expect((await seen('asked')).recordedMs).toEqual({ host: null, guest: null });
  await expect(guest.client.request('answerRecording', { agreed: true })).rejects.toEqual(refused);
  await host.client.request('answerRecording', { agreed: false });
  await guest.client.channel(({ seats }) => seats.guest?.recording === 'off');
  await expect(host.client.request('answerRecording', { agreed: true })).rejects.toEqual(refused);

  await guest.client.request('recordCall', { wanted: true });
  await host.client.request('answerRecording', { agreed: true });
  const on = await guest.client.channel(({ seats }) => seats.guest?.recording === 'on');
  expect(on.recordedMs).toEqual({ host: null, guest: expect.any(Number) });
  // Asking again changes nothing.
  await guest.client.request('recordCall', { wanted: true });
  await host.client.request('answerRecording', { agreed: false });
  const off = await guest.client.channel(
    ({ seats, recordedMs }) => seats.guest?.recording === 'off' && recordedMs.guest === null,
  );
  expect(off.seats.host?.recording).toBe('off');
});

test('Both sides can ask at the same time, and each is answered', async () => {
  const { host, guest } = await started(world, server);
  await Promise.all([
    host.client.request('recordCall', { wanted: true }),
    guest.client.request('recordCall', { wanted: true }),
  ]);
  await host.client.request('answerRecording', { agreed: true });
  const { seats } = await host.client.channel(({ seats }) => seats.guest?.recording === 'on');
  expect(seats.host?.recording).toBe('asked');
  await guest.client.request('recordCall', { wanted: false });
  await host.client.channel(({ seats }) => seats.guest?.recording === 'off');
});

test('A recording outlasts a dropped socket but not a reload of the recording page; a question outlasts neither', async () => {
  const { token, host, guest } = await started(world, server);
  await guest.client.request('recordCall', { wanted: true });
  await host.client.request('answerRecording', { agreed: true });
  await guest.client.drop();
  await host.client.channel(({ seats }) => seats.guest?.connected === false);
  // An absent side cannot be asked.
  await expect(host.client.request('recordCall', { wanted: true })).rejects.toEqual(refused);
  const back = await connect(server);
  const resumed = await back.login({ resumeToken: guest.login.resumeToken });
  expect(resumed.channel.seats.guest?.recording).toBe('on');

  const hostAgain = await enter(server, token, 'host', host.holder);
  expect(hostAgain.login.channel.seats.guest?.recording).toBe('on');
  const guestAgain = await enter(server, token, 'guest', guest.holder);
  expect(guestAgain.login.channel.seats.guest?.recording).toBe('off');

  await guestAgain.client.request('recordCall', { wanted: true });
  await hostAgain.client.channel(({ seats }) => seats.guest?.recording === 'asked');
  await guestAgain.client.drop();
  const gone = await hostAgain.client.channel(({ seats }) => seats.guest?.connected === false);
  expect(gone.seats.guest?.recording).toBe('off');
});

test('An absent side cannot be asked, and the end of a call ends its recordings', async () => {
  const { token, hostKey } = await world.room();
  const { client } = await enter(server, token, 'host', hostKey);
  await client.request('createChannel', { camera });
  await expect(client.request('recordCall', { wanted: true })).rejects.toEqual(refused);

  const { host, guest } = await started(world, server);
  await host.client.request('recordCall', { wanted: true });
  await guest.client.request('answerRecording', { agreed: true });
  await host.client.channel(({ seats }) => seats.host?.recording === 'on');
  await guest.client.request('leaveChannel', {});
  const over = await host.client.channel(({ status }) => status === 'FINISHED');
  expect(over.seats.host?.recording).toBe('off');
});
