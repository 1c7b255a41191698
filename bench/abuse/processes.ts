import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { descendants } from '../call/processes.ts';

const COLLECTION_MS = 3_000;

const clusterSchema = z.object({ port: z.number(), ownerPassword: z.string() });

/** Identifies the parts of `npm start` by their command lines. */
const PARTS: Record<string, (argv: readonly string[]) => boolean> = {
  web: ([program = '', script]) => basename(program) === 'node' && script === 'server/main.ts',
  'media server': ([program = '', script]) =>
    basename(program) === 'node' && script === 'media-server/main.ts',
  'its workers': ([program = '']) => program.includes('mediasoup-worker'),
  database: ([program = '']) => basename(program) === 'postgres' || program.startsWith('postgres:'),
};

/** URL of the database created by `npm start -- --temporary`, as the application uses it. */
export async function databaseOf(stack: number): Promise<string> {
  const server = descendants(stack).find(({ argv }) => isPostmaster(argv));
  const data = server?.argv[server.argv.indexOf('-D') + 1];
  if (!data) throw new Error('npm start runs no database');
  const state = clusterSchema.parse(JSON.parse(await readFile(join(dirname(data), 'cluster.json'), 'utf8')));
  return `postgres://panocall_app:${state.ownerPassword}@127.0.0.1:${state.port}/panocall`;
}

/**
 * Resident memory of each part, in bytes. Memory shared by processes is counted once, divided among them
 * (proc_pid_smaps(5)).
 */
export function memoryOf(stack: number): Map<string, number> {
  const running = descendants(stack);
  return new Map(
    Object.entries(PARTS).map(([part, isIn]) => {
      const sizes = running.filter(({ argv }) => isIn(argv)).map(({ pid }) => share(pid));
      return [part, sizes.reduce((sum, size) => sum + size, 0)];
    }),
  );
}

/** Makes the servers collect garbage, by `collect.ts`. */
export async function collectGarbage(stack: number): Promise<void> {
  for (const { pid, argv } of descendants(stack)) {
    if (PARTS.web?.(argv) || PARTS['media server']?.(argv)) process.kill(pid, 'SIGUSR2');
  }
  // Linux gets the memory back a little later.
  await setTimeout(COLLECTION_MS);
}

/** Processes that must live for the whole run. */
export function lasting(stack: number): number[] {
  const { database: _, ...parts } = PARTS;
  const isLasting = (argv: readonly string[]) =>
    isPostmaster(argv) || Object.values(parts).some((isIn) => isIn(argv));
  return descendants(stack).flatMap(({ pid, argv }) => (isLasting(argv) ? [pid] : []));
}

function isPostmaster([program = '', ...others]: readonly string[]): boolean {
  return basename(program) === 'postgres' && others.includes('-D');
}

/** 0 after it has ended. */
function share(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
