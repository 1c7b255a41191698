import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { z } from 'zod';
import { encodeFilm } from '#bench/rooms/film.ts';
import { camera, microphone, Pacer } from '#bench/rooms/streams.ts';
import { Peer } from '#ingest/webrtc/peer.ts';
import { ensureFilm } from '../../film/film.ts';
import { expect } from '../../support/test.ts';

const LINES = [
  { kind: 'video', mid: 'video', payloadType: 96, ssrc: 5003 },
  { kind: 'audio', mid: 'audio', payloadType: 111, ssrc: 5002 },
] as const;

/** How long a sender that was refused waits, in ms; the one before it may still be known to the server. */
const AGAIN_MS = 1_500;

export type Program = {
  /** Ends without telling the server. */
  vanish(): void;
};

/** Reads an address and the key from the host's page. */
async function readFields(host: Page, protocol = 'WHIP'): Promise<{ address: string; key: string }> {
  const read = async (label: string) => (await host.getByLabel(label, { exact: true }).textContent()) ?? '';
  return { address: await read(`Address (${protocol})`), key: await read('Key (bearer token, stream key)') };
}

/** Publishes the film, with a tone, by the address for RTMP and the key on the host's page, as a camera's app would. */
export async function publishFilm(host: Page): Promise<Program> {
  const film = await ensureFilm({ projection: 'equirectangular', width: 1920, height: 960 });
  const { address, key } = await readFields(host, 'RTMP');
  const folder = await mkdtemp(join(tmpdir(), 'panocall-'));
  const encoded = join(folder, 'film.flv');
  await promisify(execFile)('ffmpeg', [
    ...['-loglevel', 'error', '-i', film, '-f', 'lavfi', '-i', 'sine=sample_rate=44100', '-shortest'],
    ...['-af', 'volume=4', '-c:a', 'aac', '-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryfast'],
    ...['-bf', '0', '-g', '30', '-b:v', '4M', encoded],
  ]);
  const live = ['-loglevel', 'error', '-re', '-stream_loop', '-1', '-i', encoded, '-c', 'copy', '-f', 'flv'];
  const publisher = spawn('ffmpeg', [...live, `${address}/${key}`], { stdio: 'inherit' });
  process.once('exit', () => publisher.kill('SIGKILL'));
  publisher.once('close', () => rmSync(folder, { recursive: true }));
  return { vanish: () => publisher.kill('SIGSTOP') };
}

/** Streams the film with a patch in each direction, by the address and the key on the host's page, as OBS would. */
export async function streamFilm(host: Page): Promise<Program> {
  const film = await encodeFilm('MEDIUM');
  const { address, key } = await readFields(host);
  const peer = new Peer('SendOnly', LINES);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/sdp' };
  const offer = { method: 'POST', headers, body: peer.offer() };
  let response = await fetch(address, offer);
  for (; response.status === 409; response = await fetch(address, offer)) await sleep(AGAIN_MS);
  const answer = await response.text();
  expect(response.status, answer).toBe(201);
  peer.accept(answer);
  await peer.connected();
  const pacer = new Pacer();
  pacer.add(camera({ track: peer.track('video'), ...LINES[0] }, film));
  pacer.add(microphone({ track: peer.track('audio'), ...LINES[1] }));
  return {
    vanish: () => {
      pacer.stop();
      peer.close();
    },
  };
}

/** Streams a browser's camera, by a client that others wrote (`@eyevinn/whip-web-client`). @param page an empty one */
export async function streamCamera(page: Page, host: Page): Promise<void> {
  const { address, key } = await readFields(host);
  const script = await bundle(fileURLToPath(new URL('./whip-page.ts', import.meta.url)));
  // Of another origin, which may use cameras.
  const site = createServer((_, response) => response.end('<!doctype html>')).listen(0, 'localhost');
  await once(site, 'listening');
  const { port } = z.object({ port: z.number() }).parse(site.address());
  await page.goto(`http://localhost:${port}`);
  site.close();
  await page.addScriptTag({ content: script });
  await page.evaluate(([address, key]) => window.streamCamera(address, key), [address, key] as const);
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'whip' } },
  });
  const [{ output }] = z
    .tuple([z.looseObject({ output: z.array(z.looseObject({ code: z.string() })) })])
    .parse(built);
  return output.map(({ code }) => code).join();
}
