import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { receive } from '#bench/rooms/connect.ts';
import { streamByWhip } from '#bench/rooms/programs.ts';
import { sparseFilm } from '#bench/rooms/sparse-film.ts';
import { Pacer, VideoReceiver } from '#bench/rooms/streams.ts';
import { signIngestKey } from '#protocol/ingest-key.ts';
import type { MediaServer } from '../../server.ts';
import { camera } from '../support/client.ts';
import { enter, hosted, newKey, TICKET_SECRET, World } from '../support/harness.ts';
import { readings, requestedStream } from '../support/metered.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  server = await world.start({ limits: { socketIdleMs: 60_000 } });
});
afterAll(() => world.close());

test('a paid call counts what a program sends, and says when nothing comes any more', async () => {
  const { token, host } = await hosted(world, server, await requestedStream(world, 600_000));
  await host.client.request('updateCamera', { camera: { ...camera, streamed: true } });
  const pacer = new Pacer();
  onTestFinished(() => pacer.stop());
  const whip = `http://127.0.0.1:${server.port}/whip`;
  const stop = await streamByWhip(
    { whip, key: await signIngestKey(token, TICKET_SECRET) },
    sparseFilm(),
    pacer,
  );
  onTestFinished(stop);

  const { client } = await enter(server, token, 'guest', newKey());
  await client.request('requestChannel', { camera });
  const { peer, resume } = await receive(client, 'host', 2);
  onTestFinished(() => peer.close());
  // Reports what it receives, without which a guest counts as away.
  pacer.add(new VideoReceiver(peer.track('video')));
  await resume();
  for (const person of [host.client, client]) await person.request('startChannel', {});
  const last = () => readings(client).at(-1);
  await expect.poll(() => last()?.deliveredMs).toBeGreaterThanOrEqual(2_000);
  stop();
  await expect.poll(last).toMatchObject({ why: 'no-picture' });
});
