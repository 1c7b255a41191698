import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from '#scripts/debian-packages.ts';
import { runChild } from '#scripts/processes/child.ts';
import { mediasoupFolder } from './mediasoup-folder.ts';

/** Replaces the sources that mediasoup's Meson wraps would download; see its README.md. */
export const recipeFolder = fileURLToPath(new URL('./recipe', import.meta.url));

/** File descriptor for output shown as it comes: ninja's count of steps. */
const STANDARD_ERROR = 2;

const DEBIAN_PACKAGES = [
  'g++',
  'pkg-config',
  'meson',
  'ninja-build',
  'flatbuffers-compiler',
  'libflatbuffers-dev',
  'libabsl-dev',
  'libssl-dev',
  'libuv1-dev',
  'libsrtp2-dev',
];

/**
 * Compiles mediasoup-worker from the sources in mediasoup's npm package against Debian's libraries.
 * @param folder an empty folder to work in
 * @returns the path of the binary
 */
export async function buildWorker(folder: string, say: (line: string) => void): Promise<string> {
  await installDebianPackages(DEBIAN_PACKAGES, say);
  say('Media worker: building it, about four minutes on two cores');
  const source = join(folder, 'source');
  await cp(join(mediasoupFolder, 'worker'), source, { recursive: true });
  await cp(recipeFolder, source, { recursive: true });
  await mendSources(source);
  await runChild(['meson', 'setup', 'build', '--buildtype', 'release', '-Db_ndebug=true'], { cwd: source });
  await runChild(['ninja', '-C', 'build', 'mediasoup-worker'], { cwd: source, output: STANDARD_ERROR });
  const binary = join(folder, 'mediasoup-worker');
  await runChild(['strip', '-o', binary, 'build/mediasoup-worker'], { cwd: source });
  return binary;
}

async function mendSources(source: string): Promise<void> {
  // Debian 12's Meson 1.0 is sufficient for this build file.
  await replace(join(source, 'meson.build'), "meson_version: '>= 1.1.0'", "meson_version: '>= 1.0.0'");
  // OpenSSL ORs BIO_CB_RETURN into the operation, so a comparison with == never holds, and every BIO control returns 1.
  // If OpenSSL supports kernel TLS, as Debian's does, that reads as 'kernel TLS is on': OpenSSL makes no write buffer,
  // and the DTLS handshake writes through a null pointer.
  await replace(
    join(source, 'src/RTC/DtlsTransport.cpp'),
    '(operationType == BIO_CB_RETURN)',
    '((operationType & BIO_CB_RETURN) != 0)',
  );
}

async function replace(file: string, search: string, replacement: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(search)) {
    throw new Error(
      `${file} no longer holds '${search}': see whether mediasoup's new version still needs mending.`,
    );
  }
  await writeFile(file, text.replaceAll(search, replacement));
}
