/**
 * `node scripts/bootstrap.mjs TASK [args]` runs scripts/TASK.ts, or TASK/main.ts for a task such as `bench/api`. The
 * npm scripts call it on machines with any version of Node and npm, so it is plain JavaScript without dependencies: it
 * installs missing or outdated dependencies and continues with the Node version the project pins (the `node` package).
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinnedNode = join(root, 'node_modules', '.bin', 'node');
const [task = '', ...args] = process.argv.slice(2);
const script = [join(root, 'scripts', `${task}.ts`), join(root, task, 'main.ts')].find(existsSync);

function fail(message) {
  console.error(message);
  process.exit(1);
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages;
}

/** Compares contents: timestamps are meaningless after a clone, a checkout or a copy. */
function isInstalled() {
  if (!existsSync(pinnedNode) || !existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json')).every(
    // Optional packages may be for another platform. The entry '' is the project itself.
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

async function install() {
  console.log('Installing dependencies (takes a minute or two the first time)');
  // Installs exactly the lockfile's packages, and none whose content differs from its checksum.
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Set by npm when it runs this script.
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  const child = spawn(npm[0], [...npm.slice(1), ...options], {
    cwd: root,
    stdio: 'inherit',
    // Any value stops mediasoup's install script, which would build the worker from downloads; `ensureWorker` provides
    // it.
    env: { ...process.env, MEDIASOUP_WORKER_BIN: process.env.MEDIASOUP_WORKER_BIN || 'set up later' },
  });
  const start = performance.now();
  // npm itself prints nothing until it is done.
  const reminder = setInterval(() => {
    console.log(`Installing dependencies: ${Math.round((performance.now() - start) / 1000)} s so far`);
  }, 15_000);
  const status = await new Promise((resolve) => {
    child.on('error', (error) => fail(`Could not run npm: ${error.message}`));
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
  clearInterval(reminder);
  if (status !== 0)
    fail(`npm failed to install the dependencies (exit code ${status}); see its output above.`);
  if (!isInstalled())
    fail("The packages' install scripts did not run. Run: npm rebuild --ignore-scripts=false");
}

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Panocall requires Node 20 or newer; this is Node ${process.versions.node}. See https://nodejs.org`);
}
if (!/^[a-z-]+(\/[a-z-]+)?$/.test(task) || !script) fail(`There is no task '${task}'.`);
if (!isInstalled()) await install();

const child = spawn(pinnedNode, [script, ...args], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// A killed npm sends no signal. (Without npm the parent may be a shell that exits after starting us.)
if (process.env.npm_execpath) {
  const npm = process.ppid;
  setInterval(() => process.ppid === npm || child.kill('SIGTERM'), 1_000);
}
child.on('error', (error) => fail(`Could not start the task: ${error.message}`));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
