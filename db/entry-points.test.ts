import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

it('keeps the entry points of drizzle-orm few, as Node parses all of them at each import', async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('drizzle-orm'));
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  expect(Object.keys(exports).length).toBeLessThan(20);
});
