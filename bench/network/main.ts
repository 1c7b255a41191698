import { parseArgs } from 'node:util';
import { launchBrowsers, startCall, startSite } from '#e2e/network/call.ts';
import { Lab } from '#e2e/network/lab.ts';
import { whyNoNamespaces } from '#e2e/network/namespaces.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { ensureWorker } from '#scripts/media-worker/worker.ts';
import { whenParentIsGone } from '#scripts/processes/parent.ts';
import { root } from '#scripts/stack/settings.ts';
import { ensureWebBuild } from '#scripts/stack/web-build.ts';
import { ensureChromium } from '#scripts/testing/chromium.ts';
import { ensureNetworkTools } from '#scripts/testing/network-tools.ts';
import { Cleanup } from '../call/cleanup.ts';
import { startLoopback } from './loopback.ts';
import { measure, type Row } from './measure.ts';
import { paid } from './paid.ts';
import { LEGEND, type Measured, summary, table } from './report.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { soak } from './soak.ts';
import { BEHIND_ROUTER, startTurnTls, tellTurnName, whyNoTurnTls } from './turn-tls.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    soak: { type: 'boolean', default: false },
    paid: { type: 'boolean', default: false },
    joins: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '30' },
  },
});

/**
 * `npm run bench:network [-- --only NAME,NAME | --paid | --soak [--joins N] [--minutes M]]`: measures how each fault of
 * the network or the servers affects a call, as a table for docs/network.md, beside a bare connection over the same
 * network. It does not judge the results; the exit code says whether everything ran.
 */
async function benchNetwork(): Promise<void> {
  const scenarios = chosen();
  const cleanup = new Cleanup();
  let isStopped = false;
  const stop = async (exitCode: number) => {
    if (isStopped) return;
    isStopped = true;
    await cleanup.run();
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(130));
  whenParentIsGone(() => void stop(1));
  try {
    await prepare();
    if (options.soak) {
      await soak(Number(options.joins), Number(options.minutes), cleanup);
      return await stop(0);
    }
    if (options.paid) {
      console.log(await paid(cleanup));
      return await stop(0);
    }
    const measured = await measureAll(scenarios, cleanup);
    console.log(`${LEGEND}\n\n${table(measured)}`);
    const haveAllRun = measured.every(({ panocall, loopback }) => !isError(panocall) && !isError(loopback));
    await stop(haveAllRun ? 0 : 1);
  } catch (error) {
    if (!isStopped) console.error(error);
    await stop(1);
  }
}

function chosen(): readonly Scenario[] {
  const { only } = options;
  if (!only) return SCENARIOS;
  const names = only.split(',');
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown.length > 0) {
    const known = SCENARIOS.map(({ name }) => name).join(', ');
    console.error(`Unknown: ${unknown.join(', ')}. Known: ${known}.`);
    process.exit(1);
  }
  return SCENARIOS.filter(({ name }) => names.includes(name));
}

async function prepare(): Promise<void> {
  await ensureNetworkTools(console.log);
  const why = whyNoNamespaces();
  if (why) throw new Error(`This machine can have no bad network: ${why}.`);
  await ensureWorker(console.log);
  await ensureWebBuild(root, console.log);
  await ensureChromium(console.log);
}

async function measureAll(scenarios: readonly Scenario[], cleanup: Cleanup): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const scenario of scenarios) {
    const run = async (contender: 'Panocall' | 'Loopback') => {
      const row = await runScenario(scenario, contender, cleanup).catch((error: unknown) => String(error));
      await cleanup.run();
      console.log(`${contender}, ${scenario.title}: ${summary(row)}`);
      return row;
    };
    const panocall = await run('Panocall');
    measured.push({ scenario, panocall, loopback: scenario.isNetwork ? await run('Loopback') : null });
  }
  return measured;
}

/** Runs a scenario in a new lab, so that one fault leaves nothing behind for the next. */
async function runScenario(
  scenario: Scenario,
  contender: 'Panocall' | 'Loopback',
  cleanup: Cleanup,
): Promise<Row> {
  const { hasTurnTls = false } = scenario;
  const why = hasTurnTls ? await whyNoTurnTls() : null;
  if (why) throw new Error(`Not measured, ${why}. Debian and Ubuntu have both packages.`);
  const lab = await Lab.open();
  cleanup.add(() => lab.close());
  const quality = scenario.isLarge ? 'MEDIUM' : 'LOW';
  const target = videoTarget(quality, 'equirectangular');
  const film = { projection: 'equirectangular', ...target } as const;
  if (hasTurnTls) cleanup.add(await tellTurnName(lab));
  const browsers = await launchBrowsers(lab, film);
  for (const browser of Object.values(browsers)) cleanup.add(() => browser.close());
  if (contender === 'Loopback') return measure(scenario, lab, await startLoopback(browsers, target), null);
  if (hasTurnTls) {
    const turn = await startTurnTls(lab);
    cleanup.add(() => turn.stop());
  }
  const site = await startSite(lab, hasTurnTls ? BEHIND_ROUTER : {});
  cleanup.add(() => site.stop());
  return measure(scenario, lab, await startCall(browsers, site), site);
}

function isError(row: Row | string | null): row is string {
  return typeof row === 'string';
}

await benchNetwork();
