import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { root } from '../stack/settings.ts';
import { ensureWebBuild } from '../stack/web-build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the version whose schema is one migration older, or of the baseline's own; null if unavailable. */
    former: string | null;
  }
}

const run = promisify(execFile);
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })).min(1) });

/**
 * Vitest's global set-up: provides the last state of this repository before its newest migration, built. As long as the
 * baseline is the only migration, the state that came with it.
 */
export default async function setup(project: TestProject): Promise<void> {
  const found = await former().catch((error: Error) => {
    console.log(`Skipped: the version before the newest migration cannot be had. ${error.message}`);
    return null;
  });
  project.provide('former', found);
}

/** @throws Error without git, or in a shallow clone */
async function former(): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();
  const journal = await readFile(join(root, 'db/migrations/meta/_journal.json'), 'utf8');
  const { entries } = journalSchema.parse(JSON.parse(journal));
  const newest = entries.at(-1)?.tag;
  const adding = ['log', '-1', '--diff-filter=A', '--format=%H', '--', `db/migrations/${newest}.sql`];
  const added = await git(...adding);
  // Not there in a shallow clone, which takes its oldest commit for the one that added everything.
  const before = await git('rev-parse', '--verify', added ? `${added}^` : 'HEAD');
  const commit = entries.length === 1 ? added || before : before;
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, 'panocall', 'former', commit);
  if (!existsSync(join(folder, 'node_modules'))) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const archive = join(folder, 'former.tar');
    await run('git', ['archive', '--output', archive, commit], { cwd: root });
    await run('tar', ['-xf', archive, '-C', folder]);
    await rm(archive);
    // Last, as it marks the rest as complete. Uses this version's packages, unless these have changed too much to work.
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  }
  await ensureWebBuild(folder, () => console.log(`Building ${commit}, the version to update from`));
  await removeBeside(folder);
  return folder;
}

/** Removes all other folders beside this one: earlier former versions. */
export async function removeBeside(folder: string): Promise<void> {
  const others = (await readdir(dirname(folder))).filter((name) => name !== basename(folder));
  await Promise.all(others.map((name) => rm(join(dirname(folder), name), { recursive: true, force: true })));
}
