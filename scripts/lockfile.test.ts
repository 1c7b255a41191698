import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './stack/settings.ts';

const names = z.record(z.string(), z.string()).default({});
const packageSchema = z.object({
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  inBundle: z.boolean().optional(),
  dependencies: names,
  optionalDependencies: names,
});
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

const { packages } = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
const installed = Object.entries(packages).filter(([path]) => path !== '');

/** Whether a package finds another in its own node_modules folder or one further up. */
function finds(from: string, name: string): boolean {
  const folders = from.split('node_modules/');
  return folders.some((_, index) => {
    const above = folders.slice(0, folders.length - index).join('node_modules/');
    return [above, `${above}/`].some((folder) => `${folder}node_modules/${name}` in packages);
  });
}

// npm leaves out optional packages that its registry lacks at that moment, and `npm ci` then refuses the lockfile.
it('has every package another one needs, also for other platforms', () => {
  const missing = installed.flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !finds(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

it('has the checksum of every package, and no package’s address', () => {
  const unsure = installed.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  expect(unsure.map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});
