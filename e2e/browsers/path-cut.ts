import { readdir, readFile } from 'node:fs/promises';

/** The processes that route the media of this run's site, as descendants of the one that runs its tests. */
async function mediaWorkers(): Promise<number[]> {
  const parents = new Map<number, number>();
  const workers: number[] = [];
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    // The process may be gone by now.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // proc(5): pid (name) state parent. The kernel cuts names to 15 characters.
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(stat) ?? [];
    parents.set(pid, Number(parent));
    if (name === 'mediasoup-worke') workers.push(pid);
  }
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === process.ppid || isOurs(parents.get(pid)));
  return workers.filter(isOurs);
}

/** While `run` runs, no packet of any call is answered: what browsers see of a path that is cut. */
export async function withPathCut(run: () => Promise<void>): Promise<void> {
  const workers = await mediaWorkers();
  if (workers.length === 0) throw new Error('No media worker was found');
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  try {
    await run();
  } finally {
    for (const pid of workers) process.kill(pid, 'SIGCONT');
  }
}
