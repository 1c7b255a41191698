import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { MediaServer } from '#media-server/server.ts';
import { camera } from '#media-server/tests/support/client.ts';
import { World } from '#media-server/tests/support/harness.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { ensureCameras } from '#scripts/testing/cameras.ts';
import type { IngestServer } from '../server.ts';
import { H264, PICTURE, SOUND, sends, start, waiting, watch } from './support/rooms.ts';

const RTSP_SERVER = fileURLToPath(new URL('support/rtsp-server.py', import.meta.url));
/** Debian's, which has the packages. */
const PYTHON = '/usr/bin/python3';

let world: World;
let server: MediaServer;
let ingest: IngestServer;
let folder: string;
/** Of cameras, and of one that is not allowed. */
let ports: { rtsp: number; srt: number; other: number };
const logged: string[] = [];

beforeAll(async () => {
  await ensureCameras(() => {});
  folder = await mkdtemp(join(tmpdir(), 'panocall-'));
  const film = ['-y', '-v', 'error', ...PICTURE, ...SOUND, '-t', '60', '-c:a', 'aac'];
  await promisify(execFile)('ffmpeg', [...film, ...H264, join(folder, 'film.mp4')]);
  world = await World.create();
  server = await world.start({ limits: { socketIdleMs: 60_000 } });
  ports = { rtsp: await freePort(), srt: await freePort(), other: await freePort() };
  const CAMERA_HOSTS = `theta.lan:554, 127.0.0.1:${ports.rtsp}, 127.0.0.1:${ports.srt}`;
  ingest = await start(server.port, logged, { PULL_PORT: '0', CAMERA_HOSTS });
});
afterAll(async () => {
  await ingest.close();
  await world.close();
  await rm(folder, { recursive: true });
});

/** Asks for a camera, as the web server does. */
async function pull(key: string | null, body: unknown) {
  const response = await fetch(`http://127.0.0.1:${ingest.pullPort}/pull`, {
    method: 'POST',
    headers: key === null ? {} : { Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** A camera that serves the film by RTSP. @returns the part of its address after the password */
async function rtspCamera(...credentials: string[]): Promise<string> {
  const port = String(ports.rtsp);
  const served = spawn(PYTHON, [RTSP_SERVER, join(folder, 'film.mp4'), port, ...credentials]);
  onTestFinished(() => void served.kill('SIGKILL'));
  await once(served.stdout, 'data');
  return `127.0.0.1:${port}/film`;
}

/** A camera that waits for its viewer, by SRT. */
function srtCamera(codec: readonly string[]) {
  const address = `srt://127.0.0.1:${ports.srt}`;
  const sender = spawn('ffmpeg', [
    ...['-v', 'error', '-re', ...PICTURE, ...SOUND, ...codec, '-c:a', 'aac', '-f', 'mpegts'],
    `${address}?mode=listener`,
  ]);
  onTestFinished(() => void sender.kill('SIGKILL'));
  return { address, sender };
}

/** Expects pictures and sound at a guest. */
async function expectShown(token: string): Promise<void> {
  const { units, sound } = await watch(server, token);
  await expect.poll(() => units.length).toBeGreaterThan(30);
  await expect.poll(() => sound.length).toBeGreaterThan(90);
  // Packets of 20 ms at 48 kHz.
  const [first = 0, last = 0] = [sound[10], sound[90]];
  expect(Math.round(((last - first) >>> 0) / 960)).toBe(80);
}

test('a camera that serves RTSP is shown in the room, until the room ends', async () => {
  const { token, host, key } = await waiting(world, server);
  const at = await rtspCamera('user', 'p-secret');
  const wrong = await pull(key, { address: `rtsp://user:p-wrong@${at}` });
  expect(wrong).toMatchObject({ status: 502, text: expect.stringContaining('401 Unauthorized') });
  await sends(host.client, 0);
  expect(await pull(key, { address: `rtsp://user:p-secret@${at}` })).toEqual({ status: 201, text: '' });
  await expectShown(token);
  await host.client.request('finishChannel', {});
  await expect.poll(() => logged.join()).toContain('The room has ended the stream.');
  expect(logged.join()).not.toMatch(/p-wrong|p-secret/);
  expect(logged.join()).not.toContain(key);
});

test('a camera that waits for its viewer by SRT is shown, and one that vanishes leaves the room', async () => {
  const { token, host, key } = await waiting(world, server);
  const { address, sender } = srtCamera(H264);
  await expect.poll(() => pull(key, { address })).toEqual({ status: 201, text: '' });
  await expectShown(token);
  sender.kill('SIGSTOP');
  await sends(host.client, 0);
});

test('another camera takes the place of the first', async () => {
  const { host, key } = await waiting(world, server);
  const { address } = srtCamera(H264);
  await expect.poll(() => pull(key, { address })).toEqual({ status: 201, text: '' });
  const at = await rtspCamera();
  expect(await pull(key, { address: `rtsp://${at}` })).toEqual({ status: 201, text: '' });
  await sends(host.client, 2);
  expect(logged.join()).toContain('Another camera takes its place.');
});

test('a camera of another codec than H.264 is refused in words', async () => {
  const { host, key } = await waiting(world, server);
  const { address } = srtCamera(['-c:v', 'mpeg2video']);
  await expect
    .poll(() => pull(key, { address }))
    .toEqual({ status: 502, text: 'The camera must send H.264.' });
  await sends(host.client, 0);
});

test('no camera is connected to for a wrong key, a room that waits for none, or of another host', async () => {
  const connected: unknown[] = [];
  const listener = createServer((socket) => void connected.push(socket.destroy()));
  listener.listen(ports.rtsp, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  const here = { address: `rtsp://127.0.0.1:${ports.rtsp}/` };
  const { host, key } = await waiting(world, server);

  expect(await pull(null, here)).toMatchObject({ status: 401 });
  expect(await pull(`${key.slice(0, -1)}_`, here)).toMatchObject({
    status: 409,
    text: expect.stringContaining('The key is wrong'),
  });
  const { rtsp, other } = ports;
  for (const address of [
    `rtsp://127.0.0.1:${other}/`,
    'rtsp://127.0.0.1/',
    `rtsp://localhost:${rtsp}/`,
    `rtsp://theta.lan.example.org:${rtsp}/`,
    `rtsp://127.0.0.1:${rtsp}@localhost/`,
    `rtsp://127.0.0.1\\@localhost:${rtsp}/`,
  ])
    expect(await pull(key, { address }), address).toMatchObject({ status: 403 });
  for (const address of [
    `http://127.0.0.1:${rtsp}/`,
    `rtsp://127.0.0.1:${rtsp}\\@localhost/`.replace('@', ''),
    `rtsp://127.0.0.1:${rtsp}/#@localhost`,
    `rtsp://127.0.0.1:${rtsp}/\u0000`,
    `rtsp://127.0.0.1:${rtsp}/ö`,
    `rtsp://a@b@127.0.0.1:${rtsp}/`,
    `srt://127.0.0.1:${rtsp}?latency=9&mode=listener`,
    `-i rtsp://127.0.0.1:${rtsp}/`,
    `rtsp://127.0.0.1:${rtsp}/${'x'.repeat(500)}`,
  ])
    expect(await pull(key, { address }), address).toMatchObject({ status: 400 });
  expect(await pull(key, 'x'.repeat(3_000))).toMatchObject({ status: 400 });
  await host.client.request('updateCamera', { camera });
  expect(await pull(key, here)).toMatchObject({ status: 409, text: expect.stringContaining('waits for no') });
  expect(connected).toEqual([]);

  // The same address with a room that waits: the listener sees it.
  const { key: ready } = await waiting(world, server);
  expect(await pull(ready, here)).toMatchObject({ status: 502 });
  expect(connected).toHaveLength(1);
});

test('without allowed hosts there is no such endpoint', async () => {
  const plain = await start(server.port);
  onTestFinished(() => plain.close());
  expect(plain.pullPort).toBeNull();
});
