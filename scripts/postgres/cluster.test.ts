import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startCluster, startTemporaryCluster } from './cluster.ts';

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  path = join(folder, 'postgres');
});

afterAll(async () => {
  await rm(await realpath(path), { recursive: true });
  await rm(folder, { recursive: true });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1 });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(join(path, 'data', 'postmaster.pid'), 'utf8'), 10);
}

test('keeps its data and its address, and lets in only who knows the password', async () => {
  const first = await startCluster(path);
  const url = first.url();
  await query(url, "create table note as select 'kept' as text");
  await first.stop();

  const second = await startCluster(path);
  expect(second.url()).toBe(url);
  expect(await query(url, 'select text from note')).toEqual([{ text: 'kept' }]);
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
  expect((await stat(join(path, 'cluster.json'))).mode & 0o777).toBe(0o600);
  await expect(startCluster(path)).rejects.toThrow(/in use.*another Panocall/);
  await second.stop();
});

test('starts after a run that was killed', async () => {
  const killed = await startCluster(path);
  process.kill(await postmaster(), 'SIGKILL');
  await killed.exited;
  const next = await startCluster(path);
  expect(await query(next.url(), 'select text from note')).toEqual([{ text: 'kept' }]);
  await next.stop();
});

test('restarts with its data at the same address, also a temporary one', async () => {
  const temporary = await startTemporaryCluster();
  await query(temporary.url(), "create table note as select 'also kept' as text");
  // It does not wait for the disk at each commit.
  await query(temporary.url(), 'checkpoint');
  const data = await query(temporary.url(), 'show data_directory');
  const [{ data_directory: folder }] = z.tuple([z.object({ data_directory: z.string() })]).parse(data);
  process.kill(Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
  await temporary.exited;
  const next = await temporary.restart();
  expect(next.url()).toBe(temporary.url());
  expect(await query(next.url(), 'select text from note')).toEqual([{ text: 'also kept' }]);
  await next.stop();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('starts although the number of the killed process is somebody else now', async () => {
  const killed = await startCluster(path);
  const pid = await postmaster();
  const lockFile = join(path, 'data', 'postmaster.pid');
  const lock = await readFile(lockFile, 'utf8');
  process.kill(pid, 'SIGKILL');
  await killed.exited;
  const { uid, gid } = await stat(join(path, 'data'));
  const stranger = spawn('sleep', ['600'], { uid, gid });
  onTestFinished(() => void stranger.kill());
  await once(stranger, 'spawn');
  await writeFile(lockFile, lock.replace(String(pid), String(stranger.pid)));
  const next = await startCluster(path);
  await next.stop();
});
