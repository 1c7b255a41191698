import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

/**
 * `node scripts/images/keep-packages.ts NAME...`: removes from node_modules all packages that none of these needs, for
 * an image that runs a part of the project.
 */
const MODULES = resolve('node_modules');

const names = z.record(z.string(), z.unknown()).default({});
const manifestSchema = z.object({
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
});

/** Folders below node_modules. */
const kept = new Set<string>();
for (const name of process.argv.slice(2)) {
  const folder = folderOf(name, MODULES);
  if (!folder) throw new Error(`${name} is not installed`);
  kept.add(folder);
}
// Iterating a set includes elements added meanwhile.
for (const folder of kept) {
  for (const name of await needsOf(folder)) {
    const needed = folderOf(name, folder);
    if (needed) kept.add(needed);
  }
}
for (const folder of await installed()) {
  if (![...kept].some((needed) => `${needed}/`.startsWith(`${folder}/`)))
    await rm(folder, { recursive: true });
}
await rm(join(MODULES, '.bin'), { recursive: true, force: true });

async function needsOf(folder: string): Promise<string[]> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    manifestSchema.parse(manifest);
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * Folder in which Node.js finds a package from another folder; undefined for a package not installed on this machine.
 */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(MODULES); folder = dirname(folder)) {
    const found = join(folder.endsWith('node_modules') ? folder : join(folder, 'node_modules'), name);
    if (existsSync(join(found, 'package.json'))) return found;
  }
  return undefined;
}

/** Folders of the top-level packages. */
async function installed(): Promise<string[]> {
  const entries = await readdir(MODULES);
  const folders = entries.map(async (entry) => {
    const folder = join(MODULES, entry);
    if (entry.startsWith('@')) return (await readdir(folder)).map((name) => join(folder, name));
    return entry.startsWith('.') ? [] : [folder];
  });
  return (await Promise.all(folders)).flat();
}
