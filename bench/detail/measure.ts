import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { LAUNCH_ARGS } from '#e2e/support/browser.ts';
import { findChromium } from '#scripts/testing/chromium.ts';
import type { Cleanup } from '../call/cleanup.ts';
import { descendants, watchShare } from '../call/processes.ts';
import { type Film, FilmReader } from './film.ts';
import { type Judgement, judge } from './judge.ts';
import { Looks } from './looks.ts';
import type { Sending, Sent } from './pages/sender.ts';
import type { Site } from './site.ts';
import { WAYS, type Way, WHOLE_SHARE } from './ways.ts';

export type Task = {
  way: Way;
  film: Film;
  /** In bit/s. */
  bitrate: number;
  seconds: number;
  /** The way there and back, in ms. */
  delay: number;
};

export type Result = {
  /** `at`: in seconds since the looks began. `rested`: for how many seconds the viewer has; null in a turn. */
  judged: (Judgement & { at: number; rested: number | null })[];
  /** Samples whose number could not be read. */
  unread: number;
  /** Frames of each track, per second. */
  received: number[];
  /** Of all tracks, per second; null where it is not measured. */
  receivedBits: number | null;
  /** Frames per second that were painted; null where none are. */
  painted: number | null;
  sent: Sent[];
  /** Null where it is not measured. */
  cropMs: number | null;
  /** Shares of a core; null without `/proc`. */
  cores: Record<string, number | null>;
};

export const SEED = 7;
const LOOKS_SECONDS = 300;
/** Until the bandwidth is known and the picture is good. */
const SETTLE_MS = 7_000;
const PAUSE_MS = 150;

/** Sends the film from one browser to another, and judges what a viewer would see. */
export async function measure(task: Task, { address, samples }: Site, cleanup: Cleanup): Promise<Result> {
  const { film, seconds } = task;
  samples.length = 0;
  const sender = await open(film.path, `${address}/sender.html`, cleanup);
  const receiver = await open(null, `${address}/receiver.html`, cleanup);
  const begin = Date.now();
  const offer = await sender.page.evaluate((sending) => window.sender.offer(sending), sendingOf(task, begin));
  const answer = await receiver.page.evaluate((sdp) => window.receiver.answer(sdp), offer);
  await sender.page.evaluate((sdp) => window.sender.answer(sdp), answer);
  await sleep(SETTLE_MS);
  const before = await sender.page.evaluate(() => window.sender.report());
  const shares = { sender: watchShare(sender.pids()), receiver: watchShare(receiver.pids()) };
  const watching = { ms: 1000 * seconds, pause: PAUSE_MS };
  const frames = await receiver.page.evaluate((options) => window.receiver.watch(options), watching);
  const cores = { sender: shares.sender(), receiver: shares.receiver() };
  const after = await sender.page.evaluate(() => window.sender.report());
  await receiver.page.evaluate((collector) => window.receiver.post(collector), `${address}/sample`);
  await sender.browser.close();
  await receiver.browser.close();

  const looks = new Looks(SEED, LOOKS_SECONDS);
  const reader = new FilmReader(film);
  const judged: Result['judged'] = [];
  for (const sample of samples) {
    const at = (sample.at - begin) / 1000;
    const judgement = await judge(sample, looks.at(at), film, reader);
    if (judgement) judged.push({ ...judgement, at, rested: looks.restedFor(at) });
  }
  return {
    judged,
    unread: samples.length - judged.length,
    received: frames.map((count) => count / seconds),
    receivedBits: null,
    painted: null,
    sent: after.sent.map((now, index) => perSecond(before.sent[index], now, seconds)),
    cropMs: after.cropMs,
    cores,
  };
}

function sendingOf({ way, film, bitrate, delay }: Task, begin: number): Sending {
  const { scale, detail } = WAYS[way];
  return {
    width: film.width,
    scale: scale ?? film.width / 960,
    bitrate: detail ? WHOLE_SHARE * bitrate : bitrate,
    detailBitrate: detail ? (1 - WHOLE_SHARE) * bitrate : null,
    looks: { seed: SEED, seconds: LOOKS_SECONDS, begin },
    delay,
  };
}

export function perSecond(before: Sent | undefined, now: Sent, seconds: number): Sent {
  const change = (name: 'frames' | 'bits' | 'keys') => now[name] - (before?.[name] ?? 0);
  return { ...now, frames: change('frames') / seconds, bits: change('bits') / seconds, keys: change('keys') };
}

type Opened = { browser: Browser; page: Page; pids: () => number[] };

/** @param film a y4m file that becomes the browser's camera; null for a browser without one */
async function open(film: string | null, url: string, cleanup: Cleanup): Promise<Opened> {
  const others = new Set(descendants(process.pid).map(({ pid }) => pid));
  const camera = film
    ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
    : [];
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...LAUNCH_ARGS, '--use-fake-ui-for-media-stream', ...camera],
  });
  cleanup.add(() => browser.close());
  const own = descendants(process.pid).filter(({ pid }) => !others.has(pid));
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(url);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  const pids = () => [
    ...new Set(own.flatMap(({ pid }) => [pid, ...descendants(pid).map((child) => child.pid)])),
  ];
  return { browser, page, pids };
}
