import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackages } from '../debian-packages.ts';
import { runChild } from '../processes/child.ts';
import { root } from '../stack/settings.ts';
import { podman } from './podman.ts';

const FROM = /^FROM (node:(\d+\.\d+\.\d+)-bookworm-slim@\S+) AS base$/m;
const MIRROR = 'http://deb.debian.org';
const SUITES = [`deb ${MIRROR}/debian bookworm main`, `deb ${MIRROR}/debian-security bookworm-security main`];
/** Folders that Debian's slim images leave out too. */
const NOT_SLIM = ['doc', 'man', 'locale', 'info', 'groff', 'lintian', 'linda'];

/**
 * Makes the Dockerfile's base image available. If its registry does not answer, builds a similar one from Debian's and
 * npm's packages.
 * @returns path of the Dockerfile to build, which names the image
 */
export async function withBase(dockerfile: string, say: (line: string) => void): Promise<string> {
  const [, image, version] = FROM.exec(dockerfile) ?? [];
  if (!image || !version) throw new Error(`No line of the Dockerfile matches ${FROM}`);
  const pulled = podman('pull', '--quiet', `docker.io/library/${image}`);
  const reason = await pulled.then(
    () => undefined,
    (error: unknown) => String(error).split('\n')[0]?.split(': ').at(-1),
  );
  if (reason === undefined) return dockerfile.replace(image, `docker.io/library/${image}`);
  const stand = `localhost/panocall-base:${version}`;
  if (!(await exists(stand))) {
    say(`Base image: its registry does not answer (${reason}). Making one from packages`);
    await makeBase(stand, version, say);
  }
  return dockerfile.replace(image, stand);
}

const exists = (image: string) =>
  podman('image', 'exists', image).then(
    () => true,
    () => false,
  );

async function makeBase(name: string, version: string, say: (line: string) => void): Promise<void> {
  const node = join(root, 'node_modules/node/bin/node');
  const ours = (await runChild([node, '--version'])).trim();
  if (ours !== `v${version}`)
    throw new Error(`The Dockerfile builds on Node ${version}; npm installed ${ours}`);
  await installDebianPackages(['mmdebstrap'], say);
  const folder = await mkdtemp(join(tmpdir(), 'panocall-base-'));
  try {
    await runChild(['npm', 'install', '--global', '--silent', `--prefix=${folder}`, 'npm@11']);
    const archive = join(folder, 'base.tar');
    await runChild([
      'mmdebstrap',
      '--quiet',
      '--variant=minbase',
      ...NOT_SLIM.map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`),
      ...(await hooks(folder, node)).map((hook) => `--customize-hook=${hook}`),
      'bookworm',
      archive,
      ...SUITES,
    ]);
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    await podman('import', '--quiet', `--change=ENV ${path}`, archive, name);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Additions of node's image to Debian: Node.js, npm and the user. Also this machine's npm settings, which say where
 * packages come from.
 */
async function hooks(folder: string, node: string): Promise<string[]> {
  const registry = (await runChild(['npm', 'config', 'get', 'registry'])).trim();
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const npmrc = [`registry=${registry}`, ...(authorities ? ['cafile=/usr/local/etc/authorities.pem'] : [])];
  await writeFile(join(folder, 'npmrc'), `${npmrc.join('\n')}\n`);
  const modules = '/usr/local/lib/node_modules';
  return [
    `upload '${node}' /usr/local/bin/node`,
    'chroot "$1" chmod 755 /usr/local/bin/node',
    `copy-in '${join(folder, 'lib/node_modules')}' /usr/local/lib`,
    `upload '${join(folder, 'npmrc')}' /usr/local/etc/npmrc`,
    ...(authorities ? [`upload '${authorities}' /usr/local/etc/authorities.pem`] : []),
    `chroot "$1" ln -s ${modules}/npm/bin/npm-cli.js /usr/local/bin/npm`,
    `chroot "$1" ln -s ${modules}/npm/bin/npx-cli.js /usr/local/bin/npx`,
    'chroot "$1" useradd --uid=1000 --user-group --create-home node',
  ];
}
