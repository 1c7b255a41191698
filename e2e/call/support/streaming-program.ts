import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { encodeFilm, encodeFlv } from '#bench/rooms/film.ts';
import { publish, streamByWhip } from '#bench/rooms/programs.ts';
import { Pacer } from '#bench/rooms/streams.ts';
import { openForeignPage } from './foreign-page.ts';

export type Program = {
  /** Ends without telling the server. */
  vanish(): void;
};

/** Reads an address and the key from the host's page. */
export async function readFields(host: Page, protocol = 'WHIP'): Promise<{ address: string; key: string }> {
  const read = async (label: string) => (await host.getByLabel(label, { exact: true }).textContent()) ?? '';
  return { address: await read(`Address (${protocol})`), key: await read('Key (bearer token, stream key)') };
}

/** The encoded films that were needed so far, by how many B-frames they have in a row. */
const published = new Map<number, Promise<string>>();

function publishedFilm(bFrames: number): Promise<string> {
  const encoded = published.get(bFrames) ?? encodePublished(bFrames);
  published.set(bFrames, encoded);
  return encoded;
}

async function encodePublished(bFrames: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'panocall-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const file = join(folder, 'film.flv');
  await encodeFlv('MEDIUM', file, bFrames);
  return file;
}

/** Publishes the film, with a tone, by the address for RTMP and the key on the host's page, as a camera's app would. */
export async function publishFilm(host: Page, { bFrames = 0 } = {}): Promise<Program> {
  const file = await publishedFilm(bFrames);
  const { address, key } = await readFields(host, 'RTMP');
  return { vanish: publish({ rtmp: address, key }, file) };
}

/** A camera that waits for its viewer by SRT, and shows the film. @returns its address */
export async function awaitViewer(): Promise<Program & { address: string }> {
  const file = await publishedFilm(0);
  // The only one that the site allows.
  const address = `srt://127.0.0.1:${process.env.E2E_CAMERA_PORT}`;
  const live = ['-loglevel', 'error', '-re', '-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'mpegts'];
  const camera = spawn('ffmpeg', [...live, `${address}?mode=listener`], { stdio: 'inherit' });
  const vanish = () => void camera.kill('SIGKILL');
  process.once('exit', vanish);
  return { address, vanish };
}

/** Streams the film with a patch in each direction, by the address and the key on the host's page, as OBS would. */
export async function streamFilm(host: Page): Promise<Program> {
  const film = await encodeFilm('MEDIUM');
  const { address, key } = await readFields(host);
  const pacer = new Pacer();
  const stop = await streamByWhip({ whip: address, key }, film, pacer);
  return {
    vanish: () => {
      pacer.stop();
      stop();
    },
  };
}

/** Streams a browser's camera, by a client that others wrote (`@eyevinn/whip-web-client`). @param page an empty one */
export async function streamCamera(page: Page, host: Page): Promise<void> {
  const { address, key } = await readFields(host);
  await openForeignPage(page, new URL('./whip-page.ts', import.meta.url));
  await page.evaluate(([address, key]) => window.streamCamera(address, key), [address, key] as const);
}
