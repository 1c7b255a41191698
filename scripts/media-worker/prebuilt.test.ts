import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runChild } from '../processes/child.ts';
import { archiveName, downloadPrebuiltWorker } from './prebuilt.ts';

const VERSION = '3.0.0';
const name = archiveName(VERSION);

let folder: string;
let said: string[];
beforeEach(async () => {
  said = [];
  folder = await mkdtemp(join(tmpdir(), 'prebuilt-'));
  return () => rm(folder, { recursive: true });
});

/** Starts a server with one archive of a worker; it answers 404 to anything else. */
async function publish(content: string) {
  await writeFile(join(folder, 'mediasoup-worker'), content);
  const file = join(folder, 'published.tgz');
  await runChild(['tar', '-czf', file, '-C', folder, 'mediasoup-worker']);
  await rm(join(folder, 'mediasoup-worker'));
  const archive = await readFile(file);
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    if (request.url === `/${VERSION}/${name}`) response.end(archive);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('not listening on a port');
  const checksum = createHash('sha256').update(archive).digest('hex');
  return { releases: `http://127.0.0.1:${address.port}`, checksum, requests: () => requests };
}

const get = (options: { releases: string; checksums: Record<string, string>; unverified?: boolean }) =>
  downloadPrebuiltWorker(VERSION, folder, (line) => said.push(line), options);

test('unpacks an archive with the known checksum', async () => {
  const { releases, checksum } = await publish('worker');
  const binary = await get({ releases, checksums: { [name]: checksum } });
  expect(await readFile(binary ?? '', 'utf8')).toBe('worker');
});

test('refuses an archive with another checksum, and unpacks none of it', async () => {
  const { releases, checksum } = await publish('not the worker');
  const expected = 'a'.repeat(64);
  expect(await get({ releases, checksums: { [name]: expected } })).toBeUndefined();
  expect(said.at(-1)).toBe(
    `Media worker: REFUSED ${name}: its SHA-256 is ${checksum}, but ${expected} was expected`,
  );
  expect(existsSync(join(folder, 'prebuilt'))).toBe(false);
});

test('downloads nothing without a known checksum', async () => {
  const { releases, requests } = await publish('worker');
  expect(await get({ releases, checksums: {} })).toBeUndefined();
  expect(said.at(-1)).toContain('has no checksum for it');
  expect(requests()).toBe(0);
});

test('accepts an archive without a known checksum only if told to, and says so; never one with a wrong checksum', async () => {
  const { releases, checksum } = await publish('worker');
  expect(await get({ releases, checksums: { [name]: 'a'.repeat(64) }, unverified: true })).toBeUndefined();
  const binary = await get({ releases, checksums: {}, unverified: true });
  expect(await readFile(binary ?? '', 'utf8')).toBe('worker');
  expect(said.at(-1)).toContain(`NOT VERIFIED: ${name} has SHA-256 ${checksum}`);
});

test('returns nothing if no archive is published, or no server answers', async () => {
  const { releases } = await publish('worker');
  const checksums = { [name]: 'a'.repeat(64) };
  expect(await get({ releases: `${releases}/elsewhere`, checksums })).toBeUndefined();
  expect(await get({ releases: 'http://127.0.0.1:1', checksums })).toBeUndefined();
});
