import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeBeside } from './former.ts';

test('keeps only the newest former version, and the target of links', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'former-'));
  onTestFinished(() => rm(cache, { recursive: true }));
  const [versions, modules] = [join(cache, 'former'), join(cache, 'node_modules')];
  await mkdir(modules);
  await writeFile(join(modules, 'package'), '');
  for (const commit of ['older', 'old', 'new']) {
    await mkdir(join(versions, commit), { recursive: true });
    await symlink(modules, join(versions, commit, 'node_modules'));
  }
  await removeBeside(join(versions, 'new'));
  expect(await readdir(versions)).toEqual(['new']);
  expect(await readdir(modules)).toEqual(['package']);
});
