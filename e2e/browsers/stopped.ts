import { readdir, readFile } from 'node:fs/promises';
import type { Engine } from './pairs.ts';

/** Process names as in the kernel, cut to 15 characters. */
const ENGINES: Record<Engine, string> = { chromium: 'chromium', firefox: 'firefox-esr' };
const MEDIA_WORKER = 'mediasoup-worke';

/**
 * Ids of the processes with a name among another process's descendants, and of their own descendants. @param ancestor
 * its id
 */
async function descendants(ancestor: number, wanted: string): Promise<number[]> {
  const known = new Map<number, { name: string; parent: number }>();
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    // The process may have ended.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // proc(5): pid (name) state parent.
    const [, name = '', parent] = /\((.*)\) \S (\d+)/s.exec(stat) ?? [];
    known.set(pid, { name, parent: Number(parent) });
  }
  const isBelow = (pid: number, isWanted = false): boolean => {
    const { name, parent } = known.get(pid) ?? { name: '', parent: 0 };
    if (pid === ancestor || parent === 0) return pid === ancestor && isWanted;
    return isBelow(parent, isWanted || name === wanted);
  };
  return [...known.keys()].filter((pid) => isBelow(pid));
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

/** Stops the media workers during `run`, so that no packet of any call is answered: to browsers the path is cut. */
export async function withPathCut(run: () => Promise<void>): Promise<void> {
  // The site and this process have the same parent.
  await whileStopped(await descendants(process.ppid, MEDIA_WORKER), run);
}

/** Stops all pages of this test's browser during `run`. */
export async function withBrowserStopped(engine: Engine, run: () => Promise<void>): Promise<void> {
  await whileStopped(await descendants(process.pid, ENGINES[engine]), run);
}
