import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './stack/settings.ts';

const run = promisify(execFile);
const bomSchema = z.object({ components: z.array(z.object({ name: z.string() })) });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packages-'));
  return () => rm(folder, { recursive: true });
});

/** Output of `.ci/packages`. @throws Error unless it exits with 0 */
async function report(env: Record<string, string>): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...env } };
  return (await run('bash', ['.ci/packages', join(folder, 'sbom.json')], options)).stdout;
}

test('lists the packages and continues if no registry answers', async () => {
  const printed = await report({ npm_config_registry: 'http://127.0.0.1:1' });
  const { components } = bomSchema.parse(JSON.parse(await readFile(join(folder, 'sbom.json'), 'utf8')));
  expect(components.map(({ name }) => name)).toContain('mediasoup');
  expect(printed).toBe(
    `Packages: ${components.length}, listed in ${join(folder, 'sbom.json')}\n` +
      'Vulnerabilities: unknown, the registry does not answer\n',
  );
});

test.each([
  ['none known', 'exit 0', 'Vulnerabilities: none known\n'],
  ['some known', "echo 'tar  <7: critical'; exit 1", 'tar  <7: critical\n'],
  ['a crash', 'exit 7', 'Vulnerabilities: unknown, the registry does not answer in time\n'],
])('reports %s without failing', async (_what, audit, expected) => {
  await writeFile(join(folder, 'npm'), `#!/bin/sh\n[ "$1" = audit ] || exit 1\n${audit}\n`, { mode: 0o755 });
  const printed = await report({ PATH: `${folder}:${process.env.PATH}` });
  expect(printed).toBe(`Packages: npm sbom failed\n${expected}`);
});

test('ends CI with the result of the tests', async () => {
  const lines = (await readFile(join(root, '.ci/run'), 'utf8')).trim().split('\n');
  expect(lines.at(-1)).toBe('exec npm test -- all');
});
