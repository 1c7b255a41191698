import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** How long a server without its parent may take to stop by itself, and then after a signal. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Cleans up the PostgreSQL of a killed run: a server still running, or a lock file whose process id has since been
 * reused, which PostgreSQL would mistake for a server.
 * @param startedBy the process that started it
 * @throws Error if that process is still using it
 */
export async function clearLeftover(folder: string, startedBy: number): Promise<void> {
  const lockFile = join(folder, 'data', 'postmaster.pid');
  const lock = await readLock(lockFile);
  if (!lock || !isAlive(lock.pid)) return;
  if (!(await accepts(lock.port))) {
    await rm(lockFile, { force: true });
    return;
  }
  if (isAlive(startedBy)) {
    throw new Error(`The database in ${folder} is in use by another Panocall (process ${startedBy}).`);
  }
  await untilGone(lock.pid, STOP_TIMEOUT_MS / 5);
  if (isAlive(lock.pid)) process.kill(lock.pid, 'SIGINT');
  await untilGone(lock.pid, STOP_TIMEOUT_MS);
  if (isAlive(lock.pid)) throw new Error(`A leftover PostgreSQL (process ${lock.pid}) does not stop.`);
}

/**
 * https://www.postgresql.org/docs/current/storage-file-layout.html: one value per line, first process id, fourth port.
 */
async function readLock(file: string): Promise<{ pid: number; port: number } | null> {
  const lines = await readFile(file, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  const positive = z.coerce.number().int().positive();
  const lock = z.object({ pid: positive, port: positive }).safeParse({ pid: lines[0], port: lines[3] });
  return lock.success ? lock.data : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

async function untilGone(pid: number, timeout: number): Promise<void> {
  const deadline = Date.now() + timeout;
  while (isAlive(pid) && Date.now() < deadline) await sleep(50);
}
