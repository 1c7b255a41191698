import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Share of one core for the compared media servers: far less than the senders and receivers need, so that the server is
 * the bottleneck.
 */
const CORE_SHARE = 0.25;

/** In µs. Short, so that a server that has used its share waits less than its sockets can buffer. */
const PERIOD = 5_000;
const CGROUPS = '/sys/fs/cgroup';
const LEAVE_MS = 100;

/**
 * Limits a process to CORE_SHARE of a core, with Linux control groups of either version (cgroups(7)); requires root.
 * @param cgroups mount point of the control groups
 * @returns a function that removes the group after the process has ended
 * @throws Error without permission
 */
export async function limitToShare(pid: number, cgroups = CGROUPS): Promise<() => Promise<void>> {
  const isSecondVersion = existsSync(join(cgroups, 'cgroup.controllers'));
  const name = `panocall-load-${pid}`;
  const group = isSecondVersion ? join(cgroups, name) : join(cgroups, 'cpu', name);
  const quota = String(PERIOD * CORE_SHARE);
  await mkdir(group);
  if (isSecondVersion) {
    await writeFile(join(cgroups, 'cgroup.subtree_control'), '+cpu');
    await writeFile(join(group, 'cpu.max'), `${quota} ${PERIOD}`);
  } else {
    await writeFile(join(group, 'cpu.cfs_period_us'), String(PERIOD));
    await writeFile(join(group, 'cpu.cfs_quota_us'), quota);
  }
  await writeFile(join(group, 'cgroup.procs'), String(pid));
  return async () => {
    // The kernel needs a moment to remove an ended process from the group.
    await sleep(LEAVE_MS);
    await rmdir(group);
  };
}
