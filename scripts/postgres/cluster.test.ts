import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { freePort } from '../processes/ports.ts';
import { startCluster, startTemporaryCluster } from './cluster.ts';

vi.mock(import('../processes/ports.ts'), async (original) => {
  const ports = await original();
  return { ...ports, freePort: vi.fn(ports.freePort) };
});

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

test('keeps its data and its address, and requires the password', async () => {
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

const IS_SUPERUSER = 'select rolsuper from pg_roles where rolname = current_user';

test('gives the application a role that is no superuser, owns its database, and can access no file or program', async () => {
  const cluster = await startCluster(path);
  expect(await query(cluster.url(), IS_SUPERUSER)).toEqual([{ rolsuper: false }]);
  expect(await query(cluster.superuserUrl(), IS_SUPERUSER)).toEqual([{ rolsuper: true }]);
  const refused = [
    "copy note to program 'cat'",
    "select pg_read_file('PG_VERSION')",
    'create role other superuser',
  ];
  for (const text of refused) await expect(query(cluster.url(), text)).rejects.toThrow('permission denied');
  await query(cluster.url(), 'create extension pg_trgm');
  await query(cluster.url(), 'create schema own');
  await cluster.stop();
});

/** Kinds of objects created by migrations and pg-boss. */
const EARLIER = [
  'create schema jobs',
  "create type jobs.state as enum ('new', 'done')",
  'create table jobs.job (id serial primary key, number int generated always as identity, state jobs.state)',
  'create table jobs.parted (id int) partition by list (id)',
  'create table jobs.part partition of jobs.parted for values in (1)',
  'create sequence jobs.counter',
  'create view jobs.open as select * from jobs.job',
  "create function jobs.one(a int, b text) returns int language sql as 'select 1'",
  'create extension if not exists pg_trgm',
  "insert into jobs.job (state) values ('new')",
];

test('hands over the database of an earlier version, whose application was superuser', async () => {
  const older = join(folder, 'older');
  const first = await startCluster(older);
  onTestFinished(async () => rm(await realpath(older), { recursive: true }));
  await query(first.superuserUrl(), 'alter database panocall owner to panocall');
  await query(first.superuserUrl(), 'drop role panocall_app');
  for (const text of EARLIER) await query(first.superuserUrl(), text);
  await first.stop();
  const file = join(older, 'cluster.json');
  const { ownerPassword: _, ...state } = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify(state));

  const next = await startCluster(older);
  const changes = [
    "alter type jobs.state add value 'late'",
    'alter table jobs.job add column note text',
    'alter table jobs.part rename to piece',
    'alter sequence jobs.counter restart',
    "create or replace function jobs.one(a int, b text) returns int language sql as 'select 2'",
    'drop view jobs.open',
    "insert into jobs.job (state) values ('late')",
    'alter table jobs.job rename to task',
    'alter schema jobs rename to tasks',
    'create table more (id int)',
  ];
  for (const text of changes) await query(next.url(), text);
  expect(await query(next.url(), 'select number from tasks.task order by 1')).toEqual([
    { number: 1 },
    { number: 2 },
  ]);
  const others = `select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('tasks', 'public') and relowner <> 'panocall_app'::regrole`;
  expect(await query(next.superuserUrl(), others)).toEqual([]);
  await next.stop();
});

test('starts after a run that was killed', async () => {
  const killed = await startCluster(path);
  process.kill(await postmaster(), 'SIGKILL');
  await killed.exited;
  const next = await startCluster(path);
  expect(await query(next.url(), 'select text from note')).toEqual([{ text: 'kept' }]);
  await next.stop();
});

test('restarts with its data at the same address, also a temporary cluster', async () => {
  const temporary = await startTemporaryCluster();
  await query(temporary.url(), "create table note as select 'also kept' as text");
  // A temporary cluster does not flush each commit to disk.
  await query(temporary.superuserUrl(), 'checkpoint');
  const data = await query(temporary.superuserUrl(), 'show data_directory');
  const [{ data_directory: folder }] = z.tuple([z.object({ data_directory: z.string() })]).parse(data);
  process.kill(Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
  await temporary.exited;
  const next = await temporary.restart();
  expect(next.url()).toBe(temporary.url());
  expect(await query(next.url(), 'select text from note')).toEqual([{ text: 'also kept' }]);
  await next.stop();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('starts although another process has the killed one’s id', async () => {
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

test('moves a temporary cluster to another port if its own was taken meanwhile', async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((listening) => other.listen(port, '127.0.0.1', listening));
  onTestFinished(() => void other.close());
  vi.mocked(freePort).mockResolvedValueOnce(port);
  const cluster = await startTemporaryCluster();
  expect(new URL(cluster.url()).port).not.toBe(String(port));
  expect(await query(cluster.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  await cluster.stop();
});
