import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runChild } from '../processes/child.ts';

/** Inputs of the built site; server/main.ts and modules only it imports run from source. */
const SOURCES = [
  'app',
  'db',
  'locales',
  'protocol',
  'public',
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
];

/** Builds the site unless the last build has the same inputs. */
export async function ensureWebBuild(root: string, say: (line: string) => void): Promise<void> {
  const stamp = join(root, 'build', 'sources.sha256');
  const hash = await sourceHash(root);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return;
  say('Building the site');
  await rm(stamp, { force: true });
  await runChild([process.execPath, join(root, 'node_modules', '.bin', 'remix'), 'vite:build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await mkdir(join(root, 'build'), { recursive: true });
  await writeFile(stamp, hash);
}

/** Hash of names and contents: timestamps change with every checkout. */
export async function sourceHash(root: string): Promise<string> {
  const files = (await Promise.all(SOURCES.map((source) => filesIn(join(root, source))))).flat();
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
    const content = await readFile(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function filesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
