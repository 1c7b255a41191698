import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { limitToShare } from './core-share.ts';

const PID = 4711;

let cgroups: string;
beforeEach(async () => {
  cgroups = await mkdtemp(join(tmpdir(), 'cgroups-'));
  return () => rm(cgroups, { recursive: true });
});

/** Reads and removes the files written to a group, which would prevent its removal; the kernel's own files do not. */
async function emptied(group: string): Promise<Record<string, string>> {
  const written = (await readdir(group)).map(async (file) => {
    const text = await readFile(join(group, file), 'utf8');
    await rm(join(group, file));
    return [file, text] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

it('limits a process to a quarter of a core with cgroups version 2', async () => {
  await writeFile(join(cgroups, 'cgroup.controllers'), 'cpuset cpu io memory pids');
  const end = await limitToShare(PID, cgroups);
  expect(await readFile(join(cgroups, 'cgroup.subtree_control'), 'utf8')).toBe('+cpu');
  const written = await emptied(join(cgroups, `panocall-load-${PID}`));
  expect(written).toEqual({ 'cpu.max': '1250 5000', 'cgroup.procs': String(PID) });
  await end();
  expect((await readdir(cgroups)).sort()).toEqual(['cgroup.controllers', 'cgroup.subtree_control']);
});

it('limits a process to a quarter of a core with cgroups version 1', async () => {
  await mkdir(join(cgroups, 'cpu'));
  const end = await limitToShare(PID, cgroups);
  const written = await emptied(join(cgroups, 'cpu', `panocall-load-${PID}`));
  const limit = { 'cpu.cfs_period_us': '5000', 'cpu.cfs_quota_us': '1250' };
  expect(written).toEqual({ ...limit, 'cgroup.procs': String(PID) });
  await end();
  expect(await readdir(join(cgroups, 'cpu'))).toEqual([]);
});
