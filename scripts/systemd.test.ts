import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root } from './stack/settings.ts';
import { expectStartable, filledIn } from './testing/server-settings.ts';

const SERVICES = ['migrate', 'web', 'media'];
/** By systemd's own reckoning: 10 is unconfined, and 2 what its own daemons have. */
const MOST_EXPOSED = 2;
const INSTALLED = '/opt/panocall';

const units = new Map<string, string>();
for (const name of SERVICES) {
  units.set(name, await readFile(join(root, `deploy/systemd/panocall-${name}.service`), 'utf8'));
}

/** Values of a key, in order. */
const valuesOf = (name: string, key: string) =>
  [...(units.get(name) ?? '').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe.each(SERVICES)('%s', (name) => {
  it('runs a file that is there', () => {
    const [command = ''] = valuesOf(name, 'ExecStart');
    const [, file = ''] = command.split(' ');
    expect(existsSync(join(root, file)), file).toBe(true);
  });

  it('waits for units that are there', () => {
    const named = ['Requires', 'After']
      .flatMap((key) => valuesOf(name, key))
      .flatMap((list) => list.split(' '));
    const ours = named.filter((unit) => unit.startsWith('panocall-'));
    expect(SERVICES.map((service) => `panocall-${service}.service`)).toEqual(expect.arrayContaining(ours));
  });
});

it.each(['web', 'media'] as const)('%s starts with what its files and its unit set', async (name) => {
  const files = valuesOf(name, 'EnvironmentFile').map((file) =>
    file.replace('/etc/panocall', 'deploy/systemd'),
  );
  const inFiles = await Promise.all(files.map(filledIn));
  const inUnit = valuesOf(name, 'Environment').flatMap((line) =>
    line.split(' ').map((pair) => pair.split('=')),
  );
  await expectStartable(name, Object.assign(Object.fromEntries(inUnit), ...inFiles));
});

it('lets the media server alone hear the signal, and gives it the time to let calls end', () => {
  expect(valuesOf('media', 'KillMode')).toEqual(['mixed']);
  const drain = /MEDIA_DRAIN_SECONDS=(\d+)/.exec(valuesOf('media', 'Environment').join(' '))?.[1];
  expect(Number(valuesOf('media', 'TimeoutStopSec')[0])).toBe(Number(drain) + 10);
});

it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('pass the checks of systemd itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'units-'));
  try {
    const files = [...units].map(([name, text]) => {
      // It looks whether the program exists.
      const unit = text.replaceAll(INSTALLED, root.replace(/\/$/, ''));
      return [join(folder, `panocall-${name}.service`), unit] as const;
    });
    for (const [file, unit] of files) await writeFile(file, unit);
    const run = (...args: string[]) => promisify(execFile)('systemd-analyze', args);
    const names = files.map(([file]) => file);
    const { stderr } = await run('verify', '--man=no', '--recursive-errors=no', ...names);
    expect(stderr).toBe('');
    await run('security', '--offline=yes', `--threshold=${MOST_EXPOSED * 10}`, '--no-pager', ...names);
  } finally {
    await rm(folder, { recursive: true });
  }
});
