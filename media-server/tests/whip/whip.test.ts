import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { receive } from '#bench/rooms/connect.ts';
import { SPARSE_FRAME_RATE, sparseFilm } from '#bench/rooms/sparse-film.ts';
import {
  camera as cameraStream,
  microphone,
  Pacer,
  type SendingTrack,
  VideoReceiver,
} from '#bench/rooms/streams.ts';
import { Peer } from '#ingest/webrtc/peer.ts';
import type { Channel } from '#protocol/channel.ts';
import { signStreamKey } from '#protocol/stream-key.ts';
import type { MediaServer } from '../../server.ts';
import { camera, type TestClient } from '../support/client.ts';
import { enter, hosted, newKey, TICKET_SECRET, World } from '../support/harness.ts';
import { Media } from '../support/media-client.ts';
import { readings, requestedStream } from '../support/metered.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  // A sender that vanished is noticed after some seconds, in which these clients send nothing.
  server = await world.start({ limits: { socketIdleMs: 60_000 } });
});
afterAll(() => world.close());

const streamed = { ...camera, streamed: true } as const;
const LINES = [
  { kind: 'video', mid: 'video', payloadType: 96, ssrc: 5003 },
  { kind: 'audio', mid: 'audio', payloadType: 111, ssrc: 5002 },
] as const;
const PRODUCERS = [
  expect.objectContaining({ kind: 'video', source: 'camera', paused: false, streamed: true }),
  expect.objectContaining({ kind: 'audio', source: 'microphone', paused: false, streamed: true }),
];

/** A room whose host waits for a program that streams, and the program's key. */
async function waiting(room = {}) {
  const { token, host } = await hosted(world, server, room);
  await host.client.request('updateCamera', { camera: streamed });
  return { token, host, key: await signStreamKey('whip', token, TICKET_SECRET) };
}

type Asked = { method?: string; path?: string; headers?: Record<string, string>; body?: string };

const ask = ({ path = '/whip', ...init }: Asked) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', ...init });

const post = (key: string, body: string) =>
  ask({ headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/sdp' }, body });

/** A program that streams, by libdatachannel, as OBS. */
function program(): Peer {
  const peer = new Peer('SendOnly', LINES);
  onTestFinished(() => peer.close());
  return peer;
}

/** Connects a program and has it send picture and sound. @returns how to stop sending, and the session's path */
async function stream(key: string) {
  const peer = program();
  const response = await post(key, peer.offer());
  const answer = await response.text();
  expect(response.status, answer).toBe(201);
  peer.accept(answer);
  await peer.connected();
  const pacer = new Pacer();
  onTestFinished(() => pacer.stop());
  pacer.add(cameraStream({ track: peer.track('video'), ...LINES[0] }, sparseFilm(), SPARSE_FRAME_RATE));
  pacer.add(microphone({ track: peer.track('audio'), ...LINES[1] }));
  return {
    peer,
    response,
    answer,
    stop: () => pacer.stop(),
    session: response.headers.get('Location') ?? '',
  };
}

/** A track whose pictures are sent in another order than their timestamps say. @param order of as many at a time */
function reordered(track: SendingTrack, order: readonly number[]): SendingTrack {
  const duration = 90_000 / SPARSE_FRAME_RATE;
  return {
    isOpen: () => track.isOpen(),
    onMessage: (listener) => track.onMessage(listener),
    sendMessageBinary: (data) => {
      const packet = Buffer.from(data);
      const picture = Math.round(packet.readUInt32BE(4) / duration);
      const first = picture - (picture % order.length);
      packet.writeUInt32BE((first + (order[picture - first] ?? 0)) * duration, 4);
      return track.sendMessageBinary(packet);
    },
  };
}

const sends = (client: TestClient, count: number) =>
  client.channel(({ seats }) => seats.host?.producers.length === count);

test('a program’s picture and sound become those of the host’s seat, for guest and host', async () => {
  const { token, host, key } = await waiting();
  const { response, answer } = await stream(key);
  expect(response.headers.get('Content-Type')).toBe('application/sdp');
  expect(Number(response.headers.get('Content-Length'))).toBe(Buffer.byteLength(answer));
  expect(response.headers.get('ETag')).toMatch(/^".+"$/);
  expect(response.headers.get('Location')).toMatch(/^\/whip\/[\w-]{22}$/);
  expect(answer).toContain('a=ice-lite');
  expect(answer).toMatch(/^a=candidate:.* 127\.0\.0\.1 /m);
  expect(answer).toMatch(/^a=rtpmap:96 H264\/90000/m);
  const channel = await sends(host.client, 2);
  expect(channel.seats.host?.producers).toEqual(PRODUCERS);
  const picture = channel.seats.host?.producers[0]?.id ?? '';

  const guest = await enter(server, token, 'guest', newKey());
  await guest.client.request('requestChannel', { camera });
  for (const { client, login } of [host, guest]) {
    const media = await Media.open(client, login);
    const consumer = await media.consume(await media.transport('receive'), picture);
    expect(consumer.rtpParameters.codecs[0]?.mimeType).toBe('video/H264');
  }
});

test('the session’s end by DELETE ends what the seat sends', async () => {
  const { host, key } = await waiting();
  const { session } = await stream(key);
  await sends(host.client, 2);
  expect((await ask({ method: 'DELETE', path: session })).status).toBe(200);
  await sends(host.client, 0);
  expect((await ask({ method: 'DELETE', path: session })).status).toBe(404);
});

test('a program that vanishes ends what the seat sends, and can come back', async () => {
  const { host, key } = await waiting();
  const { peer } = await stream(key);
  await sends(host.client, 2);
  peer.close();
  await sends(host.client, 0);
  await stream(key);
  await sends(host.client, 2);
});

test('while one program sends, another is refused; once it is silent, it is replaced', async () => {
  const { host, key } = await waiting();
  const first = await stream(key);
  const refused = await post(key, program().offer());
  expect(refused.status).toBe(409);
  expect(refused.headers.get('Retry-After')).toBe('3');
  first.stop();
  const before = (await sends(host.client, 2)).seats.host?.producers[0]?.id;
  await expect
    .poll(async () => (await post(key, program().offer())).status, { timeout: 20_000, interval: 1_500 })
    .toBe(201);
  await host.client.channel(({ seats }) => seats.host?.producers[0]?.id !== before);
});

test('a camera that the host turned off stays off for the next program', async () => {
  const { host, key } = await waiting();
  const { session } = await stream(key);
  const producerId = (await sends(host.client, 2)).seats.host?.producers[0]?.id ?? '';
  await host.client.request('setProducerPaused', { producerId, paused: true });
  await ask({ method: 'DELETE', path: session });
  await sends(host.client, 0);
  await stream(key);
  expect((await sends(host.client, 2)).seats.host?.producers[0]?.paused).toBe(true);
});

test('a reload of the host’s page leaves the program alone', async () => {
  const { token, host, key } = await waiting();
  await stream(key);
  await sends(host.client, 2);
  const { login } = await enter(server, token, 'host', host.holder);
  expect(login.channel.seats.host?.producers).toEqual(PRODUCERS);
});

test('pictures that come in another order than they are shown in are told to the seats', async () => {
  const { host, key } = await waiting();
  const peer = program();
  peer.accept(await (await post(key, peer.offer())).text());
  await peer.connected();
  const pacer = new Pacer();
  onTestFinished(() => pacer.stop());
  // As with two B-frames: I0 P3 B1 B2 P6 B4 B5.
  const track = reordered(peer.track('video'), [0, 3, 1, 2]);
  pacer.add(cameraStream({ track, ...LINES[0] }, sparseFilm(), SPARSE_FRAME_RATE));
  const isTold = ({ seats }: Channel) => seats.host?.producers.some(({ outOfOrder }) => outOfOrder) === true;
  await host.client.channel(isTold);
});

test('the page cannot close what the program sends', async () => {
  const { host, key } = await waiting();
  await stream(key);
  const [picture] = (await sends(host.client, 2)).seats.host?.producers ?? [];
  await host.client.request('closeProducer', { producerId: picture?.id ?? '' });
  const media = await Media.open(host.client, host.login);
  await media.consume(await media.transport('receive'), picture?.id ?? '');
});

test('the page’s own microphone goes before the program’s sound', async () => {
  const { host, key } = await waiting();
  await stream(key);
  await sends(host.client, 2);
  const media = await Media.open(host.client, host.login);
  const own = await media.produce(await media.transport('send'), 'audio');
  const ids = (await host.client.channel(({ seats }) => seats.host?.producers[1]?.id === own.id)).seats.host
    ?.producers;
  expect(ids).toHaveLength(2);
  await host.client.request('closeProducer', { producerId: own.id });
  await host.client.channel(
    ({ seats }) => seats.host?.producers.length === 2 && seats.host.producers[1]?.id !== own.id,
  );
});

test('a paid call counts what a program sends, and says when nothing comes any more', async () => {
  const { token, host, key } = await waiting(await requestedStream(world, 600_000));
  const { stop } = await stream(key);
  const { client } = await enter(server, token, 'guest', newKey());
  await client.request('requestChannel', { camera });
  const { peer, resume } = await receive(client, 'host', 2);
  onTestFinished(() => peer.close());
  // Reports what it receives, without which a guest counts as away.
  const reports = new Pacer();
  onTestFinished(() => reports.stop());
  reports.add(new VideoReceiver(peer.track('video')));
  await resume();
  for (const person of [host.client, client]) await person.request('startChannel', {});
  const last = () => readings(client).at(-1);
  await expect.poll(() => last()?.deliveredMs).toBeGreaterThanOrEqual(2_000);
  stop();
  await expect.poll(last).toMatchObject({ why: 'no-picture' });
});

test('offers that cannot be taken are refused with the reason', async () => {
  const { host, key } = await waiting();
  const offer = program().offer();
  const cases: [string, number, string][] = [
    ['no SDP at all', 406, 'not an SDP offer'],
    [offer.replaceAll('H264', 'H265'), 406, 'send H.264'],
    [offer.replaceAll('opus/48000/2', 'PCMU/8000'), 406, 'send Opus'],
    [offer.replace(/a=fingerprint.*\r\n/g, ''), 406, 'fingerprint'],
    [offer.replaceAll('a=sendonly', 'a=recvonly'), 406, 'sends no'],
    [offer.replaceAll('m=audio', 'm=video'), 406, 'one of each'],
    [offer + 'a=x:y\r\n'.repeat(10_000), 413, 'bytes'],
  ];
  for (const [sdp, status, reason] of cases) {
    const response = await post(key, sdp);
    expect(response.status, reason).toBe(status);
    expect(await response.text()).toContain(reason);
  }
  expect(host.client.heard.some(({ data }) => JSON.stringify(data).includes('"source":"camera"'))).toBe(
    false,
  );
});

test('who may send is checked before anything else', async () => {
  const { token, host, key } = await waiting();
  const offer = program().offer();
  const sdp = { 'Content-Type': 'application/sdp' };
  const forged = await signStreamKey('whip', token, 'another secret of thirty-two characters');
  for (const headers of [
    sdp,
    { ...sdp, Authorization: `Bearer ${forged}` },
    { ...sdp, Authorization: 'Bearer x' },
  ]) {
    const response = await ask({ headers, body: offer });
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
  }
  expect((await post(await signStreamKey('whip', 'ABCDEFGHI', TICKET_SECRET), offer)).status).toBe(404);
  expect(
    (await ask({ headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'text/plain' }, body: offer }))
      .status,
  ).toBe(415);
  await host.client.request('updateCamera', { camera });
  expect((await post(key, offer)).status).toBe(409);
  await host.client.request('finishChannel', {});
  expect((await post(key, offer)).status).toBe(410);
});

test('a program that tries too often has to wait', async () => {
  const { key } = await waiting();
  const statuses = [];
  for (let count = 0; count < 12; count++) statuses.push((await post(key, 'v=0')).status);
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 406));
  expect(statuses).toContain(429);
});

test('browsers’ pages may use it, and unknown addresses and methods are refused', async () => {
  const preflight = await ask({ method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
  const { key } = await waiting();
  const { session } = await stream(key);
  expect((await ask({ method: 'PATCH', path: session })).status).toBe(501);
  expect((await ask({ method: 'GET' })).status).toBe(405);
  expect((await ask({ path: '/whipped' })).status).toBe(404);
});
