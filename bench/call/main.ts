import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ensureClockFilm } from '#e2e/film/film.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { ensureWorker } from '#scripts/media-worker/worker.ts';
import { whenParentIsGone } from '#scripts/processes/parent.ts';
import { root } from '#scripts/stack/settings.ts';
import { ensureWebBuild } from '#scripts/stack/web-build.ts';
import { ensureChromium } from '#scripts/testing/chromium.ts';
import { bareMediasoup, openedMediasoup } from './bare-mediasoup.ts';
import { type BarePages, serveBarePages } from './bare-pages.ts';
import { startBareServer } from './bare-server.ts';
import { launchVisitor, rendererOf } from './browsers.ts';
import { Cleanup } from './cleanup.ts';
import type { Contender, Shape, WayIn } from './contender.ts';
import { loopback } from './loopback.ts';
import { measureFirstFrame, measureRound } from './measure.ts';
import { startPanocall } from './panocall.ts';
import { LEGEND, type Measured, report, summary } from './report.ts';

const text = { type: 'string' } as const;
/**
 * Rounds are interleaved, so that other load on the machine affects all contenders alike. `pictures` is a folder for
 * screenshots of the guests.
 */
const OPTIONS = z
  .object({ rounds: z.coerce.number().int().min(1).default(3), pictures: z.string().optional() })
  .parse(parseArgs({ options: { rounds: text, pictures: text } }).values);
const RUNS = [
  { quality: 'MEDIUM', aims: { painted: 25 } },
  { quality: 'HIGH', aims: { painted: 10 } },
] as const;

/**
 * `npm run bench:call [-- --rounds 3 --pictures FOLDER]`: compares Panocall's call with a bare connection and bare
 * mediasoup, in one run on one machine. Prints measurements without judging them; the exit code says whether everything
 * ran.
 */
async function benchCall(): Promise<void> {
  const cleanup = new Cleanup();
  let stopped = false;
  const stop = async (exitCode: number) => {
    if (stopped) return;
    stopped = true;
    await cleanup.run();
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(130));
  whenParentIsGone(() => void stop(1));
  try {
    await measureAll(cleanup);
    await stop(0);
  } catch (error) {
    if (!stopped) console.error(error);
    await stop(1);
  }
}

async function measureAll(cleanup: Cleanup): Promise<void> {
  const workerBin = await ensureWorker(console.log);
  await ensureWebBuild(root, console.log);
  await ensureChromium(console.log);
  const bare = await serveBarePages(cleanup);
  const bareServer = await startBareServer(workerBin, cleanup);
  const panocall = await startPanocall(cleanup);
  const bareOnes = [loopback(bare), bareMediasoup(bare, bareServer)];
  const contenders = [...panocall.contenders, ...bareOnes];
  console.log(LEGEND);
  for (const { quality, aims } of RUNS) {
    const shape = { quality, ...videoTarget(quality, 'equirectangular') };
    console.log(`\n${report(shape, await measureShape(shape, contenders, bare, cleanup), aims)}`);
  }
  await measureWaysIn([...panocall.ways, ...bareOnes, openedMediasoup(bare, bareServer)], cleanup);
}

async function measureShape(
  shape: Shape,
  contenders: Contender[],
  pages: BarePages,
  cleanup: Cleanup,
): Promise<Measured[]> {
  const { width, height } = shape;
  const film = await ensureClockFilm(shape);
  const visitors = {
    host: await launchVisitor(film, cleanup),
    guest: await launchVisitor(null, cleanup),
  };
  console.log(`WebGL runs on ${await rendererOf(visitors.guest)}`);
  const measured = contenders.map(({ name }): Measured => ({ name, rounds: [] }));
  for (let round = 0; round < OPTIONS.rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const picture =
        OPTIONS.pictures && join(OPTIONS.pictures, `${contender.name}-${width}-${round + 1}.png`);
      const result = await measureRound(contender, visitors, shape, pages, picture);
      console.log(
        `${width}×${height}, round ${round + 1} of ${OPTIONS.rounds}, ${contender.name}: ${summary(result)}`,
      );
      measured[index]?.rounds.push(result);
    }
  }
  await visitors.host.close();
  await visitors.guest.close();
  return measured;
}

/**
 * Measures the first picture for other ways into a call of the usual quality, and for the contenders' click, each time
 * in a browser without a cache.
 */
async function measureWaysIn(ways: WayIn[], cleanup: Cleanup): Promise<void> {
  const shape = { quality: 'MEDIUM', ...videoTarget('MEDIUM', 'equirectangular') } as const;
  const film = await ensureClockFilm(shape);
  const host = await launchVisitor(film, cleanup);
  const measured = ways.map(({ name }) => ({ name, firstMs: [] as number[] }));
  for (let round = 0; round < OPTIONS.rounds; round++) {
    for (const [index, way] of ways.entries()) {
      const guest = await launchVisitor(null, cleanup);
      measured[index]?.firstMs.push(await measureFirstFrame(way, { host, guest }, shape));
      await guest.close();
    }
  }
  await host.close();
  console.log('\nFirst painted frame in each round, ms, from the click or the navigation');
  for (const { name, firstMs } of measured)
    console.log(name.padEnd(50) + firstMs.map((ms) => ms.toFixed(0).padStart(8)).join(''));
}

await benchCall();
