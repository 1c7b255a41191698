import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { installDebianPackages } from './debian-packages.ts';
import { ensureWorker } from './media-worker/worker.ts';
import { type Child, runChild, startChild } from './processes/child.ts';
import { whenParentIsGone } from './processes/parent.ts';
import { duration } from './stack/progress.ts';
import { root } from './stack/settings.ts';
import { ensureWebBuild } from './stack/web-build.ts';
import { ensureCameras } from './testing/cameras.ts';
import { ensureChromium, ensureHeadlessShell } from './testing/chromium.ts';
import { type Count, closingLine, countReport, total } from './testing/count.ts';
import { ensureNetworkTools } from './testing/network-tools.ts';
import { ensureOtherBrowsers } from './testing/other-browsers.ts';

/**
 * `npm test [-- STAGE...]`: sets up what the tests need, runs the short stages, the named ones or `all`, continues after
 * failures, and ends with one line of totals. Lint, layers, unused, types and build count as one test each.
 */
const STAGES = {
  lint: () => check('biome', 'check', '.'),
  layers: () => check('depcruise', ...FOLDERS),
  unused: () => check('knip'),
  types: () => check('tsc', '--noEmit'),
  build: () => once(() => ensureWebBuild(root, say)),
  unit: () => runVitest('unit'),
  media: runMedia,
  api: runApi,
  stripe: () => runVitest('stripe'),
  attack: runAttack,
  // Pages wait for a server more than for the CPU, so two at once are faster. A call needs both cores.
  pages: () => runInBrowser('pages', ['people', 'pages'], 2),
  smoke: runSmoke,
  walk: () => runInBrowser('walk', ['sold', 'walk'], 2),
  calls: () => runInBrowser('calls', ['calls'], 1),
  browsers: runBrowsers,
  upgrade: () => runVitest('upgrade'),
} satisfies Record<string, () => Promise<Count>>;
type Stage = keyof typeof STAGES;
const isStage = (name: string): name is Stage => Object.hasOwn(STAGES, name);

/** Stages that mostly use one core, and whose results no other of them needs: they run side by side. */
const SIDE_BY_SIDE = new Set<Stage>(['lint', 'layers', 'unused', 'types', 'build']);

/** Long stages, run only if named or with `all`. `smoke` has a few of their tests. */
const LONG = new Set<Stage>(['walk', 'calls', 'browsers', 'upgrade']);

/** Folders checked against `.dependency-cruiser.mjs`. */
const FOLDERS = [
  'app',
  'bench',
  'db',
  'e2e',
  'ingest',
  'locales',
  'media-server',
  'protocol',
  'sandbox',
  'scripts',
  'server',
  'tests',
];

const RESULTS = join(root, 'test-results');
const toolPath = (name: string) => join(root, 'node_modules', '.bin', name);
const say = (line: string) => console.log(line);
let running: Child | undefined;

async function abort(): Promise<void> {
  await running?.stop();
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abort);
whenParentIsGone(abort);

const named = process.argv.slice(2);
const unknown = named.filter((name) => name !== 'all' && !isStage(name));
if (unknown.length > 0) {
  console.error(`Unknown stage: ${unknown.join(', ')}. Stages: ${Object.keys(STAGES).join(', ')}, all.`);
  process.exit(1);
}

await mkdir(RESULTS, { recursive: true });
const counts: Count[] = [];
/** Reasons why tests were left out. */
const left: string[] = [];
const durations: string[] = [];
const wanted = Object.keys(STAGES).filter(isStage).filter(isWanted);
const beside = wanted.filter((name) => SIDE_BY_SIDE.has(name));
if (beside.length > 0) say(`\n--- ${beside.join(', ')}`);
await Promise.all(beside.map(runStage));
for (const name of wanted.filter((each) => !SIDE_BY_SIDE.has(each))) {
  say(`\n--- ${name}`);
  await runStage(name);
}
const sum = total(counts);
for (const name of sum.failures) say(`Failed: ${name}`);
for (const reason of left) say(`Skipped: ${reason}`);
say(`\nTook: ${durations.join(', ')}`);
say(`\n${closingLine(sum)}`);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);

async function runStage(name: Stage): Promise<void> {
  const start = performance.now();
  counts.push(await STAGES[name]().catch(failure));
  const took = `${name} ${duration(performance.now() - start)}`;
  durations.push(took);
  say(`Done: ${took}`);
}

function isWanted(name: Stage): boolean {
  if (named.includes('all')) return name !== 'smoke';
  return named.length > 0 ? named.includes(name) : !LONG.has(name);
}

/** Runs a program of an installed package to completion. @returns whether it succeeded */
async function runTool(name: string, ...args: string[]): Promise<boolean> {
  const command = [process.execPath, toolPath(name), ...args];
  // Test runners clean up after SIGINT.
  running = startChild(command, { cwd: root, output: 'inherit', stopSignal: 'INT' });
  return (await running.exited) === 'exit code 0';
}

/** Runs a program of an installed package, which counts as one test. Its output is printed if it fails. */
function check(name: string, ...args: string[]): Promise<Count> {
  return once(async () => {
    await runChild([process.execPath, toolPath(name), ...args], { cwd: root }).catch((error: Error) => {
      say(error.message);
      throw new Error(`${name} reported problems.`);
    });
  });
}

async function once(run: () => Promise<void>): Promise<Count> {
  await run();
  return { passed: 1, failed: 0, skipped: 0, failures: [] };
}

function failure(error: unknown): Count {
  const message = error instanceof Error ? error.message : String(error);
  console.error(message);
  return { passed: 0, failed: 1, skipped: 0, failures: [message] };
}

async function runVitest(project: string): Promise<Count> {
  const report = await freshReport(project);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return countReport(report, await runTool('vitest', 'run', '--project', project, ...reporters));
}

async function runAttack(): Promise<Count> {
  await ensureWorker(say);
  return runVitest('attack');
}

async function runMedia(): Promise<Count> {
  // Before the tests, which have less time for it.
  await ensureCameras(say).catch((error: Error) => {
    say(`${error.message}\nTests with cameras that stream will fail.`);
  });
  return runVitest('media');
}

async function runApi(): Promise<Count> {
  await installDebianPackages(['coturn'], say).catch((error: Error) => {
    say(`${error.message}\nTests with a TURN server are skipped.`);
  });
  await ensureNetworkTools(say).catch((error: Error) => {
    say(`${error.message}\nTests from another network are skipped.`);
  });
  return runVitest('api');
}

/** Runs Playwright's projects of these names; the run's name is used for its report and screenshots. */
async function runInBrowser(
  run: string,
  projects: string[],
  workers: number,
  ...options: string[]
): Promise<Count> {
  await ensureWorker(say);
  await ensureChromium(say);
  await ensureHeadlessShell(say);
  await installDebianPackages(['ffmpeg'], say).catch((error: Error) => {
    say(`${error.message}\nTests that compare with ffmpeg are skipped.`);
  });
  await ensureNetworkTools(say).catch((error: Error) => {
    say(`${error.message}\nTests on a bad network are skipped.`);
  });
  const report = await freshReport(run);
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const names = projects.map((project) => `--project=${project}`);
  const where = [`--workers=${workers}`, `--output=${join(RESULTS, run)}`];
  return countReport(report, await runTool('playwright', 'test', ...names, ...where, ...options));
}

async function runSmoke(): Promise<Count> {
  const projects = (await hasBrowsers()) ? ['smoke', 'firefox'] : ['smoke'];
  return runInBrowser('smoke', projects, 1);
}

/** Runs the browser matrix and prints it. */
async function runBrowsers(): Promise<Count> {
  if (!(await hasBrowsers())) return { passed: 0, failed: 0, skipped: 1, failures: [] };
  return runInBrowser('browsers', ['browsers'], 1, '--reporter=list,json,./e2e/browsers/matrix.ts');
}

async function hasBrowsers(): Promise<boolean> {
  try {
    await ensureOtherBrowsers(say);
    return true;
  } catch (error) {
    left.push(`Firefox and WebKit. ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/** Path of a runner's report; deletes the report of an earlier run. */
async function freshReport(name: string): Promise<string> {
  const file = join(RESULTS, `${name}.json`);
  await rm(file, { force: true });
  return file;
}
