import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDebianPackages } from './debian-packages.ts';
import { withBase } from './images/base.ts';
import { podman, podmanAloud } from './images/podman.ts';
import { tryImages } from './images/trial.ts';
import { cacheFolder } from './media-worker/worker.ts';
import { duration } from './stack/progress.ts';
import { root } from './stack/settings.ts';

/**
 * `npm run build:images [-- [--anew] TARGET...]`: builds the images of the Dockerfile with Podman, as root, and, if it
 * builds all of them, starts the servers from them. If the base image cannot be downloaded, builds a similar one
 * (images/base.ts). Uses this machine's media worker if it has a matching one; `--anew` repeats all steps instead.
 */
const TARGETS = ['web', 'media', 'ingest', 'router', 'prometheus'];
const MEBIBYTE = 2 ** 20;

const say = (line: string) => console.log(line);
const imageOf = (target: string) => `localhost/panocall-${target}`;
const { values, positionals: named } = parseArgs({
  options: { anew: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = named.filter((target) => !TARGETS.includes(target));
if (unknown.length > 0 || process.getuid?.() !== 0) {
  console.error(`Usage, as root: npm run build:images [-- [--anew] ${TARGETS.join('|')}]`);
  process.exit(2);
}

await installDebianPackages(['podman', 'runc'], say);
const started = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'panocall-images-'));
const dockerfile = join(folder, 'Dockerfile');
try {
  await writeFile(dockerfile, await withBase(await readFile(join(root, 'Dockerfile'), 'utf8'), say));
  for (const target of named.length > 0 ? named : TARGETS) await build(target);
} finally {
  await rm(folder, { recursive: true });
}
if (named.length === 0) await tryImages(imageOf, say);
say(`Took ${duration(performance.now() - started)}`);

/** Build options for reusing earlier layers. */
async function kept(): Promise<string[]> {
  if (values.anew) return ['--no-cache'];
  await mkdir(cacheFolder(), { recursive: true });
  return ['--layers', `--volume=${cacheFolder()}:/cache/panocall`];
}

async function build(target: string): Promise<void> {
  const begun = performance.now();
  // chroot isolation also works on machines that allow no containers. Docker's format keeps health checks.
  const options = ['--isolation=chroot', '--network=host', '--format=docker', ...(await kept())];
  await podmanAloud(
    'build',
    ...options,
    `--target=${target}`,
    `--tag=${imageOf(target)}`,
    `--file=${dockerfile}`,
    root,
  );
  const size = Number(await podman('image', 'inspect', '--format={{.Size}}', imageOf(target)));
  say(`${target}: ${Math.round(size / MEBIBYTE)} MiB, built in ${duration(performance.now() - begun)}`);
}
