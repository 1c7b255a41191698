import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Look } from '#app/sphere/look/look-store.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { Colour } from '../../film/patches.ts';
import { test as base } from '../../support/test.ts';
import type { TestFrame } from './frames.ts';
import type { HarnessView } from './main.tsx';
import { serveHarness } from './serve.ts';

export const VIEW = { width: 640, height: 360 };

/** The initial view; tests change it. */
const EQUIRECTANGULAR = {
  projection: 'equirectangular',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
} as const;

/** A page that renders given frames with the product's own view. */
export class SpherePage {
  readonly page: Page;
  #frame: TestFrame | null = null;
  #detail: TestFrame | null = null;

  constructor(page: Page) {
    this.page = page;
  }

  async open(url: string): Promise<void> {
    await this.page.setViewportSize(VIEW);
    const serve = (name: string, read: () => TestFrame | null) =>
      this.page.route(`**/${name}.yuv`, (route) =>
        route.fulfill({ body: Buffer.from(read()?.data ?? []), contentType: 'application/octet-stream' }),
      );
    await serve('frame', () => this.#frame);
    await serve('detail', () => this.#detail);
    await this.page.goto(url);
    await this.page.waitForFunction(() => 'harness' in globalThis);
  }

  async feed(frame: TestFrame): Promise<void> {
    this.#frame = frame;
    await this.page.evaluate((labels) => harness.feed(labels), labelsOf(frame));
  }

  /** @param frame the picture in full detail, of which a part is shown */
  async feedDetail(frame: TestFrame): Promise<void> {
    this.#detail = frame;
    await this.page.evaluate((labels) => harness.feedDetail(labels), labelsOf(frame));
  }

  async changeTrack(frame: TestFrame): Promise<void> {
    this.#frame = frame;
    await this.page.evaluate((labels) => harness.changeTrack(labels), labelsOf(frame));
  }

  async show(
    picture: Partial<HarnessView['picture']>,
    mode: HarnessView['mode'] = 'spherical',
  ): Promise<void> {
    const view = { mode, picture: { ...EQUIRECTANGULAR, ...picture } };
    await this.page.evaluate((next) => harness.show(next), view);
  }

  async look(look: Partial<Look>): Promise<void> {
    await this.page.evaluate((next) => harness.look(next), look);
  }

  readLook(): Promise<Look> {
    return this.page.evaluate(() => harness.readLook());
  }

  /** Waits until earlier changes are on the screen. */
  painted() {
    return this.page.evaluate(() => harness.painted());
  }

  async screenshot(path?: string): Promise<Buffer> {
    await this.painted();
    return this.page.screenshot({ path });
  }

  /** The average colour of a few pixels, by default at the centre of the view. */
  async colourAt(x = VIEW.width / 2, y = VIEW.height / 2): Promise<Colour> {
    const region = { left: Math.round(x) - 3, top: Math.round(y) - 3, width: 6, height: 6 };
    const { channels } = await sharp(
      await sharp(await this.screenshot())
        .extract(region)
        .png()
        .toBuffer(),
    ).stats();
    const [red, green, blue] = channels;
    if (!red || !green || !blue) throw new Error('A screenshot has colours');
    return [red.mean, green.mean, blue.mean];
  }
}

function labelsOf({ data: _, ...labels }: TestFrame) {
  return labels;
}

/** The largest difference in red, green or blue. */
export function colourDistance(a: Colour, b: Colour): number {
  return Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? 0))));
}

type Fixtures = { sphere: SpherePage };
type WorkerFixtures = { harnessUrl: string };

export const test = base.extend<Fixtures, WorkerFixtures>({
  harnessUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { url, close } = await serveHarness();
      await use(url);
      await close();
    },
    { scope: 'worker' },
  ],
  sphere: async ({ page, harnessUrl }, use) => {
    const sphere = new SpherePage(page);
    await sphere.open(harnessUrl);
    await use(sphere);
  },
});
