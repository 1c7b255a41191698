import sharp from 'sharp';
import type { Look } from '#app/sphere/look/look-store.ts';
import type { SpherePicture } from '#app/sphere/picture.ts';
import type { Colour } from '../film/patches.ts';
import { pretendGpu } from '../support/pretend-gpu.ts';
import { expect } from '../support/test.ts';
import { flatOutput, hasFfmpeg, paintWithFfmpeg, similarity } from './harness/ffmpeg.ts';
import { equirectangular, nearest } from './harness/film-picture.ts';
import { columns, filmFrame, placed, solidFrame, type TestFrame } from './harness/frames.ts';
import { colourDistance, test, VIEW } from './harness/sphere-page.ts';

const FISHEYE_INPUT = 'dfisheye:ih_fov=190:iv_fov=190';
const dualFisheye = filmFrame({ projection: 'dual-fisheye', width: 1920, height: 960 });

/** Minimum SSIM. */
const LIKE_FFMPEG = 0.98;

type Place = { yaw: number; pitch: number; fov: number };
const PLACES: readonly Place[] = [
  { yaw: 0, pitch: 0, fov: 75 },
  { yaw: 60, pitch: 30, fov: 75 },
  { yaw: -120, pitch: -25, fov: 60 },
  { yaw: 180, pitch: 0, fov: 75 },
  { yaw: -170, pitch: 20, fov: 40 },
  { yaw: 90, pitch: -10, fov: 100 },
  { yaw: 20, pitch: 75, fov: 90 },
  { yaw: -40, pitch: -85, fov: 75 },
  { yaw: 0, pitch: 90, fov: 75 },
];

/** The orientation of a mounted camera. */
const TURNED = { heading: 40, pitch: -20, roll: 15 };

const SOURCES: readonly { projection: SpherePicture['projection']; input: string; frame: TestFrame }[] = [
  { projection: 'equirectangular', input: 'equirect', frame: equirectangular },
  { projection: 'dual-fisheye', input: FISHEYE_INPUT, frame: dualFisheye },
];

for (const way of ['planes', 'texture'] as const)
  for (const { projection, input, frame } of SOURCES)
    test.describe(`${projection}, by ${way}, beside ffmpeg`, () => {
      test.skip(!hasFfmpeg, 'ffmpeg is not installed');
      test.beforeEach(async ({ sphere, page, harnessUrl }) => {
        if (way === 'texture') await page.addInitScript(pretendGpu);
        await page.goto(harnessUrl);
        await page.waitForFunction(() => 'harness' in globalThis);
        await sphere.feed(frame);
      });

      test('views', async ({ sphere }, info) => {
        await sphere.show({ projection });
        // A GPU's shader is slow in software: five of the nine directions, with poles and seam.
        for (const place of PLACES.filter((_, index) => way === 'planes' || index % 2 === 0)) {
          const name = `${place.yaw} ${place.pitch} ${place.fov}`;
          await sphere.look(place);
          await sphere.screenshot(info.outputPath(`${name} ours.png`));
          const path = info.outputPath(`${name} ffmpeg.png`);
          await paintWithFfmpeg(frame, input, flatOutput({ ...place, ...VIEW }), path);
          expect
            .soft(await similarity(info.outputPath(`${name} ours.png`), path), name)
            .toBeGreaterThan(LIKE_FFMPEG);
        }
        expect((await sphere.painted()).way).toBe(way);
      });

      test('the view of a turned and tilted camera', async ({ sphere }, info) => {
        await sphere.show({ projection, ...TURNED });
        await sphere.look({ yaw: 0, pitch: 0, fov: 75 });
        await sphere.screenshot(info.outputPath('ours.png'));
        const path = info.outputPath('ffmpeg.png');
        const { heading: yaw, pitch, roll } = TURNED;
        const output = `${flatOutput({ yaw, pitch, fov: 75, ...VIEW })}:roll=${roll}`;
        await paintWithFfmpeg(frame, input, output, path);
        expect(await similarity(info.outputPath('ours.png'), path)).toBeGreaterThan(LIKE_FFMPEG);
      });

      test('map', async ({ sphere }, info) => {
        const size = { width: 640, height: 320 };
        await sphere.page.setViewportSize(size);
        await sphere.page.evaluate(({ width, height }) => harness.resize(width, height), size);
        await sphere.show({ projection, ...TURNED }, 'equirectangular');
        await sphere.screenshot(info.outputPath('ours.png'));
        const path = info.outputPath('ffmpeg.png');
        const { heading, pitch, roll } = TURNED;
        const output = `equirect:w=640:h=320:yaw=${heading}:pitch=${pitch}:roll=${roll}`;
        await paintWithFfmpeg(frame, input, output, path);
        expect(await similarity(info.outputPath('ours.png'), path)).toBeGreaterThan(LIKE_FFMPEG);
      });
    });

test('no seam is visible where the edges of the picture meet', async ({ sphere }) => {
  const white = solidFrame([235, 128, 128]);
  const { width, height } = white;
  const split = placed(white, 2 * width, height, 0, 0);
  const turned = columns(split, [
    [width, 2 * width],
    [0, width],
  ]);
  await sphere.look({ yaw: 180, pitch: 30, fov: 30 });
  await sphere.feed(split);
  await sphere.show({});
  const acrossTheEdge = await sharp(await sphere.screenshot())
    .raw()
    .toBuffer();
  await sphere.look({ yaw: 0 });
  await sphere.feed(turned);
  const acrossTheMiddle = await sharp(await sphere.screenshot())
    .raw()
    .toBuffer();
  const differences = acrossTheEdge.map((value, index) => Math.abs(value - (acrossTheMiddle[index] ?? 0)));
  expect(differences.reduce((most, difference) => Math.max(most, difference))).toBeLessThanOrEqual(3);
});

test('the map fits the view in width or height, and marks the front', async ({ sphere }) => {
  await sphere.feed(equirectangular);
  await sphere.show({ heading: 90 }, 'equirectangular');
  // 640×320 in the middle of 640×360: the camera's front, here the right of the picture, is in its middle.
  expect(nearest(await sphere.colourAt(320, 180))).toBe('right');
  expect(nearest(await sphere.colourAt(160, 180))).toBe('front');
  expect(nearest(await sphere.colourAt(320, 25))).toBe('up');
  const [red, green, blue] = await sphere.colourAt(320, 10);
  expect(Math.max(red, green, blue)).toBeLessThan(30);
});

test('the heading turns the picture to the front', async ({ sphere }) => {
  await sphere.feed(equirectangular);
  await sphere.show({ heading: -90 });
  expect(nearest(await sphere.colourAt())).toBe('left');
});

test.describe('colours', () => {
  /** Pure colours as stored, by the equations of BT.601 and BT.709. */
  const STORED = [
    {
      matrix: 'smpte170m',
      fullRange: false,
      colours: [
        [81, 90, 240],
        [145, 54, 34],
        [41, 240, 110],
      ],
    },
    {
      matrix: 'smpte170m',
      fullRange: true,
      colours: [
        [76, 85, 255],
        [150, 44, 21],
        [29, 255, 107],
      ],
    },
    {
      matrix: 'bt709',
      fullRange: false,
      colours: [
        [63, 102, 240],
        [173, 42, 26],
        [32, 240, 118],
      ],
    },
    {
      matrix: 'bt709',
      fullRange: true,
      colours: [
        [54, 99, 255],
        [182, 30, 12],
        [18, 255, 116],
      ],
    },
    {
      matrix: null,
      fullRange: null,
      colours: [
        [63, 102, 240],
        [173, 42, 26],
        [32, 240, 118],
      ],
    },
  ] as const;
  const PURE: readonly Colour[] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ];

  for (const { matrix, fullRange, colours } of STORED)
    test(`${matrix ?? 'unlabelled'}, ${fullRange ? 'full' : 'limited'} range`, async ({ sphere }) => {
      await sphere.show({});
      for (const [index, stored] of colours.entries()) {
        await sphere.feed(solidFrame(stored, { matrix, fullRange }));
        const pure = PURE[index] ?? [0, 0, 0];
        expect(colourDistance(await sphere.colourAt(), pure), `${stored}`).toBeLessThanOrEqual(4);
      }
      const grey = fullRange ? 128 : 126;
      await sphere.feed(solidFrame([grey, 128, 128], { matrix, fullRange }));
      expect(colourDistance(await sphere.colourAt(), [128, 128, 128])).toBeLessThanOrEqual(2);
    });
});

test.describe('stereo pictures show the left eye, and half spheres have an edge', () => {
  test.skip(!hasFfmpeg, 'ffmpeg is not installed');
  const { width, height } = equirectangular;
  const half = columns(equirectangular, [[width / 4, (width * 3) / 4]]);
  const CASES: readonly {
    picture: Partial<SpherePicture>;
    frame: TestFrame;
    looks: readonly Partial<Look>[];
  }[] = [
    {
      picture: { stereo: 'top-bottom' },
      frame: placed(equirectangular, width, 2 * height, 0, 0),
      looks: [{ yaw: 170 }, { yaw: 0, pitch: -80 }],
    },
    {
      picture: { stereo: 'left-right' },
      frame: placed(equirectangular, 2 * width, height, 0, 0),
      looks: [
        { yaw: 170, pitch: 0 },
        { yaw: 0, pitch: 80 },
      ],
    },
    { picture: { projection: 'half' }, frame: half, looks: [{ yaw: 25, pitch: -20, fov: 60 }] },
    {
      picture: { projection: 'half', stereo: 'left-right' },
      frame: placed(half, width, height, 0, 0),
      looks: [{ yaw: -20, pitch: 0, fov: 60 }],
    },
  ];

  for (const { picture, frame, looks, way } of CASES.flatMap((shown) => [
    { ...shown, way: 'planes' },
    { ...shown, way: 'texture' },
  ]))
    test(`${picture.projection ?? 'whole'} ${picture.stereo ?? 'mono'}, by ${way}`, async ({
      sphere,
      page,
    }, info) => {
      if (way === 'texture') await page.addInitScript(pretendGpu);
      await page.reload();
      await page.waitForFunction(() => 'harness' in globalThis);
      for (const look of looks) {
        await sphere.look(look);
        await sphere.feed(frame);
        await sphere.show(picture);
        await sphere.screenshot(info.outputPath('this.png'));
        await sphere.feed(equirectangular);
        await sphere.show({});
        await sphere.screenshot(info.outputPath('whole.png'));
        expect(await similarity(info.outputPath('this.png'), info.outputPath('whole.png'))).toBeGreaterThan(
          0.98,
        );
      }
    });

  test('nothing is shown behind a half sphere', async ({ sphere }) => {
    await sphere.feed(half);
    await sphere.show({ projection: 'half' });
    await sphere.look({ yaw: 100 });
    expect(colourDistance(await sphere.colourAt(), [11, 16, 22])).toBeLessThanOrEqual(2);
    await sphere.look({ yaw: 80 });
    expect(colourDistance(await sphere.colourAt(), [11, 16, 22])).toBeGreaterThan(20);
  });
});
