import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { streamByWhip } from '#bench/rooms/programs.ts';
import { sparseFilm } from '#bench/rooms/sparse-film.ts';
import { Pacer } from '#bench/rooms/streams.ts';
import { isRtcp, type Line, Peer } from '#ingest/webrtc/peer.ts';
import type { MediaKind } from '#protocol/channel.ts';
import { signStreamKey } from '#protocol/stream-key.ts';
import type { MediaServer } from '../../server.ts';
import { camera } from '../support/client.ts';
import { hosted, TICKET_SECRET, World } from '../support/harness.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  // Players and programs are waited for, while these clients send nothing.
  server = await world.start({ limits: { socketIdleMs: 60_000 } });
});
afterAll(() => world.close());

/** Other payload types than the server's, and such that its own retransmissions would have. */
const LINES: Line[] = [
  { kind: 'video', mid: 'v', payloadType: 101, ssrc: 1 },
  { kind: 'audio', mid: 'a', payloadType: 100, ssrc: 2 },
];

/** A room whose host waits for a program, and the keys of program and player. */
async function room() {
  const { token, host } = await hosted(world, server);
  await host.client.request('updateCamera', { camera: { ...camera, streamed: true } });
  const [whip, whep] = await Promise.all(
    (['whip', 'whep'] as const).map((use) => signStreamKey(use, token, TICKET_SECRET)),
  );
  return { host, whip: whip ?? '', whep: whep ?? '' };
}

/** Has a program send picture and sound into a room. @returns a function that stops it */
async function sendFilm(key: string): Promise<() => void> {
  const pacer = new Pacer();
  const stop = await streamByWhip({ whip: `http://127.0.0.1:${server.port}/whip`, key }, sparseFilm(), pacer);
  const end = () => {
    pacer.stop();
    stop();
  };
  onTestFinished(end);
  return end;
}

const ask = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

const post = (key: string, body: string, path = '/whep') =>
  ask(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/sdp' },
    body,
  });

/** A player, by libdatachannel. @returns also how many packets of each kind and payload type have come */
function player(lines = LINES) {
  let hasEnded = false;
  const peer = new Peer('RecvOnly', lines, () => {
    hasEnded = true;
  });
  onTestFinished(() => peer.close());
  const arrived = new Map<string, number>();
  for (const { kind } of lines)
    peer.track(kind).onMessage((data) => {
      const packet = Buffer.from(data);
      if (isRtcp(packet)) return;
      const name = `${kind} ${(packet[1] ?? 0) & 0x7f}`;
      arrived.set(name, (arrived.get(name) ?? 0) + 1);
    });
  return { peer, arrived, hasEnded: () => hasEnded };
}

async function play(key: string) {
  const shown = player();
  const response = await post(key, shown.peer.offer());
  const answer = await response.text();
  expect(response.status, answer).toBe(201);
  shown.peer.accept(answer);
  await shown.peer.connected();
  return { ...shown, answer, session: response.headers.get('Location') ?? '' };
}

/** Waits until as many packets more have come of both kinds, and of no other payload types. */
async function expectMedia(arrived: ReadonlyMap<string, number>, more = 20) {
  const count = (kind: MediaKind) =>
    arrived.get(`${kind} ${LINES.find((line) => line.kind === kind)?.payloadType}`) ?? 0;
  const before = { video: count('video'), audio: count('audio') };
  await expect.poll(() => count('video')).toBeGreaterThan(before.video + more);
  await expect.poll(() => count('audio')).toBeGreaterThan(before.audio + more);
  expect([...arrived.keys()].toSorted()).toEqual(['audio 100', 'video 101']);
}

test('a player gets what the host sends, with the payload types of its offer', async () => {
  const { host, whip, whep } = await room();
  await sendFilm(whip);
  const { answer, arrived, session, hasEnded } = await play(whep);
  expect(answer).toContain('a=ice-lite');
  expect(answer).toMatch(/m=video \d+ UDP\/TLS\/RTP\/SAVPF 101\r/);
  expect(answer).toMatch(/m=audio \d+ UDP\/TLS\/RTP\/SAVPF 100\r/);
  expect(answer.match(/a=sendonly/g)).toHaveLength(2);
  await expectMedia(arrived);
  const channel = await host.client.channel(({ watched }) => watched);
  expect(channel.seats.host?.producers).toEqual([
    expect.objectContaining({ source: 'camera', consumed: true }),
    expect.objectContaining({ source: 'microphone', consumed: true }),
  ]);
  expect(session).toMatch(/^\/whep\/[\w-]{22}$/);
  expect((await ask(session, { method: 'DELETE' })).status).toBe(200);
  await host.client.channel(({ watched }) => !watched);
  await expect.poll(hasEnded).toBe(true);
  expect((await ask(session, { method: 'DELETE' })).status).toBe(404);
});

test('asks again when the host sends something else', async () => {
  const { host, whip, whep } = await room();
  const stop = await sendFilm(whip);
  const { arrived, hasEnded } = await play(whep);
  await expectMedia(arrived);
  stop();
  await expect.poll(hasEnded).toBe(true);
  await host.client.channel(({ watched }) => !watched);
  await sendFilm(whip);
  await expectMedia((await play(whep)).arrived);
});

test('a newer player takes the place of the former', async () => {
  const { host, whip, whep } = await room();
  await sendFilm(whip);
  const former = await play(whep);
  const { arrived } = await play(whep);
  await expectMedia(arrived);
  await expect.poll(former.hasEnded).toBe(true);
  expect((await ask(former.session, { method: 'DELETE' })).status).toBe(404);
  await host.client.channel(({ watched }) => watched);
});

test('one that does not connect is given up', async () => {
  const { host, whip, whep } = await room();
  await sendFilm(whip);
  expect((await post(whep, player().peer.offer())).status).toBe(201);
  await host.client.channel(({ watched }) => watched);
  await host.client.channel(({ watched }) => !watched);
});

test('each key is good for its own endpoint', async () => {
  const { whip, whep } = await room();
  const offer = player().peer.offer();
  expect((await post(whip, offer)).status).toBe(401);
  expect((await post(whep, offer, '/whip')).status).toBe(401);
});

test('says why an offer cannot be answered', async () => {
  const { host, whip, whep } = await room();
  const offer = player().peer.offer();
  const none = await post(whep, offer);
  expect(none.status).toBe(409);
  expect(none.headers.get('Retry-After')).toBe('3');
  expect(await none.text()).toContain('sends no picture yet');
  await sendFilm(whip);
  const sending = await post(whep, offer.replaceAll('a=recvonly', 'a=sendonly'));
  expect(sending.status).toBe(406);
  expect(await sending.text()).toContain('receives no video');
  const other = await post(whep, offer.replaceAll('H264', 'VP8'));
  expect(other.status).toBe(406);
  expect(await other.text()).toContain('The video is sent as H264');
  const encryption = { publicKey: 'A'.repeat(87), proof: null, comparison: null };
  await host.client.request('createTransport', { direction: 'receive', encryption });
  const encrypted = await post(whep, offer);
  expect(encrypted.status).toBe(409);
  expect(await encrypted.text()).toContain('end to end');
});
