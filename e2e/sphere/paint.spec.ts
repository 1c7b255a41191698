import { pretendGpu } from '../support/pretend-gpu.ts';
import { expect } from '../support/test.ts';
import { withoutWebgl } from '../support/without-webgl.ts';
import { hasFfmpeg, similarity, storeTurned } from './harness/ffmpeg.ts';
import { equirectangular, nearest } from './harness/film-picture.ts';
import { asNv12, filmFrame, placed, solidFrame, type TestFrame } from './harness/frames.ts';
import { colourDistance, SpherePage, test } from './harness/sphere-page.ts';

test.describe('by the video element, on a GPU or where frames cannot be read', () => {
  test.skip(!hasFfmpeg, 'ffmpeg is not installed');

  test('is the same picture', async ({ sphere, page, harnessUrl }, info) => {
    const reopen = async () => {
      await page.goto(harnessUrl);
      await page.waitForFunction(() => 'harness' in globalThis);
    };
    const view = async (frame: TestFrame, name: string) => {
      await sphere.feed(frame);
      await sphere.show({});
      await sphere.look({ yaw: 150, pitch: 20 });
      await sphere.screenshot(info.outputPath(`${name}.png`));
      return (await sphere.painted()).way;
    };
    expect(await view(equirectangular, 'planes')).toBe('planes');
    expect(await view(asNv12(equirectangular), 'two planes')).toBe('planes');
    await page.addInitScript(pretendGpu);
    await page.addInitScript(() => {
      globalThis.MediaStreamTrackProcessor = class {
        readonly readable = new ReadableStream<VideoFrame>();
        constructor() {
          console.error('Frames are read from the track: those of a GPU would have to be read back');
        }
      };
    });
    await reopen();
    expect(await view(equirectangular, 'on a GPU')).toBe('texture');
    await page.addInitScript(() => {
      globalThis.MediaStreamTrackProcessor = undefined;
    });
    await reopen();
    expect(await view(equirectangular, 'element')).toBe('texture');
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback');
    });
    await reopen();
    expect(await view(equirectangular, 'no frame callbacks')).toBe('texture');
    await page.addInitScript(withoutWebgl);
    await reopen();
    expect(await view(equirectangular, 'no WebGL')).toBe('planes');
    for (const name of ['two planes', 'on a GPU', 'element', 'no frame callbacks', 'no WebGL'])
      expect(
        await similarity(info.outputPath('planes.png'), info.outputPath(`${name}.png`)),
        name,
      ).toBeGreaterThan(0.98);
  });
});

test.describe('a turned camera', () => {
  test.skip(!hasFfmpeg, 'ffmpeg is not installed');
  const frame = filmFrame({ projection: 'equirectangular', width: 960, height: 480 });
  const SEAM = { yaw: 180, pitch: 25 };
  const POLE = { yaw: 60, pitch: -85 };
  const TURNS = [
    { rotation: 90, flip: false },
    { rotation: 180, flip: false },
    { rotation: 270, flip: false },
    { rotation: 90, flip: true },
    { rotation: 0, flip: true },
  ] as const;

  for (const way of ['planes', 'texture'] as const)
    test(`shows its picture upright, by ${way}`, async ({ sphere, page }, info) => {
      const expectSame = async (stored: TestFrame, turns: readonly (typeof TURNS)[number][]) => {
        const upright = info.outputPath('upright.png');
        await sphere.feed(stored);
        await sphere.screenshot(upright);
        expect((await sphere.painted()).way).toBe(way);
        for (const turn of turns) {
          const turned = info.outputPath(`${turn.rotation} ${turn.flip}.png`);
          await sphere.feed(await storeTurned(stored, turn, info.outputPath('stored.yuv')));
          await sphere.screenshot(turned);
          expect.soft(await similarity(upright, turned), turned).toBeGreaterThan(0.98);
        }
      };
      if (way === 'texture') {
        await page.addInitScript(() => {
          globalThis.MediaStreamTrackProcessor = undefined;
        });
        await page.reload();
        await page.waitForFunction(() => 'harness' in globalThis);
      }
      await sphere.show({});
      await sphere.look(SEAM);
      await expectSame(frame, TURNS);
      if (way === 'texture') return;
      await sphere.look(POLE);
      await expectSame(frame, TURNS.slice(0, 1));
      await sphere.show({ stereo: 'top-bottom' });
      await expectSame(placed(frame, 960, 960, 0, 0), TURNS.slice(2, 3));
    });
});
test.describe('continues painting', () => {
  const red = solidFrame([63, 102, 240]);
  const green = solidFrame([173, 42, 26]);
  // The browser's own conversion of the video element is less exact.
  const isGreen = async (sphere: SpherePage) => colourDistance(await sphere.colourAt(), [0, 255, 0]) <= 12;

  test.beforeEach(async ({ sphere }) => {
    await sphere.feed(red);
    await sphere.show({});
    expect(colourDistance(await sphere.colourAt(), [255, 0, 0])).toBeLessThanOrEqual(4);
  });

  test('when the video changes its size', async ({ sphere }) => {
    await sphere.feed(placed(green, 512, 256, 128, 64));
    expect(await isGreen(sphere)).toBe(true);
  });

  test('when the video changes its format', async ({ sphere }) => {
    await sphere.feed(asNv12(green));
    expect(await isGreen(sphere)).toBe(true);
  });

  test('when the track changes', async ({ sphere }) => {
    await sphere.changeTrack(green);
    expect(await isGreen(sphere)).toBe(true);
    const { marks, errors } = await sphere.painted();
    expect({ marks, errors }).toEqual({ marks: 1, errors: [] });
  });

  test('in a view of another size', async ({ sphere }) => {
    await sphere.page.evaluate(() => harness.resize(200, 100));
    await sphere.feed(green);
    expect(colourDistance(await sphere.colourAt(190, 90), [0, 255, 0])).toBeLessThanOrEqual(4);
  });

  test('when the WebGL context was lost and restored', async ({ sphere, page }) => {
    await page.addInitScript(pretendGpu);
    await page.reload();
    await page.waitForFunction(() => 'harness' in globalThis);
    await sphere.feed(red);
    await sphere.show({});
    expect((await sphere.painted()).way).toBe('texture');
    await page.evaluate(async () => {
      const context = document
        .querySelector('canvas')
        ?.getContext('webgl2')
        ?.getExtension('WEBGL_lose_context');
      context?.loseContext();
      await new Promise((resolve) => setTimeout(resolve, 300));
      context?.restoreContext();
    });
    await sphere.feed(green);
    expect(await isGreen(sphere)).toBe(true);
  });
});

test('needs no WebGL where frames can be read', async ({ sphere, page }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, type: string, options: unknown) {
        return type === 'webgl2' ? null : Reflect.apply(getContext, this, [type, options]);
      },
    });
  });
  await page.reload();
  await page.waitForFunction(() => 'harness' in globalThis);
  await sphere.feed(equirectangular);
  await sphere.show({});
  await sphere.look({ yaw: 90 });
  expect(nearest(await sphere.colourAt())).toBe('right');
  const { way, errors } = await sphere.painted();
  expect({ way, errors }).toEqual({ way: 'planes', errors: [] });
});

test('reports a missing WebGL and 2D canvas', async ({ context, harnessUrl }) => {
  // In a separate page, because here the browser must log an error, which fails the other tests.
  const page = await context.newPage();
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const sphere = new SpherePage(page);
  await sphere.open(harnessUrl);
  await sphere.show({});
  expect((await sphere.painted()).errors).toEqual([expect.stringContaining('2D')]);
});
