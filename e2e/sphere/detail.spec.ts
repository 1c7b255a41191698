import type { TestInfo } from '@playwright/test';
import { pretendGpu } from '../support/pretend-gpu.ts';
import { expect } from '../support/test.ts';
import { flatOutput, hasFfmpeg, paintWithFfmpeg, similarity } from './harness/ffmpeg.ts';
import { filmFrame, solidFrame } from './harness/frames.ts';
import { type SpherePage, test, VIEW } from './harness/sphere-page.ts';

/** Minimum SSIM. */
const LIKE_FFMPEG = 0.98;
const GREY = solidFrame([126, 128, 128]);
/** The orientation of a mounted camera. */
const TURNED = { heading: 40, pitch: -20, roll: 15 };

type Place = { yaw: number; pitch: number; fov: number };
type Case = {
  projection: 'equirectangular' | 'dual-fisheye';
  input: string;
  /** Whose views the rectangle covers. */
  inside: readonly Place[];
  /** Whose views reach beyond it. */
  beyond: readonly Place[];
};

const CASES: readonly Case[] = [
  {
    projection: 'equirectangular',
    input: 'equirect',
    inside: [
      { yaw: 0, pitch: 0, fov: 60 },
      { yaw: 178, pitch: 15, fov: 60 },
      { yaw: -100, pitch: -20, fov: 40 },
    ],
    beyond: [
      { yaw: 20, pitch: 75, fov: 90 },
      { yaw: -40, pitch: -85, fov: 75 },
      { yaw: 60, pitch: 30, fov: 100 },
    ],
  },
  {
    projection: 'dual-fisheye',
    input: 'dfisheye:ih_fov=190:iv_fov=190',
    inside: [
      { yaw: 0, pitch: 0, fov: 60 },
      { yaw: 170, pitch: 10, fov: 50 },
    ],
    beyond: [
      { yaw: 90, pitch: -10, fov: 75 },
      { yaw: -60, pitch: 60, fov: 75 },
    ],
  },
];

for (const way of ['planes', 'texture'] as const)
  for (const { projection, input, inside, beyond } of CASES)
    test.describe(`${projection}, by ${way}, with a part in full detail`, () => {
      test.skip(!hasFfmpeg, 'ffmpeg is not installed');
      const full = filmFrame({ projection, width: 3840, height: 1920 });
      const small = filmFrame({ projection, width: 1920, height: 960 });

      test.beforeEach(async ({ page, harnessUrl }) => {
        if (way === 'texture') await page.addInitScript(pretendGpu);
        await page.goto(harnessUrl);
        await page.waitForFunction(() => 'harness' in globalThis);
      });

      /** @param output of ffmpeg; of a level camera, the place's own */
      async function expectLikeFfmpeg(sphere: SpherePage, place: Place, info: TestInfo, output?: string) {
        const name = `${place.yaw} ${place.pitch} ${place.fov}`;
        const [ours, theirs] = [info.outputPath(`${name} ours.png`), info.outputPath(`${name} ffmpeg.png`)];
        await sphere.look(place);
        // Until the part has been cut there, and is shown.
        for (let times = 0; times < 3; times++) await sphere.painted();
        await sphere.screenshot(ours);
        expect((await sphere.painted()).way).toBe(way);
        await paintWithFfmpeg(full, input, output ?? flatOutput({ ...place, ...VIEW }), theirs);
        expect.soft(await similarity(ours, theirs), name).toBeGreaterThan(LIKE_FFMPEG);
      }

      test('the view is of that part alone', async ({ sphere }, info) => {
        await sphere.feed(GREY);
        await sphere.show({ projection });
        await sphere.feedDetail(full);
        for (const place of inside) await expectLikeFfmpeg(sphere, place, info);
        const { heading: yaw, pitch, roll } = TURNED;
        await sphere.show({ projection, ...TURNED });
        const output = `${flatOutput({ yaw, pitch, fov: 50, ...VIEW })}:roll=${roll}`;
        await expectLikeFfmpeg(sphere, { yaw: 0, pitch: 0, fov: 50 }, info, output);
      });

      test('it fits the rest', async ({ sphere }, info) => {
        await sphere.feed(small);
        await sphere.show({ projection });
        await sphere.feedDetail(full);
        for (const place of beyond) await expectLikeFfmpeg(sphere, place, info);
      });
    });
