import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceHash } from './web-build.ts';

let root: string;
const write = (file: string, text: string) => writeFile(join(root, file), text);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sources-'));
  await mkdir(join(root, 'app', 'call'), { recursive: true });
  await write('app/root.tsx', 'root');
  await write('app/call/call.ts', 'call');
  await write('vite.config.ts', 'config');
});

afterAll(() => rm(root, { recursive: true }));

test('hashes names and contents of sources, not their times', async () => {
  const before = await sourceHash(root);
  await utimes(join(root, 'app/root.tsx'), 1, 1);
  expect(await sourceHash(root)).toBe(before);

  await write('app/call/call.ts', 'changed');
  const changed = await sourceHash(root);
  expect(changed).not.toBe(before);
  await rename(join(root, 'app/call/call.ts'), join(root, 'app/call/renamed.ts'));
  expect(await sourceHash(root)).not.toBe(changed);
});

test('ignores files that are not part of the site', async () => {
  const before = await sourceHash(root);
  await write('app/call/call.test.ts', 'test');
  await write('README.md', 'read me');
  expect(await sourceHash(root)).toBe(before);
  await write('vite.config.ts', 'other');
  expect(await sourceHash(root)).not.toBe(before);
});
