import { isDeepStrictEqual } from 'node:util';
import { testFakeParameters } from 'mediasoup-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WHOLE_VIDEO } from '#protocol/channel.ts';
import type { MediaServer } from '../../server.ts';
import { connect, enter, hosted, requested, started, World } from '../support/harness.ts';
import { Media } from '../support/media-client.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  server = await world.start();
});
afterAll(() => world.close());

const code = (name: string) => expect.objectContaining({ code: name });

async function withMedia() {
  const room = await requested(world, server);
  const host = await Media.open(room.host.client, room.host.login);
  const guest = await Media.open(room.guest.client, room.guest.login);
  return { ...room, hostMedia: host, guestMedia: guest };
}

test('Codecs are listed in order of preference, H.264 at a level for 4K', async () => {
  const { host } = await hosted(world, server);
  const { codecs = [] } = host.login.routerRtpCapabilities;
  const named = codecs.map(({ mimeType }) => mimeType).filter((type) => !type.endsWith('/rtx'));
  expect([...new Set(named)]).toEqual(['audio/opus', 'video/H264', 'video/VP9', 'video/AV1', 'video/VP8']);
  const h264 = codecs.filter(({ mimeType }) => mimeType === 'video/H264');
  for (const { parameters } of h264) {
    expect(parameters).toMatchObject({ 'packetization-mode': 1, 'level-asymmetry-allowed': 1 });
    expect(Number.parseInt(String(parameters?.['profile-level-id']).slice(4), 16)).toBeGreaterThanOrEqual(51);
  }
  expect(String(h264[0]?.parameters?.['profile-level-id'])).toMatch(/^42e0/);
  const opus = codecs.find(({ mimeType }) => mimeType === 'audio/opus');
  expect(opus?.parameters).toMatchObject({ useinbandfec: 1, usedtx: 1 });
});

test('A transport has UDP and TCP candidates, UDP first, including loopback', async () => {
  const { host } = await hosted(world, server);
  const { iceCandidates } = await host.client.request('createTransport', { direction: 'send' });
  const best = iceCandidates.toSorted((a, b) => b.priority - a.priority)[0];
  expect(best?.protocol).toBe('udp');
  for (const protocol of ['udp', 'tcp']) {
    expect(iceCandidates).toContainEqual(expect.objectContaining({ protocol, address: '127.0.0.1' }));
  }
});

test('Each side’s producers are announced to the other and consumed there, in H.264 and Opus', async () => {
  const { host, guest, hostMedia, guestMedia } = await withMedia();
  const sending = await hostMedia.transport('send');
  const video = await hostMedia.produce(sending, 'video');
  const audio = await hostMedia.produce(sending, 'audio');
  const heard = await guest.client.channel(({ seats }) => seats.host?.producers.length === 2);
  expect(heard.seats.host?.producers).toEqual([
    { id: video.id, kind: 'video', source: 'camera', paused: false, consumed: false },
    { id: audio.id, kind: 'audio', source: 'microphone', paused: false, consumed: false },
  ]);

  const receiving = await guestMedia.transport('receive');
  const picture = await guestMedia.consume(receiving, video.id);
  const sound = await guestMedia.consume(receiving, audio.id);
  expect(picture.rtpParameters.codecs[0]?.mimeType).toBe('video/H264');
  expect(sound.rtpParameters.codecs[0]?.mimeType).toBe('audio/opus');
  await guest.client.request('resumeConsumer', { consumerId: picture.id });
  await guest.client.request('resumeConsumer', { consumerId: sound.id });

  const answering = await guestMedia.transport('send');
  const answer = await guestMedia.produce(answering, 'audio');
  await host.client.channel(({ seats }) => seats.guest?.producers[0]?.id === answer.id);
  const back = await hostMedia.transport('receive');
  expect((await hostMedia.consume(back, answer.id)).kind).toBe('audio');
});

test('One data channel per label is announced to the other side and consumed there', async () => {
  const { host, guest, hostMedia } = await withMedia();
  const sending = await hostMedia.transport('send');
  const first = await hostMedia.produceData(sending);
  const told = (condition: (id: string | undefined) => boolean) =>
    guest.client.channel(({ seats }) => condition(seats.host?.dataProducers[0]?.id));
  const heard = await told((id) => id === first.id);
  expect(heard.seats.host?.dataProducers).toEqual([{ id: first.id, label: 'files' }]);

  const consume = (dataProducerId: string) => guest.client.request('consumeData', { dataProducerId });
  await expect(consume(first.id)).rejects.toEqual(code('NOT_FOUND'));
  await guest.client.request('createTransport', { direction: 'receive' });
  const { label, sctpStreamParameters } = await consume(first.id);
  expect(label).toBe('files');
  expect(sctpStreamParameters).toMatchObject({ ordered: true, streamId: expect.any(Number) });
  await expect(consume('another')).rejects.toEqual(code('NOT_FOUND'));
  const own = host.client.request('consumeData', { dataProducerId: first.id });
  await expect(own).rejects.toEqual(code('NOT_FOUND'));

  const second = await hostMedia.produceData(sending);
  const replaced = await told((id) => id === second.id);
  expect(replaced.seats.host?.dataProducers).toHaveLength(1);
  await expect(consume(first.id)).rejects.toEqual(code('NOT_FOUND'));
  await consume(second.id);

  await host.client.request('clear', {});
  await told((id) => id === undefined);
  await expect(consume(second.id)).rejects.toEqual(code('NOT_FOUND'));
});

test('Each side learns which codecs the other decodes, and can send in one of them', async () => {
  const { host, guest, hostMedia, guestMedia } = await withMedia();
  const told = (codecs: string[] | null) =>
    host.client.channel(({ seats }) => isDeepStrictEqual(seats.guest?.videoCodecs.receive ?? null, codecs));
  await guest.client.request('createTransport', { direction: 'receive', videoCodecs: ['VP8'] });
  expect((await told(['VP8'])).seats.guest?.videoCodecs.send).toBeNull();

  const { recvRtpCapabilities, sendRtpCapabilities } = guestMedia.device;
  const isVp8 = ({ mimeType }: { mimeType: string }) => mimeType === 'video/VP8';
  const rtpCapabilities = { ...recvRtpCapabilities, codecs: recvRtpCapabilities.codecs?.filter(isVp8) };
  const sending = await hostMedia.transport('send');
  const { id: unknown } = await hostMedia.produce(sending, 'video');
  const refused = guest.client.request('consume', { producerId: unknown, rtpCapabilities });
  await expect(refused).rejects.toEqual(code('UNSUPPORTED_MEDIA'));

  const codec = sendRtpCapabilities.codecs?.find(isVp8);
  const { id: producerId } = await hostMedia.produce(sending, 'video', codec);
  const { rtpParameters } = await guest.client.request('consume', { producerId, rtpCapabilities });
  expect(rtpParameters.codecs[0]?.mimeType).toBe('video/VP8');

  await guest.client.request('clear', {});
  await told(null);
});

test('A seat that wants less video receives the smaller layer, and the other seat is told', async () => {
  const { token, host, guest, hostMedia, guestMedia } = await withMedia();
  const half = { size: 'half', saveData: false, detail: false } as const;
  await guest.client.request('wishVideo', half);
  await host.client.channel(({ seats }) => seats.guest?.videoWish.size === 'half');
  const sending = await hostMedia.transport('send');
  const { id: producerId } = await hostMedia.produce(sending, 'video', undefined, [{}, {}]);
  const { recvRtpCapabilities: rtpCapabilities } = guestMedia.device;
  await guest.client.request('createTransport', { direction: 'receive' });
  const { rtpParameters } = await guest.client.request('consume', { producerId, rtpCapabilities });
  expect(rtpParameters.encodings?.[0]?.scalabilityMode).toBe('L2T1');
  expect(await guest.client.request('requestKeyFrame', {})).toEqual({});
  await guest.client.request('wishVideo', { size: 'full', saveData: true, detail: false });

  await guest.client.drop();
  const back = await connect(server);
  const { channel } = await back.login({ resumeToken: guest.login.resumeToken });
  expect(channel.seats.guest?.videoWish).toEqual({ size: 'full', saveData: true, detail: false });
  const reloaded = await enter(server, token, 'guest', guest.holder);
  expect(reloaded.login.channel.seats.guest?.videoWish).toEqual(WHOLE_VIDEO);
});

test('Pausing, replacing and closing a producer are announced', async () => {
  const { host, guest, hostMedia } = await withMedia();
  const sending = await hostMedia.transport('send');
  const first = await hostMedia.produce(sending, 'video');
  const shown = (condition: (producers: { id: string; paused: boolean }[]) => boolean) =>
    guest.client.channel(({ seats }) => condition(seats.host?.producers ?? []));
  await host.client.request('setProducerPaused', { producerId: first.id, paused: true });
  await shown(([video]) => video?.paused === true);
  await host.client.request('setProducerPaused', { producerId: first.id, paused: false });
  await shown(([video]) => video?.paused === false);

  const second = await hostMedia.produce(sending, 'video');
  const replaced = await shown((producers) => producers[0]?.id === second.id);
  expect(replaced.seats.host?.producers).toHaveLength(1);
  const old = host.client.request('setProducerPaused', { producerId: first.id, paused: true });
  await expect(old).rejects.toEqual(code('NOT_FOUND'));

  await host.client.request('closeProducer', { producerId: second.id });
  await shown((producers) => producers.length === 0);
});

test('clear, a reload and a new sending transport remove the producers', async () => {
  const { guest, hostMedia, host } = await withMedia();
  const gone = () => guest.client.channel(({ seats }) => seats.host?.producers.length === 0);
  const there = () => guest.client.channel(({ seats }) => seats.host?.producers.length === 1);
  await hostMedia.produce(await hostMedia.transport('send'), 'audio');
  await there();
  await hostMedia.transport('send');
  await gone();
  await hostMedia.produce(await hostMedia.transport('send'), 'audio');
  await there();
  await host.client.request('clear', {});
  await gone();
});

test('Producers and consumers stay while a socket is away', async () => {
  const { host, guest, hostMedia, guestMedia } = await withMedia();
  const producer = await hostMedia.produce(await hostMedia.transport('send'), 'video');
  const consumer = await guestMedia.consume(await guestMedia.transport('receive'), producer.id);
  await host.client.drop();
  const away = await guest.client.channel(({ seats }) => seats.host?.connected === false);
  expect(away.seats.host?.producers[0]?.id).toBe(producer.id);
  await guest.client.request('resumeConsumer', { consumerId: consumer.id });
  const back = await connect(server);
  const login = await back.login({ resumeToken: host.login.resumeToken });
  expect(login).toMatchObject({ resumed: true });
  expect(login.channel.seats.host?.producers[0]?.id).toBe(producer.id);
  await back.request('setProducerPaused', { producerId: producer.id, paused: true });
});

test('A consumer closes together with its producer, also for a request crossing the close', async () => {
  const { host, guest, hostMedia, guestMedia } = await withMedia();
  const sending = await hostMedia.transport('send');
  const receiving = await guestMedia.transport('receive');
  for (let round = 0; round < 20; round += 1) {
    const producer = await hostMedia.produce(sending, 'video');
    const consumer = await guestMedia.consume(receiving, producer.id);
    const closed = host.client.ask('closeProducer', { producerId: producer.id });
    const resumed = guest.client.ask('resumeConsumer', { consumerId: consumer.id });
    expect(await closed).toMatchObject({ data: {} });
    const answer = await resumed;
    if ('error' in answer) expect(answer.error.code).toBe('NOT_FOUND');
  }
});

test('A seat cannot use the other seat’s transports, producers or consumers', async () => {
  const { host, guest, hostMedia, guestMedia } = await withMedia();
  const sending = await hostMedia.transport('send');
  const producer = await hostMedia.produce(sending, 'video');
  const receiving = await guestMedia.transport('receive');
  const consumer = await guestMedia.consume(receiving, producer.id);
  const notFound = code('NOT_FOUND');
  const { client } = guest;
  await expect(client.request('restartIce', { transportId: sending.id })).rejects.toEqual(notFound);
  await expect(client.request('closeProducer', { producerId: producer.id })).rejects.toEqual(notFound);
  const resume = host.client.request('resumeConsumer', { consumerId: consumer.id });
  await expect(resume).rejects.toEqual(notFound);
  const { recvRtpCapabilities: rtpCapabilities } = hostMedia.device;
  const own = { producerId: producer.id, rtpCapabilities };
  await expect(host.client.request('consume', own)).rejects.toEqual(notFound);
  await hostMedia.transport('receive');
  const ownProducer = host.client.request('consume', own);
  await expect(ownProducer).rejects.toEqual(notFound);

  const stranger = await started(world, server);
  const theirs = await Media.open(stranger.guest.client, stranger.guest.login);
  const otherRoom = theirs.consume(await theirs.transport('receive'), producer.id);
  await expect(otherRoom).rejects.toEqual(notFound);
});

test('Invalid parameters are the client’s error and break nothing', async () => {
  const { host, hostMedia, guestMedia, guest } = await withMedia();
  const sending = await hostMedia.transport('send');
  const producer = await hostMedia.produce(sending, 'video');
  const again = { transportId: sending.id, dtlsParameters: testFakeParameters.generateLocalDtlsParameters() };
  await expect(host.client.request('connectTransport', again)).rejects.toEqual(code('WRONG_STATE'));

  const codec = { mimeType: 'video/unheard-of', payloadType: 101, clockRate: 90_000 };
  const rtpParameters = { codecs: [codec], encodings: [{ ssrc: 1111 }] };
  const strange = host.client.request('produce', {
    transportId: sending.id,
    kind: 'video',
    rtpParameters,
    paused: false,
  });
  const named = { code: 'INVALID_DATA', fields: [expect.objectContaining({ path: 'rtpParameters' })] };
  await expect(strange).rejects.toMatchObject(named);
  const receiving = await guestMedia.transport('receive');
  const deaf = guest.client.request('consume', {
    producerId: producer.id,
    rtpCapabilities: { codecs: [] },
  });
  await expect(deaf).rejects.toEqual(code('UNSUPPORTED_MEDIA'));
  // The first producer is unaffected.
  const { producers } = (await guest.client.channel(() => true)).seats.host ?? {};
  expect(producers?.[0]?.id).toBe(producer.id);
  expect((await guestMedia.consume(receiving, producer.id)).kind).toBe('video');
});
