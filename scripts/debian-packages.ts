import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

/** Required packages that could not be installed. The message contains the command to install them. */
export class MissingPackagesError extends Error {
  constructor(packages: string[], why: string) {
    const sudo = isRoot ? '' : 'sudo ';
    super(`${why} Run this, then try again:\n  ${sudo}apt-get update && ${sudo}${installCommand(packages)}`);
    this.name = 'MissingPackagesError';
  }
}

/**
 * Installs those of these Debian packages that are missing, as root or with passwordless sudo.
 * @param say receives a line before an installation
 * @throws MissingPackagesError
 */
export async function installDebianPackages(packages: string[], say: (line: string) => void): Promise<void> {
  const missing = await missingPackages(packages);
  if (missing.length === 0) return;
  const names = missing.join(', ');
  if (!existsSync('/usr/bin/apt-get')) {
    throw new MissingPackagesError(missing, `Not on this system, which is not Debian or Ubuntu: ${names}.`);
  }
  if (!isRoot && !(await hasSudo())) {
    throw new MissingPackagesError(missing, `Missing, and only root can install it: ${names}.`);
  }
  say(`Installing Debian packages: ${names}`);
  // Our own lock for concurrent set-ups: apt itself waits for its lock only in the second half.
  const script = `apt-get update -qq; ${installCommand(missing, '-qq')}`;
  const command = [
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'flock',
    '/run/panocall-apt.lock',
    'sh',
    '-c',
    script,
  ];
  const code = await exitCode(isRoot ? command : ['sudo', '-n', ...command]);
  if (code !== 0) throw new MissingPackagesError(missing, `apt-get failed with exit code ${code}.`);
}

function installCommand(packages: string[], ...options: string[]): string {
  return ['apt-get', 'install', '-y', ...options, '--no-install-recommends', ...packages].join(' ');
}

async function missingPackages(packages: string[]): Promise<string[]> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholders
  const query = ['-W', '-f', '${Package} ${db:Status-Status}\n', ...packages];
  // Exits with 1 if it does not know a package, but still lists the others.
  const stdout = await run('dpkg-query', query).then(
    (result) => result.stdout,
    (error: { stdout?: string }) => error.stdout ?? '',
  );
  const installed = new Set(stdout.split('\n'));
  return packages.filter((name) => !installed.has(`${name} installed`));
}

async function hasSudo(): Promise<boolean> {
  return run('sudo', ['-n', 'true']).then(
    () => true,
    () => false,
  );
}

function exitCode([command = '', ...args]: string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 2, 2] });
    child.on('error', reject);
    child.on('exit', resolve);
  });
}
