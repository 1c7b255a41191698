import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { filmFrame } from '#e2e/sphere/harness/frames.ts';
import type { HarnessView } from '#e2e/sphere/harness/main.tsx';
import { serveHarness } from '#e2e/sphere/harness/serve.ts';
import { SpherePage } from '#e2e/sphere/harness/sphere-page.ts';
import { launchOptions } from '#e2e/support/browser.ts';
import { pretendGpu } from '#e2e/support/pretend-gpu.ts';
import { ensureChromium } from '#scripts/testing/chromium.ts';
import { descendants, watchShare } from '../call/processes.ts';

const SPAN_MS = 4_000;

type Case = {
  name: string;
  /** Renders with WebGL, as on a GPU. */
  webgl?: boolean;
  projection?: 'equirectangular' | 'dual-fisheye';
  /** Height of the film, which is twice as wide. */
  height?: number;
  mode?: HarnessView['mode'];
  pitch?: number;
  window?: { width: number; height: number };
  /** Renders nothing, to measure the cost of the film alone. */
  nothing?: boolean;
};

const WINDOW = { width: 1280, height: 720 };
/** The first is the usual case; each other one differs from it in one respect. */
const CASES: readonly Case[] = [
  { name: '1920×960 in 1280×720' },
  { name: 'nothing rendered', nothing: true },
  { name: 'by WebGL', webgl: true },
  { name: '3840×1920', height: 1920 },
  { name: '960×480', height: 480 },
  { name: 'dual fisheye', projection: 'dual-fisheye' },
  { name: 'flat map', mode: 'equirectangular' },
  { name: 'looking up', pitch: 90 },
  { name: 'window of 640×360', window: { width: 640, height: 360 } },
];

/**
 * `npm run bench:paint`: measures the cost of rendering without a GPU, varying one thing at a time. For each case: the
 * browser's CPU time per frame of a film with 20 frames a second, and how often the view is rendered while the viewer
 * turns in every animation frame, with a still picture and with the film. Judges nothing.
 */
async function benchPaint(): Promise<void> {
  await ensureChromium(console.log);
  const { url, close } = await serveHarness();
  const browser = await chromium.launch(launchOptions);
  console.log(
    '| case | rendered/s | CPU ms a frame | turning, still picture: views/s | turning, film: views/s |',
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const shown of CASES) console.log(await measure(browser, url, shown));
  await browser.close();
  await close();
}

async function measure(browser: Browser, url: string, shown: Case): Promise<string> {
  const { projection = 'equirectangular', height = 960, mode = 'spherical', pitch = 0 } = shown;
  const page = await browser.newPage();
  if (shown.webgl) await page.addInitScript(pretendGpu);
  await page.addInitScript(countViews);
  const sphere = new SpherePage(page);
  await sphere.open(url);
  const size = shown.window ?? WINDOW;
  await page.setViewportSize(size);
  await page.evaluate(({ width, height }) => harness.resize(width, height), size);
  await sphere.feed(filmFrame({ projection, width: 2 * height, height }));
  if (!shown.nothing) {
    await sphere.look({ pitch });
    await sphere.show({ projection }, mode);
    await sphere.painted();
  }
  await sleep(1_000);

  const share = watchShare(browserProcesses());
  const playing = await viewsPerSecond();
  const used = share() ?? 0;
  const results = [playing.toFixed(1), ((used * 1000) / (shown.nothing ? 20 : playing)).toFixed(1)];
  if (shown.nothing) return finish(...results, '–', '–');
  await page.evaluate(turn);
  const turningFilm = await viewsPerSecond();
  await page.evaluate(() => harness.hold());
  await sleep(500);
  return finish(...results, (await viewsPerSecond()).toFixed(1), turningFilm.toFixed(1));

  async function viewsPerSecond(): Promise<number> {
    const from = await page.evaluate(() => [performance.now(), globalThis.views] as const);
    await sleep(SPAN_MS);
    const to = await page.evaluate(() => [performance.now(), globalThis.views] as const);
    return ((to[1] - from[1]) * 1000) / (to[0] - from[0]);
  }

  async function finish(...cells: string[]): Promise<string> {
    await page.close();
    return `| ${[shown.name, ...cells].join(' | ')} |`;
  }
}

function browserProcesses(): number[] {
  return descendants(process.pid)
    .filter(({ argv }) => /chrom[^/]*$/.test(argv[0] ?? ''))
    .map(({ pid }) => pid);
}

declare global {
  /** Number of rendered views, of new frames or not. */
  var views: number;
}

/** Runs in the page before its own scripts. */
function countViews(): void {
  globalThis.views = 0;
  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function (...args: [ImageData, number, number]) {
    Reflect.apply(putImageData, this, args);
    globalThis.views++;
  };
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (...args) {
    Reflect.apply(drawElements, this, args);
    globalThis.views++;
  };
}

/** Turns the view by a degree in each animation frame. */
function turn(): void {
  requestAnimationFrame(turnOn);
  function turnOn(): void {
    harness.look({ yaw: harness.readLook().yaw + 1 });
    requestAnimationFrame(turnOn);
  }
}

await benchPaint();
