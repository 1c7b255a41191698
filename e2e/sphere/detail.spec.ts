import type { TestInfo } from '@playwright/test';
import { DETAILED } from '#app/sphere/detail/rectangle.ts';
import type { SpherePicture } from '#app/sphere/picture.ts';
import type { Lenses } from '#protocol/lenses.ts';
import type { FilmShape } from '../film/frames.ts';
import { pretendGpu } from '../support/pretend-gpu.ts';
import { expect } from '../support/test.ts';
import { flatOutput, hasFfmpeg, paintWithFfmpeg, similarity, storeOffCentre } from './harness/ffmpeg.ts';
import { columns, filmFrame, placed, solidFrame, type TestFrame } from './harness/frames.ts';
import { type SpherePage, test, VIEW } from './harness/sphere-page.ts';

/** Minimum SSIM. */
const LIKE_FFMPEG = 0.98;
const GREY = solidFrame([126, 128, 128]);
/** The orientation of a mounted camera. */
const TURNED = { heading: 40, pitch: -20, roll: 15 };

type Place = { yaw: number; pitch: number; fov: number };
type Case = {
  name: string;
  picture: Pick<SpherePicture, 'projection'> & Partial<SpherePicture>;
  /** One eye's whole picture, of this width, and its format in ffmpeg. */
  film: (width: number) => FilmShape;
  input: string;
  /** As the camera stores it, in twice as many columns as rows. */
  store?: (film: TestFrame, path: string) => TestFrame | Promise<TestFrame>;
  /** Whose views the rectangle covers. */
  inside: readonly Place[];
  /** Whose views reach beyond it: none where it is known from another case that it fits. */
  beyond: readonly Place[];
};

const equirectangular = (width: number): FilmShape => ({
  ...{ projection: 'equirectangular', width },
  height: width / 2,
});
const dualFisheye = (width: number): FilmShape => ({ ...equirectangular(width), projection: 'dual-fisheye' });
const FISHEYE_INPUT = 'dfisheye:ih_fov=190:iv_fov=190';

/** A circle of the picture in full detail, of which half is a whole number of pixels, too. */
const circle = (x: number, y: number, radius: number) => ({
  x: x / DETAILED.width,
  y: y / DETAILED.height,
  rx: radius / DETAILED.width,
  ry: radius / DETAILED.height,
});
const LENSES: Lenses = { back: circle(920, 1000, 800), front: circle(2940, 880, 820), fov: 190, blend: 4 };

const CASES: readonly Case[] = [
  {
    name: 'equirectangular',
    picture: { projection: 'equirectangular' },
    film: equirectangular,
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
    name: 'dual fisheye',
    picture: { projection: 'dual-fisheye' },
    film: dualFisheye,
    input: FISHEYE_INPUT,
    inside: [
      { yaw: 0, pitch: 0, fov: 60 },
      { yaw: 170, pitch: 10, fov: 50 },
    ],
    beyond: [
      { yaw: 90, pitch: -10, fov: 75 },
      { yaw: -60, pitch: 60, fov: 75 },
    ],
  },
  {
    name: 'dual fisheye with lenses off centre',
    picture: { projection: 'dual-fisheye', lenses: LENSES },
    film: dualFisheye,
    input: FISHEYE_INPUT,
    store: (film, path) => storeOffCentre(film, LENSES, film, path),
    inside: [
      { yaw: 0, pitch: 0, fov: 60 },
      { yaw: 170, pitch: 10, fov: 50 },
    ],
    beyond: [{ yaw: 90, pitch: -10, fov: 75 }],
  },
  {
    name: 'equirectangular for two eyes',
    picture: { projection: 'equirectangular', stereo: 'top-bottom' },
    film: (width) => ({ ...equirectangular(width), height: width / 4 }),
    input: 'equirect',
    store: (film) => placed(film, film.width, 2 * film.height, 0, 0),
    inside: [{ yaw: 178, pitch: 15, fov: 60 }],
    beyond: [],
  },
  {
    name: 'half a sphere for two eyes',
    picture: { projection: 'half', stereo: 'left-right' },
    film: equirectangular,
    input: 'equirect',
    store: (film) => {
      const { width, height } = film;
      return placed(columns(film, [[width / 4, (3 * width) / 4]]), width, height, 0, 0);
    },
    inside: [{ yaw: -20, pitch: 10, fov: 60 }],
    beyond: [],
  },
];

for (const way of ['planes', 'texture'] as const)
  for (const { name, picture, film, input, store = (frame: TestFrame) => frame, inside, beyond } of CASES)
    test.describe(`${name}, by ${way}, with a part in full detail`, () => {
      test.skip(!hasFfmpeg, 'ffmpeg is not installed');
      let full: TestFrame;
      test.beforeAll(() => {
        full = filmFrame(film(DETAILED.width));
      });

      test.beforeEach(async ({ page, harnessUrl }) => {
        if (way === 'texture') await page.addInitScript(pretendGpu);
        await page.goto(harnessUrl);
        await page.waitForFunction(() => 'harness' in globalThis);
      });

      /** @param output of ffmpeg; of a level camera, the place's own */
      async function expectLikeFfmpeg(sphere: SpherePage, place: Place, info: TestInfo, output?: string) {
        const view = `${place.yaw} ${place.pitch} ${place.fov}`;
        const [ours, theirs] = [info.outputPath(`${view} ours.png`), info.outputPath(`${view} ffmpeg.png`)];
        await sphere.look(place);
        // Until the part has been cut there, and is shown.
        for (let times = 0; times < 3; times++) await sphere.painted();
        await sphere.screenshot(ours);
        expect((await sphere.painted()).way).toBe(way);
        await paintWithFfmpeg(full, input, output ?? flatOutput({ ...place, ...VIEW }), theirs);
        expect.soft(await similarity(ours, theirs), view).toBeGreaterThan(LIKE_FFMPEG);
      }

      test('the view is of that part alone', async ({ sphere }, info) => {
        await sphere.feed(GREY);
        await sphere.show(picture);
        await sphere.feedDetail(await store(full, info.outputPath('full.i420')));
        for (const place of inside) await expectLikeFfmpeg(sphere, place, info);
        const { heading: yaw, pitch, roll } = TURNED;
        await sphere.show({ ...picture, ...TURNED });
        const output = `${flatOutput({ yaw, pitch, fov: 50, ...VIEW })}:roll=${roll}`;
        await expectLikeFfmpeg(sphere, { yaw: 0, pitch: 0, fov: 50 }, info, output);
      });

      if (beyond.length > 0)
        test('it fits the rest', async ({ sphere }, info) => {
          await sphere.feed(await store(filmFrame(film(DETAILED.width / 2)), info.outputPath('small.i420')));
          await sphere.show(picture);
          await sphere.feedDetail(await store(full, info.outputPath('full.i420')));
          for (const place of beyond) await expectLikeFfmpeg(sphere, place, info);
        });
    });
