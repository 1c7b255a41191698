import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { DEFAULT_FOV } from '#app/sphere/look/look-store.ts';
import { keepConnections } from '#e2e/call/support/connections.ts';
import { type Site, startSite } from '#e2e/network/call.ts';
import { Lab, type Visitor } from '#e2e/network/lab.ts';
import { whyNoNamespaces } from '#e2e/network/namespaces.ts';
import { ensureWorker } from '#scripts/media-worker/worker.ts';
import { root } from '#scripts/stack/settings.ts';
import { ensureWebBuild } from '#scripts/stack/web-build.ts';
import { ensureNetworkTools } from '#scripts/testing/network-tools.ts';
import type { Cleanup } from '../call/cleanup.ts';
import { descendants, watchShare } from '../call/processes.ts';
import { type Film, FilmReader } from './film.ts';
import { replayLooks, takeSeen, watchGlass } from './glass.ts';
import { GlassJudge } from './judge-glass.ts';
import { Looks } from './looks.ts';
import { perSecond, type Result, SEED } from './measure.ts';
import type { Sent } from './pages/sender.ts';

/** What the people of a call have chosen. */
export const CALL_WAYS = {
  half: { quality: 'MEDIUM', wantsDetail: false },
  all: { quality: 'HIGH', wantsDetail: false },
  detail: { quality: 'HIGH', wantsDetail: true },
} as const;

export const CALL_LEGEND = [
  "Read from the guest's canvas: half of the width as MEDIUM, all as HIGH, and HIGH with the part in full detail.",
  'What the server forwards of HIGH is the choice of the product. The whole and the part are each compared with their own frame.',
  "The guest's network carries no more than the rate; the messages with the direction of view are held up by the delay.",
].join('\n');

export type CallTask = {
  way: keyof typeof CALL_WAYS;
  film: Film;
  /** What the guest's network carries. */
  mbit: number;
  seconds: number;
  /** By which the direction of view is told late, in ms. */
  delay: number;
};
export type Stage = { lab: Lab; site: Site };

const VIEW = { width: 1280, height: 720 };
const START_MS = 60_000;
/** Until the bandwidth is known, and the picture good: until this share of it is used, and how long that may take. */
const SETTLED = { share: 0.7, leastMs: 6_000, mostMs: 30_000 };
/** For how long, in seconds, frames and processors are measured, before pictures are read, which takes a part of both. */
const CALM = 6;
/** Steps of the looks in a second. */
const STEPS = 60;

/** Starts the servers, and the networks of two people. */
export async function openStage(cleanup: Cleanup): Promise<Stage> {
  await ensureNetworkTools(console.log);
  const why = whyNoNamespaces();
  if (why) throw new Error(`This machine can have no limited network: ${why}.`);
  await ensureWorker(console.log);
  await ensureWebBuild(root, console.log);
  const lab = await Lab.open();
  cleanup.add(() => lab.close());
  const site = await startSite(lab, { MEDIA_WORKERS: '1', RTC_PORT: '44400' });
  cleanup.add(() => site.stop());
  return { lab, site };
}

/** Calls over the limited network, and judges what is on the guest's canvas. */
export async function measureCall(
  { way, film, mbit, seconds, delay }: CallTask,
  { lab, site }: Stage,
  cleanup: Cleanup,
): Promise<Result> {
  const { quality, wantsDetail } = CALL_WAYS[way];
  const fake = ['--use-fake-ui-for-media-stream'];
  const camera = `--use-file-for-fake-video-capture=${film.path}`;
  const host = await open(lab, 'host', [...fake, '--use-fake-device-for-media-stream', camera], cleanup);
  const noCamera = '--use-fake-device-for-media-stream=device-count=0';
  const guest = await open(lab, 'guest', [...fake, noCamera], cleanup);
  for (const { page } of [host, guest]) {
    await page.addInitScript(keepConnections);
    await page.addInitScript((choices) => sessionStorage.setItem('panocall.call', JSON.stringify(choices)), {
      cameraId: null,
      microphoneId: null,
      projection: 'equirectangular',
      quality,
      wantsDetail,
    });
  }
  await guest.page.addInitScript(watchGlass, delay);
  await host.page.goto(`${site.origin}/room/host`);
  await host.page.getByRole('button', { name: 'Create room' }).click();
  const code = await host.page.getByTestId('room-code').textContent();
  await guest.page.goto(`${site.origin}/room/guest/${code}?skip=true`);
  await guest.page.waitForFunction(() => window.glass.painted > 0);
  await lab.paths.guest.limit(mbit);
  await settle(guest.page, SETTLED.share * mbit * 1e6);

  const looks = new Looks(SEED, CALM + seconds);
  const steps = Array.from({ length: STEPS * (CALM + seconds) }, (_, index) => {
    const rested = looks.restedFor(index / STEPS);
    return { ...looks.at(index / STEPS), isFresh: rested !== null && rested < 1 };
  });
  const replay = (from: number, to: number, keeps: boolean) =>
    guest.page.evaluate(replayLooks, {
      ...{ steps: steps.slice(STEPS * from, STEPS * to), fov: DEFAULT_FOV, keeps },
    });
  const servers = descendants(site.stack.pid).map(({ pid }) => pid);
  const receivedFirst = await receivedBy(guest.page);
  const shares = {
    sender: watchShare(host.pids()),
    receiver: watchShare(guest.pids()),
    servers: watchShare(servers),
  };
  await replay(0, CALM, false);
  const cores = Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, share()]));
  const [sentBefore, receivedBefore] = [await sentBy(host.page), await receivedBy(guest.page)];
  const begin = await replay(CALM, CALM + seconds, true);
  const [sentAfter, receivedAfter] = [await sentBy(host.page), await receivedBy(guest.page)];
  await host.browser.close();

  const judge = new GlassJudge(film, new FilmReader(film));
  const judged: Result['judged'] = [];
  let unread = 0;
  for (;;) {
    const seen = await guest.page.evaluate(takeSeen);
    if (!seen) break;
    const luma = new Uint8Array(Buffer.from(seen.luma, 'base64'));
    const judgement = await judge.judge({ ...seen, luma });
    const at = CALM + (seen.at - begin) / 1000;
    if (judgement) judged.push({ ...judgement, at, rested: looks.restedFor(at) });
    else unread++;
  }
  await guest.browser.close();
  await lab.paths.guest.mend();
  return {
    judged,
    unread,
    received: receivedBefore.frames
      .map((frames, index) => (frames - (receivedFirst.frames[index] ?? 0)) / CALM)
      .filter((frames) => frames > 0),
    receivedBits: (receivedAfter.bits - receivedBefore.bits) / seconds,
    painted: (receivedBefore.painted - receivedFirst.painted) / CALM,
    sent: sentAfter
      .map((now, index) => perSecond(sentBefore[index], now, seconds))
      .filter(({ frames }) => frames > 0),
    cropMs: null,
    cores,
  };
}

/** Waits until a page receives so many bits a second of video, or no more are to be expected. */
async function settle(page: Page, bitrate: number): Promise<void> {
  const { leastMs, mostMs } = SETTLED;
  await sleep(leastMs);
  let { bits } = await receivedBy(page);
  for (let waited = leastMs; waited < mostMs; waited += 1_000) {
    await sleep(1_000);
    const { bits: now } = await receivedBy(page);
    if (now - bits >= bitrate) return;
    bits = now;
  }
}

/** Of each video that a page sends; a layer that rests keeps its numbers. */
function sentBy(page: Page): Promise<Sent[]> {
  return page.evaluate(async () => {
    const reports = await Promise.all((window.connections ?? []).map((one) => one.getStats()));
    return reports
      .flatMap((report) => [...report.values()])
      .filter(({ type, kind }) => type === 'outbound-rtp' && kind === 'video')
      .map((one) => ({
        width: one.frameWidth ?? 0,
        height: one.frameHeight ?? 0,
        frames: one.framesEncoded ?? 0,
        bits: 8 * (one.bytesSent ?? 0),
        keys: one.keyFramesEncoded ?? 0,
        encodeMs: (1000 * (one.totalEncodeTime ?? 0)) / (one.framesEncoded || 1),
      }));
  });
}

/** How many frames of each video a page has received, and how many it has painted. */
function receivedBy(page: Page): Promise<{ frames: number[]; bits: number; painted: number }> {
  return page.evaluate(async () => {
    const reports = await Promise.all((window.connections ?? []).map((one) => one.getStats()));
    const videos = reports
      .flatMap((report) => [...report.values()])
      .filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'video');
    return {
      frames: videos.map(({ framesDecoded }) => framesDecoded ?? 0),
      bits: videos.reduce((sum, { bytesReceived }) => sum + 8 * (bytesReceived ?? 0), 0),
      painted: window.glass.painted,
    };
  });
}

type Opened = { browser: Browser; page: Page; pids: () => number[] };

async function open(lab: Lab, visitor: Visitor, args: string[], cleanup: Cleanup): Promise<Opened> {
  const others = new Set(descendants(process.pid).map(({ pid }) => pid));
  const browser = await lab.launch(visitor, args);
  cleanup.add(() => browser.close());
  const own = descendants(process.pid).filter(({ pid }) => !others.has(pid));
  const context = await browser.newContext({ viewport: VIEW, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(START_MS);
  page.on('pageerror', (error) => console.error(error));
  const pids = () => [
    ...new Set(own.flatMap(({ pid }) => [pid, ...descendants(pid).map((child) => child.pid)])),
  ];
  return { browser, page, pids };
}
