import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second, whatever the kernel's own clock. */
const TICKS_PER_SECOND = 100;

type Process = { pid: number; argv: string[] };

/** A process's descendants; empty without `/proc`. */
export function descendants(root: number): Process[] {
  const parents = new Map(allPids().map((pid) => [pid, parentOf(pid)]));
  const found: Process[] = [];
  const waiting = [root];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const [pid, itsParent] of parents) {
      if (itsParent !== parent) continue;
      found.push({ pid, argv: read(pid, 'cmdline').split('\0') });
      waiting.push(pid);
    }
  }
  return found;
}

/** Database URL of a running `npm start`. @param pid its process */
export function databaseOf(pid: number): string {
  const server = descendants(pid).find(({ argv }) => argv.includes('server/main.ts'));
  const environment = server ? read(server.pid, 'environ') : '';
  return /(?:^|\0)DATABASE_URL=([^\0]+)/.exec(environment)?.[1] ?? '';
}

/** @returns a function that returns the share of one core these processes have used since; null without processes */
export function watchShare(pids: readonly number[]): () => number | null {
  const startedAt = performance.now();
  const before = processorSeconds(pids);
  return () => {
    if (pids.length === 0) return null;
    return (processorSeconds(pids) - before) / ((performance.now() - startedAt) / 1000);
  };
}

/** Resident memory of these processes, in bytes (proc_pid_status(5)). */
export function residentBytes(pids: readonly number[]): number {
  const kibibytes = pids.map((pid) => Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0));
  return kibibytes.reduce((sum, size) => sum + size, 0) * 1024;
}

/** CPU time of these processes so far, in seconds. */
function processorSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const [, , , , , , , , , , , user = '0', system = '0'] = fieldsAfterName(pid);
    return Number(user) + Number(system);
  });
  return ticks.reduce((sum, used) => sum + used, 0) / TICKS_PER_SECOND;
}

function allPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  return Number(fieldsAfterName(pid)[1]);
}

/** Fields of `/proc/PID/stat` from the state on; the name before them may contain anything. See proc(5). */
function fieldsAfterName(pid: number): string[] {
  return read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
