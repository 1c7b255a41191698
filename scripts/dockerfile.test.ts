import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, matchesGlob, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import packageJson from '#package.json' with { type: 'json' };
import { root } from './stack/settings.ts';

type Copy = { stage: string | undefined; sources: string[]; target: string };
type Stage = { from: string; copies: Copy[]; command: string[] };

/** Scripts the web image runs besides its command, for Compose and operators. */
const SCRIPTS = ['migrate', 'make-admin', 'drain', 'doctor'].map((name) => `scripts/${name}.ts`);
/** Entry points of the stages, the command first. */
const ENTRIES: Record<string, string[]> = {
  web: ['server/main.ts', ...SCRIPTS],
  media: ['media-server/main.ts'],
  ingest: ['ingest/main.ts'],
  worker: ['scripts/media-worker/main.ts'],
  'media-dependencies': ['scripts/images/keep-packages.ts'],
  'ingest-dependencies': ['scripts/images/keep-packages.ts'],
};
/** A package the code works without: in server/site.ts. */
const DISPENSABLE = ['vite'];

const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
const stages = readStages(dockerfile);
const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);

/** Files copied from the repository rather than another stage. */
const ownCopies = [...stages].flatMap(([name, { copies }]) =>
  copies.filter(({ stage }) => !stage).map((copy) => ({ name, ...copy })),
);

it.each(ownCopies)('$name copies $sources, which exist', ({ sources }) => {
  for (const source of sources) expect(source === '.' || isSent(source), source).toBe(true);
});

it('copies only from stages of the file', () => {
  const named = [...stages.values()].flatMap(({ copies }) => copies.map(({ stage }) => stage));
  for (const stage of named) expect(stage === undefined || stages.has(stage), stage).toBe(true);
});

describe.each(Object.entries(ENTRIES))('%s', (name, entries) => {
  it('has every imported file and package', async () => {
    const { files, packages } = await reachedFrom(entries);
    const sources = copiesOf(name).flatMap((copy) => copy.sources);
    const isCopied = (file: string) =>
      sources.some((source) => file === source || file.startsWith(`${source}/`));
    expect(files.filter((file) => !isCopied(file) || !isSent(file))).toEqual([]);
    const installed = [...Object.keys(packageJson.dependencies), ...DISPENSABLE];
    expect(packages.filter((name) => !installed.includes(name))).toEqual([]);
    expect(packages).not.toEqual([]);
  });
});

it.each(['web', 'media', 'ingest'])('%s runs one of the entry points above', (name) => {
  expect(stages.get(name)?.command).toEqual(['node', ENTRIES[name]?.[0]]);
});

it.each(['media', 'ingest'])('keeps the packages that %s needs', async (name) => {
  const stage = new RegExp(
    `AS ${name}-dependencies\n.*\nRUN node scripts/images/keep-packages\\.ts (.*)$`,
    'm',
  );
  const [, names = ''] = stage.exec(dockerfile) ?? [];
  const { packages } = await reachedFrom(ENTRIES[name] ?? []);
  expect(names.split(' ')).toEqual(packages.sort());
});

/** Copies from the repository by a stage and the stages it is based on. */
function copiesOf(name: string): Copy[] {
  const stage = stages.get(name);
  if (!stage) return [];
  return [...copiesOf(stage.from), ...stage.copies.filter((copy) => !copy.stage)];
}

function readStages(text: string): Map<string, Stage> {
  const found = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const line of text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')) {
    const [, word, rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const words = rest.split(/\s+/);
    if (word === 'FROM') {
      stage = { from: words[0] ?? '', copies: [], command: [] };
      found.set(words[2] ?? '', stage);
    } else if (word === 'COPY') {
      const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
      stage?.copies.push({ stage: from, target: words.pop() ?? '', sources: words });
    } else if (word === 'CMD' && stage) {
      stage.command = z.array(z.string()).parse(JSON.parse(rest));
    }
  }
  return found;
}

/** Whether a path exists and is sent to the build: the last matching line of .dockerignore decides. */
function isSent(path: string): boolean {
  const lines = ignored.filter((line) => {
    const pattern = line.replace('!', '');
    return matchesGlob(path, pattern) || path.startsWith(`${pattern}/`);
  });
  return existsSync(join(root, path)) && (lines.at(-1)?.startsWith('!') ?? true);
}

/** Files and packages that Node.js loads, without type imports. */
async function reachedFrom(entries: string[]): Promise<{ files: string[]; packages: string[] }> {
  const files = new Set(entries);
  const packages = new Set<string>();
  // Iterating a set includes elements added meanwhile.
  for (const file of files) {
    if (!file.endsWith('.ts')) continue;
    const code = stripTypeScriptTypes(await readFile(join(root, file), 'utf8'));
    for (const { fileName } of ts.preProcessFile(code).importedFiles) {
      if (fileName.startsWith('node:')) continue;
      if (fileName.startsWith('#')) files.add(fileName.slice(1));
      else if (fileName.startsWith('.')) files.add(relative(root, join(root, dirname(file), fileName)));
      else packages.add(packageOf(fileName));
    }
  }
  for (const file of files) expect((await stat(join(root, file))).isFile(), file).toBe(true);
  return { files: [...files], packages: [...packages] };
}

function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
