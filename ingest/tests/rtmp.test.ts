import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { unitsOf } from '#bench/rooms/film.ts';
import type { MediaServer } from '#media-server/server.ts';
import { camera } from '#media-server/tests/support/client.ts';
import { World } from '#media-server/tests/support/harness.ts';
import type { Channel } from '#protocol/channel.ts';
import { ensureCameras } from '#scripts/testing/cameras.ts';
import type { IngestServer } from '../server.ts';
import { H264, PICTURE, SOUND, sends, start, waiting, watch } from './support/rooms.ts';

const run = promisify(execFile);

let world: World;
let server: MediaServer;
let ingest: IngestServer;

beforeAll(async () => {
  await ensureCameras(() => {});
  world = await World.create();
  // A sender that vanished is noticed after some seconds, in which these clients send nothing.
  server = await world.start({ limits: { socketIdleMs: 60_000 } });
  ingest = await start(server.port);
});
afterAll(async () => {
  await ingest.close();
  await world.close();
});

/** Publishes by FFmpeg, as a camera's app does. @returns the process, and its exit code with what it said */
function publish(key: string, { inputs = [...PICTURE, ...SOUND], video = H264, port = ingest.port } = {}) {
  const program = spawn('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-re', ...inputs, ...video, '-c:a', 'aac'],
    ...['-f', 'flv', `rtmp://127.0.0.1:${port}/live/${key}`],
  ]);
  onTestFinished(() => void program.kill('SIGKILL'));
  let said = '';
  program.stderr.on('data', (text) => {
    said += text;
  });
  const ended = once(program, 'close').then(([code]) => ({ code, said }));
  return { program, ended };
}

/** NAL unit types (ITU-T H.264, table 7-1). */
const PARAMETERS = 7;
const SLICES: readonly number[] = [1, 5];
const typeOf = (unit: Buffer | undefined) => (unit?.[0] ?? 0) & 0x1f;

/** The pictures alone, short enough to be compared. */
const slicesOf = (units: Buffer[]) =>
  units
    .filter((unit) => SLICES.includes(typeOf(unit)))
    .map((unit) => createHash('sha256').update(unit).digest('hex'));

test('pictures reach the guest as they were published, and the sound as Opus', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'panocall-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [published, plain] = [join(folder, 'film.flv'), join(folder, 'film.h264')];
  const length = ['-t', '2', '-shortest'];
  await run('ffmpeg', ['-v', 'error', ...PICTURE, ...SOUND, ...length, ...H264, '-c:a', 'aac', published]);
  await run('ffmpeg', ['-v', 'error', '-i', published, '-c', 'copy', '-an', plain]);
  const { token, host, key } = await waiting(world, server);
  publish(key, { inputs: ['-stream_loop', '-1', '-i', published], video: ['-c:v', 'copy'] });
  const { seats } = await sends(host.client, 2);
  expect(seats.host?.producers).toEqual([
    expect.objectContaining({ kind: 'video', source: 'camera', streamed: true }),
    expect.objectContaining({ kind: 'audio', source: 'microphone', streamed: true }),
  ]);
  const { units, sound } = await watch(server, token);
  const [film, seen] = [slicesOf(unitsOf(await readFile(plain))), () => slicesOf(units.slice(0, -1))];
  await expect.poll(() => seen().length).toBeGreaterThan(film.length);
  expect(typeOf(units[0])).toBe(PARAMETERS);
  const start = film.indexOf(seen()[0] ?? '');
  expect(seen()).toEqual(seen().map((_, index) => film[(start + index) % film.length]));
  // FFmpeg's packets have 20 ms each, at 48 kHz.
  await expect.poll(() => sound.length).toBeGreaterThan(90);
  const [first = 0, last = 0] = [sound[10], sound[90]];
  expect(Math.round(((last - first) >>> 0) / 960)).toBe(80);
});

test('a wrong key, and one without a room that waits, are refused in words', async () => {
  const { host, key } = await waiting(world, server);
  for (const other of [`${key.slice(0, -1)}_`, 'é', '']) {
    const { code, said } = await publish(other).ended;
    expect(code).not.toBe(0);
    expect(said).toContain('The key is wrong');
  }
  await host.client.request('updateCamera', { camera });
  expect((await publish(key).ended).said).toContain('the room waits for no program');
});

test('while one program sends, another is refused; once it has stopped, it is taken', async () => {
  const { host, key } = await waiting(world, server);
  const first = publish(key);
  await sends(host.client, 2);
  expect((await publish(key).ended).said).toContain('Another program is sending');
  first.program.kill('SIGINT');
  await sends(host.client, 0);
  publish(key);
  await sends(host.client, 2);
});

test('a media server is reached though its announced address is not, also by a redirect', async () => {
  const hidden = await world.start({
    env: { MEDIA_NODE_ID: 'hidden', MEDIA_ANNOUNCED_ADDRESS: '192.0.2.1' },
    limits: { socketIdleMs: 60_000 },
  });
  const address = `http://127.0.0.1:${hidden.port}/whip`;
  const site = createServer((_, response) => response.writeHead(307, { Location: address }).end());
  site.listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await once(site, 'listening');
  const logged: string[] = [];
  const other = await start(z.object({ port: z.number() }).parse(site.address()).port, logged);
  onTestFinished(() => other.close());
  const { key } = await waiting(world, hidden, 'hidden');
  publish(key, { port: other.port });
  await expect.poll(() => logged.join()).toContain('a stream began');
  expect(logged.join()).not.toContain(key);
});

test('a program that vanishes ends what the seat sends', async () => {
  const { host, key } = await waiting(world, server);
  const { program } = publish(key);
  await sends(host.client, 2);
  program.kill('SIGSTOP');
  await sends(host.client, 0);
});

test('the end of the room ends the program’s connection', async () => {
  const { host, key } = await waiting(world, server);
  const { ended } = publish(key);
  await sends(host.client, 2);
  await host.client.request('finishChannel', {});
  expect((await ended).code).not.toBe(0);
});

test('B-frames are told to the seats', async () => {
  const { host, key } = await waiting(world, server);
  publish(key, { video: [...H264, '-bf', '2'] });
  await host.client.channel(
    ({ seats }) => seats.host?.producers.some(({ outOfOrder }) => outOfOrder) === true,
  );
});

test('a stream that has fallen behind is told to the seats, until it has caught up', async () => {
  const { host, key } = await waiting(world, server);
  const { program } = publish(key);
  const lag = ({ seats }: Channel) => seats.host?.producers.find(({ lagMs }) => lagMs)?.lagMs ?? 0;
  await sends(host.client, 2);
  await sleep(2_000);
  program.kill('SIGSTOP');
  await sleep(3_000);
  program.kill('SIGCONT');
  await host.client.channel((channel) => lag(channel) >= 1_000);
  await host.client.channel((channel) => lag(channel) === 0);
});

test('another codec than H.264 ends the stream, and the room goes on waiting', async () => {
  const { host, key } = await waiting(world, server);
  expect((await publish(key, { video: ['-c:v', 'flv'] }).ended).code).not.toBe(0);
  await sends(host.client, 0);
  publish(key);
  await sends(host.client, 2);
});

test('what is no RTMP ends its own connection alone', async () => {
  const { host, key } = await waiting(world, server);
  publish(key);
  await sends(host.client, 2);
  for (const data of [randomBytes(20_000), Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(300))]) {
    const socket = connect(ingest.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(data);
    socket.resume();
    await once(socket, 'close');
  }
  expect((await publish(key).ended).said).toContain('Another program is sending');
});

test('an address that opens many connections and publishes nothing leaves others their place', async () => {
  const other = await start(server.port);
  onTestFinished(() => other.close());
  const sockets = Array.from({ length: 11 }, () => connect(other.port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.race(sockets.map((socket) => once(socket, 'close')));
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(1);
});

test('before a key is accepted, a connection is given little room', async () => {
  const logged: string[] = [];
  const other = await start(server.port, logged);
  onTestFinished(() => other.close());
  // The handshake, and the first chunk of a message of the type 20 (RTMP 1.0, 5.3.1).
  const hello = Buffer.concat([Buffer.from([3]), randomBytes(1536), randomBytes(1536)]);
  const chunk = (stream: number, length: number) => {
    const header = [stream, 0, 0, 0, ...[16, 8, 0].map((shift) => (length >> shift) & 0xff), 20, 0, 0, 0, 0];
    return Buffer.concat([Buffer.from(header), Buffer.alloc(128)]);
  };
  const large = [chunk(3, 1_000_000)];
  const many = Array.from({ length: 40 }, (_, stream) => chunk(3 + stream, 1_000));
  for (const [chunks, reason] of [[large, 'is too large'] as const, [many, 'too many'] as const]) {
    const socket = connect(other.port, '127.0.0.1');
    socket.resume();
    socket.write(Buffer.concat([hello, ...chunks]));
    await once(socket, 'end');
    expect(logged.join()).toContain(reason);
  }
});
