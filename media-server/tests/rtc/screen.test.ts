import { observer } from 'mediasoup';
import type { Transport } from 'mediasoup-client/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ProducerState, Source } from '#protocol/channel.ts';
import { SCREEN_BITRATE } from '#protocol/limits.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import type { MediaServer } from '../../server.ts';
import { camera } from '../support/client.ts';
import { requested, World } from '../support/harness.ts';
import { Media } from '../support/media-client.ts';

let world: World;
let server: MediaServer;
/** Reads a transport's limit of incoming bitrate, by its id; bit/s. */
const limits = new Map<string, () => Promise<z.infer<typeof statsSchema>[0]>>();
const statsSchema = z.tuple([z.object({ maxIncomingBitrate: z.number() })]);

beforeAll(async () => {
  observer.on('newworker', (worker) => {
    worker.observer.on('newrouter', (router) => {
      router.observer.on('newtransport', (transport) => {
        limits.set(transport.id, async () => statsSchema.parse(await transport.getStats())[0]);
      });
    });
  });
  world = await World.create();
  server = await world.start();
});
afterAll(() => world.close());

async function withMedia() {
  const room = await requested(world, server);
  const hostMedia = await Media.open(room.host.client, room.host.login);
  const guestMedia = await Media.open(room.guest.client, room.guest.login);
  const sent = (sources: Source[]) => {
    const of = (producers: ProducerState[] = []) => producers.map(({ source }) => source).join();
    return room.guest.client.channel(({ seats }) => of(seats.host?.producers) === sources.join());
  };
  const share = (sending: Transport) => hostMedia.produce(sending, 'video', undefined, undefined, 'screen');
  return { ...room, hostMedia, guestMedia, sent, share };
}

test('A screen is sent and consumed beside the camera, and neither replaces the other', async () => {
  const { host, guest, hostMedia, guestMedia, sent, share } = await withMedia();
  const sending = await hostMedia.transport('send');
  // Without a source, as pages sent it before screens existed.
  const first = await hostMedia.produce(sending, 'video');
  const screen = await share(sending);
  const sound = await hostMedia.produce(sending, 'audio', undefined, undefined, 'screen-sound');
  await hostMedia.produce(sending, 'audio');
  const { seats } = await sent(['camera', 'microphone', 'screen', 'screen-sound']);
  expect(seats.host?.producers.map(({ id }) => id)).toEqual([
    first.id,
    expect.any(String),
    screen.id,
    sound.id,
  ]);

  const receiving = await guestMedia.transport('receive');
  const consumers = [
    await guestMedia.consume(receiving, first.id),
    await guestMedia.consume(receiving, screen.id),
  ];
  for (const { id } of consumers) await guest.client.request('resumeConsumer', { consumerId: id });
  expect(await guest.client.request('requestKeyFrame', {})).toEqual({});

  const camera = await hostMedia.produce(sending, 'video');
  const replaced = await guest.client.channel(({ seats }) => seats.host?.producers[0]?.id === camera.id);
  expect(replaced.seats.host?.producers[2]).toMatchObject({ id: screen.id });
  const other = await share(sending);
  await guest.client.channel(({ seats }) => seats.host?.producers[2]?.id === other.id);
  await host.client.request('closeProducer', { producerId: other.id });
  await host.client.request('closeProducer', { producerId: sound.id });
  await sent(['camera', 'microphone']);
});

test('A seat’s bitrate limit is higher while it shares a screen', async () => {
  const { host, hostMedia, share } = await withMedia();
  const sending = await hostMedia.transport('send');
  const read = async () => (await limits.get(sending.id)?.())?.maxIncomingBitrate ?? 0;
  await hostMedia.produce(sending, 'video');
  const alone = await read();
  expect(alone).toBeGreaterThan(videoTarget(camera.quality, camera.projection).bitrate);
  const { id: producerId } = await share(sending);
  expect(await read()).toBeGreaterThan(alone + SCREEN_BITRATE);
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'LOW' } });
  const low = videoTarget('LOW', camera.projection).bitrate;
  await expect.poll(read).toBeLessThan(alone + SCREEN_BITRATE);
  expect(await read()).toBeGreaterThan(low + SCREEN_BITRATE);
  await host.client.request('closeProducer', { producerId });
  expect(await read()).toBeLessThan(low + SCREEN_BITRATE);
});

test('The other seat learns whether a page shows screens, and a source must match its kind of media', async () => {
  const { host, guest, hostMedia } = await withMedia();
  const takes = (taken: boolean) =>
    host.client.channel(
      ({ seats }) => seats.guest?.takesScreen === taken && seats.guest.videoCodecs.receive !== null,
    );
  const receiving = { direction: 'receive', videoCodecs: ['VP8'] } as const;
  await guest.client.request('createTransport', { ...receiving, videoCodecs: ['VP8'], takesScreen: true });
  await takes(true);
  await guest.client.request('createTransport', { ...receiving, videoCodecs: ['VP8'] });
  await takes(false);
  const sending = await hostMedia.transport('send');
  const wrong = hostMedia.produce(sending, 'audio', undefined, undefined, 'screen');
  await expect(wrong).rejects.toMatchObject({
    code: 'INVALID_DATA',
    fields: [expect.objectContaining({ path: 'source' })],
  });
});
