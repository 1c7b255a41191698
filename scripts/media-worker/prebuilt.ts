import { createHash } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../processes/child.ts';
import { CHECKSUMS } from './checksums.ts';

/** The download is a few megabytes; if it takes longer than this, building is faster. */
const TIMEOUT_MS = 60_000;

const RELEASES = 'https://github.com/versatica/mediasoup/releases/download';

/** The archive's name, as mediasoup's install script (npm-scripts.mjs, `getWorkerPrebuildTarName`) composes it. */
export function archiveName(version: string): string {
  const kernel = process.platform === 'linux' ? `-kernel${release().split('.')[0]}` : '';
  return `mediasoup-worker-${version}-${process.platform}-${process.arch}${kernel}.tgz`;
}

/**
 * Downloads the worker that mediasoup publishes for this machine. Not by mediasoup's install script, which runs it at
 * once: the archive is unpacked only if its checksum is the known one.
 * @param version mediasoup's
 * @param unverified for machines that cannot build it: also accepts an archive without a known checksum, and says so
 * @param folder an empty folder to work in
 * @returns the path of the binary, or undefined if none is available
 */
export async function downloadPrebuiltWorker(
  version: string,
  folder: string,
  say: (line: string) => void,
  { releases = RELEASES, checksums = CHECKSUMS, unverified = false } = {},
): Promise<string | undefined> {
  const name = archiveName(version);
  const expected = checksums[name];
  if (!expected && !unverified) {
    say(`Media worker: not downloading ${name}: scripts/media-worker/checksums.ts has no checksum for it`);
    return undefined;
  }
  say(`Media worker: downloading ${name}`);
  const archive = await download(`${releases}/${version}/${name}`);
  if (!archive) {
    say('Media worker: no prebuilt binary could be downloaded');
    return undefined;
  }
  const actual = createHash('sha256').update(archive).digest('hex');
  if (!expected) {
    say(`Media worker: NOT VERIFIED: ${name} has SHA-256 ${actual}; no checksum of it is known`);
  } else if (actual !== expected) {
    say(`Media worker: REFUSED ${name}: its SHA-256 is ${actual}, but ${expected} was expected`);
    return undefined;
  }
  return unpack(archive, join(folder, 'prebuilt'));
}

async function download(url: string): Promise<Buffer | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

async function unpack(archive: Buffer, folder: string): Promise<string> {
  await mkdir(folder);
  const file = join(folder, 'worker.tgz');
  await writeFile(file, archive);
  await runChild(['tar', '-xzf', file, '-C', folder]);
  const binary = join(folder, 'mediasoup-worker');
  await chmod(binary, 0o755);
  return binary;
}
