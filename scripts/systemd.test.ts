import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root } from './stack/settings.ts';
import { expectStartable, filledIn } from './testing/server-settings.ts';

const SERVICES = ['migrate', 'web', 'media', 'ingest'];
/** Exposure rated by systemd: 10 is unconfined, and its own daemons have 2. */
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
  it('runs an existing file', () => {
    const [command = ''] = valuesOf(name, 'ExecStart');
    const [, file = ''] = command.split(' ');
    expect(existsSync(join(root, file)), file).toBe(true);
  });

  it('waits for existing units', () => {
    const named = ['Requires', 'After']
      .flatMap((key) => valuesOf(name, key))
      .flatMap((list) => list.split(' '));
    const ours = named.filter((unit) => unit.startsWith('panocall-'));
    expect(SERVICES.map((service) => `panocall-${service}.service`)).toEqual(expect.arrayContaining(ours));
  });
});

it.each(['web', 'media', 'ingest'] as const)(
  '%s starts with the settings of its files and its unit',
  async (name) => {
    const files = valuesOf(name, 'EnvironmentFile').map((file) =>
      file.replace('/etc/panocall', 'deploy/systemd'),
    );
    const inFiles = await Promise.all(files.map(filledIn));
    const inUnit = valuesOf(name, 'Environment').flatMap((line) =>
      line.split(' ').map((pair) => pair.split('=')),
    );
    await expectStartable(name, Object.assign(Object.fromEntries(inUnit), ...inFiles));
  },
);

it('signals the media server’s main process only, and gives it time to let calls end', () => {
  expect(valuesOf('media', 'KillMode')).toEqual(['mixed']);
  const drain = /MEDIA_DRAIN_SECONDS=(\d+)/.exec(valuesOf('media', 'Environment').join(' '))?.[1];
  expect(Number(valuesOf('media', 'TimeoutStopSec')[0])).toBe(Number(drain) + 10);
});

it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('pass systemd’s own checks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'units-'));
  try {
    const files = [...units].map(([name, text]) => {
      // systemd checks whether the program exists.
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
