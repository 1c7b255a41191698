import { readdir, readFile } from 'node:fs/promises';
import type { Engine } from './pairs.ts';

/** Names as the kernel has them, cut to 15 characters. */
const ENGINES: Record<Engine, string> = { chromium: 'chromium', firefox: 'firefox-esr' };
const MEDIA_WORKER = 'mediasoup-worke';

/** Processes of a name among the descendants of another process. @param ancestor its id */
async function descendants(ancestor: number, wanted: string): Promise<number[]> {
  const parents = new Map<number, number>();
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    // The process may be gone by now.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // proc(5): pid (name) state parent.
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(stat) ?? [];
    parents.set(pid, Number(parent));
    if (name === wanted) found.push(pid);
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === ancestor || isBelow(parents.get(pid)));
  return found.filter(isBelow);
}

async function whileStopped(pids: readonly number[], run: () => Promise<void>): Promise<void> {
  if (pids.length === 0) throw new Error('There is no such process');
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await run();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

/** While `run` runs, no packet of any call is answered: what browsers see of a path that is cut. */
export async function withPathCut(run: () => Promise<void>): Promise<void> {
  // The site is a child of the process that runs this one.
  await whileStopped(await descendants(process.ppid, MEDIA_WORKER), run);
}

/** While `run` runs, all pages of this test's browser stand still. */
export async function withBrowserStopped(engine: Engine, run: () => Promise<void>): Promise<void> {
  await whileStopped(await descendants(process.pid, ENGINES[engine]), run);
}
