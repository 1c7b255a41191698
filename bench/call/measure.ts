import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { PATCHES } from '#e2e/film/patches.ts';
import type { BarePages } from './bare-pages.ts';
import type { Contender, Shape, Visitors, WayIn } from './contender.ts';
import { type Glass, measureGlass } from './glass.ts';
import type { Sample } from './probe.ts';
import { descendants, watchShare } from './processes.ts';

/** Time from the first painted frame to the start of the measured interval. */
const SETTLE_MS = 1_000;
export const SPAN_MS = 8_000;
/** Share of the target bitrate that counts as reached; the actual bitrate fluctuates around it. */
const REACHED = 0.95;
/** Maximum difference of red, green and blue from the film's colour after encoding. */
const COLOUR_TOLERANCE = 40;

export type Round = {
  firstFrameMs: number;
  paintedPerSecond: number;
  paintedBy: 'WebGL' | '2D';
  decodedPerSecond: number;
  width: number;
  height: number;
  /** Received, in bit/s. */
  bitrate: number;
  /** Seconds from the click until the encoder's target reached the target bitrate; null if it did not in this round. */
  targetAfterS: number | null;
  /** In units of one core, may exceed 1; null if the contender has no such process. */
  processor: Record<'web' | 'mediaServer' | 'worker' | 'browsers', number | null>;
  /** Measured last, as it would disturb the other measurements. */
  glass: Glass;
};

/**
 * Measures one call of one contender, from the click to the end of the measured intervals.
 * @param picture where to save what the viewer sees, if anywhere
 */
export async function measureRound(
  contender: Contender,
  visitors: Visitors,
  shape: Shape,
  pages: BarePages,
  picture?: string,
): Promise<Round> {
  const call = await contender.prepare(visitors, shape);
  await call.click();
  await call.viewer.waitForFunction(() => window.probe.firstPaintedAt !== null, null, { polling: 100 });
  await sleep(SETTLE_MS);
  const processor = watchProcessor(contender);
  const before = await readViewer(call.viewer);
  await sleep(SPAN_MS);
  const after = await readViewer(call.viewer);
  const shares = processor();
  await assertShowsFront(call.viewer, contender.name);
  if (picture) await call.viewer.screenshot({ path: picture });
  const sent = await call.sender.evaluate(() => window.probe.samples);
  const glass = await measureGlass(call, visitors, shape, pages);
  await call.close();

  const seconds = (after.at - before.at) / 1000;
  return {
    firstFrameMs: after.firstPaintedAt - after.clickedAt,
    paintedBy: after.paintedBy,
    paintedPerSecond: (after.painted - before.painted) / seconds,
    decodedPerSecond: (after.received.frames - before.received.frames) / seconds,
    width: after.received.width,
    height: after.received.height,
    bitrate: ((after.received.bytes - before.received.bytes) * 8) / seconds,
    targetAfterS: targetAfterS(sent, after.clickedAt, shape.bitrate),
    processor: shares,
    glass,
  };
}

/** Time from the click, or the navigation if there is no click, to the first painted frame, in ms. */
export async function measureFirstFrame(way: WayIn, visitors: Visitors, shape: Shape): Promise<number> {
  const call = await way.prepare(visitors, shape);
  await call.click();
  await call.viewer.waitForFunction(() => window.probe.firstPaintedAt !== null, null, { polling: 100 });
  const elapsed = await call.viewer.evaluate(() => {
    const { clickedAt, firstPaintedAt } = window.probe;
    return (firstPaintedAt ?? 0) - (clickedAt ?? performance.timeOrigin);
  });
  await assertShowsFront(call.viewer, way.name);
  await call.close();
  return elapsed;
}

async function readViewer(page: Page) {
  const read = await page.evaluate(async () => {
    const { clickedAt, firstPaintedAt, painted, paintedBy, sample } = window.probe;
    const { at, received } = await sample();
    return { clickedAt, firstPaintedAt, painted, paintedBy, at, received };
  });
  const { clickedAt, firstPaintedAt, paintedBy, received, ...counted } = read;
  if (clickedAt === null || firstPaintedAt === null || !paintedBy || !received)
    throw new Error('Nothing was received');
  return { ...counted, clickedAt, firstPaintedAt, paintedBy, received };
}

function targetAfterS(sent: Sample[], clickedAt: number, bitrate: number): number | null {
  const reached = sent.find(
    ({ at, encoderTarget }) => at > clickedAt && encoderTarget !== null && encoderTarget >= REACHED * bitrate,
  );
  return reached ? (reached.at - clickedAt) / 1000 : null;
}

/** @returns a function that returns the CPU share since the call */
function watchProcessor({ processes }: Contender): () => Round['processor'] {
  const browsers = descendants(process.pid).filter(({ argv }) => /chrom[^/]*$/.test(argv[0] ?? ''));
  const web = watchShare(processes.web);
  const mediaServer = watchShare(processes.mediaServer);
  const worker = watchShare(processes.worker);
  const all = watchShare(browsers.map(({ pid }) => pid));
  return () => ({ web: web(), mediaServer: mediaServer(), worker: worker(), browsers: all() });
}

/** Checks the picture: frames with anything else would invalidate the result. */
async function assertShowsFront(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot({ clip: { x: 636, y: 356, width: 8, height: 8 } });
  const { channels } = await sharp(picture).stats();
  const front = PATCHES.find((patch) => patch.name === 'front')?.colour ?? [];
  const seen = channels.slice(0, 3).map(({ mean }) => Math.round(mean));
  if (front.some((value, index) => Math.abs(value - (seen[index] ?? 0)) > COLOUR_TOLERANCE)) {
    throw new Error(`${name} shows ${seen} in the middle where the film has ${front}`);
  }
}
