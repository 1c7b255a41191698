import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { installDebianPackages } from '../debian-packages.ts';
import { buildWorker, recipeFolder } from './build.ts';
import { mediasoupFolder } from './mediasoup-folder.ts';
import { downloadPrebuiltWorker } from './prebuilt.ts';
import { canCreateWorker, workerStarts } from './verify.ts';

/** Debian packages that a worker built here needs at run time. */
const LIBRARIES = ['libabsl20220623', 'libsrtp2-1', 'libssl3', 'libuv1'];

/** Cache folder of this machine: outside the checkout, so that all checkouts share it. */
export const cacheFolder = (): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'panocall');

/** Path of this machine's mediasoup-worker, existing or not: keyed by everything that affects the binary. */
async function workerPath(): Promise<string> {
  if (process.env.MEDIASOUP_WORKER_BIN) return process.env.MEDIASOUP_WORKER_BIN;
  const [version, recipe] = await Promise.all([mediasoupVersion(), recipeHash()]);
  const name = [version, recipe, process.platform, process.arch, cLibrary()].join('-');
  return join(cacheFolder(), 'mediasoup-worker', name, 'mediasoup-worker');
}

/**
 * Finds a working mediasoup-worker, or provides one: mediasoup's prebuilt download if we know its checksum, else a
 * build from the sources in mediasoup's npm package, which takes minutes. If it cannot be built (the build supports
 * Debian and Ubuntu), accepts the download without a checksum.
 * @param say receives a line for each step
 * @returns the path of the binary
 */
export async function ensureWorker(say: (line: string) => void): Promise<string> {
  const path = await workerPath();
  if (await workerStarts(path)) return path;
  if (process.env.MEDIASOUP_WORKER_BIN) {
    throw new Error(`MEDIASOUP_WORKER_BIN (${path}) is not a mediasoup-worker that runs on this machine.`);
  }
  if (existsSync(path)) {
    // Built on a machine, or in a container, that has its libraries.
    await installDebianPackages(LIBRARIES, say).catch(() => {});
    if (await workerStarts(path)) return path;
  }
  await mkdir(dirname(path), { recursive: true });
  const folder = await mkdtemp(join(dirname(path), 'making-'));
  try {
    const version = await mediasoupVersion();
    const prebuilt = await downloadPrebuiltWorker(version, folder, say);
    // It may need a different C library.
    const isUsable = prebuilt !== undefined && (await workerStarts(prebuilt));
    const build = () =>
      buildWorker(folder, say).catch(async (error: unknown) => {
        const unverified = await downloadPrebuiltWorker(version, folder, say, { unverified: true });
        if (!unverified) throw error;
        return unverified;
      });
    const made = isUsable ? prebuilt : await build();
    await canCreateWorker(made);
    // Concurrent set-ups each build one; the last one wins.
    await rename(made, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  say(`Media worker ready: ${path}`);
  return path;
}

async function mediasoupVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(mediasoupFolder, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

async function recipeHash(): Promise<string> {
  const files = (await readdir(recipeFolder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  files.push(fileURLToPath(new URL('./build.ts', import.meta.url)));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(relative(recipeFolder, file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

function cLibrary(): string {
  const report = z
    .object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) })
    .parse(process.report.getReport());
  const glibc = report.header.glibcVersionRuntime;
  if (glibc) return `glibc${glibc}`;
  return process.platform === 'linux' ? 'musl' : 'system';
}
