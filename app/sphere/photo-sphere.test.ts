import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { readPhotoSphere } from './photo-metadata.ts';
import { asPhotoSphere, shownSphere, sphereByShape } from './photo-sphere.ts';
import { boundsOf, type SpherePicture, toPicture } from './picture.ts';

const size = { width: 64, height: 32 };
const sphere: SpherePicture = {
  projection: 'equirectangular',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};

/** Version 1.1, one pixel square (JFIF specification, page 5). Written by canvases, but not by sharp. */
const JFIF = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0];

async function bareJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { ...size, channels: 3, background: '#3080d0' } });
  return Uint8Array.from(await picture.jpeg().toBuffer());
}

async function jpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const bare = await bareJpeg();
  return Uint8Array.from([...bare.subarray(0, 2), ...JFIF, ...bare.subarray(2)]);
}

/** The file's metadata as another reader finds it. */
async function valuesOf(file: Uint8Array): Promise<Record<string, string>> {
  const { xmp } = await sharp(file).metadata();
  const pairs = (xmp?.toString() ?? '').matchAll(/GPano:(\w+)="([^"]*)"/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

describe('A JPEG file of a sphere', () => {
  it('states its type and size', async () => {
    expect(await valuesOf(asPhotoSphere(await jpeg(), sphere, size))).toEqual({
      ProjectionType: 'equirectangular',
      UsePanoramaViewer: 'True',
      FullPanoWidthPixels: '64',
      FullPanoHeightPixels: '32',
      CroppedAreaImageWidthPixels: '64',
      CroppedAreaImageHeightPixels: '32',
      CroppedAreaLeftPixels: '0',
      CroppedAreaTopPixels: '0',
      PosePitchDegrees: '0',
      PoseRollDegrees: '0',
      InitialViewHeadingDegrees: '0',
    });
  });

  it('has its metadata in the second segment, and an unchanged picture', async () => {
    const plain = await jpeg();
    const file = asPhotoSphere(plain, sphere, size);
    // After the start of the image and JFIF's segment.
    expect([...file.subarray(0, 20)]).toEqual([...plain.subarray(0, 20)]);
    expect([...file.subarray(20, 22)]).toEqual([0xff, 0xe1]);
    const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
    expect(await pixels(file)).toEqual(await pixels(plain));
  });

  it('has the metadata first if there is no JFIF segment', async () => {
    const file = asPhotoSphere(await bareJpeg(), sphere, size);
    expect([...file.subarray(0, 4)]).toEqual([0xff, 0xd8, 0xff, 0xe1]);
    expect(await valuesOf(file)).toMatchObject({ ProjectionType: 'equirectangular' });
  });

  it.each([
    { heading: 90, initial: '90' },
    { heading: -90, initial: '270' },
    { heading: -0.2, initial: '0' },
  ])("opens at the camera's front: $heading", async ({ heading, initial }) => {
    const values = await valuesOf(asPhotoSphere(await jpeg(), { ...sphere, heading }, size));
    expect(values.InitialViewHeadingDegrees).toBe(initial);
  });

  it.each([
    { held: { pitch: 20 }, values: { PosePitchDegrees: '-20', PoseRollDegrees: '0' } },
    { held: { roll: 30 }, values: { PosePitchDegrees: '0', PoseRollDegrees: '30' } },
    { held: { roll: -30 }, values: { PosePitchDegrees: '0', PoseRollDegrees: '-30' } },
    { held: { roll: 180 }, values: { PosePitchDegrees: '0', PoseRollDegrees: '180' } },
  ])('states how the camera is tilted: $held', async ({ held, values }) => {
    expect(await valuesOf(asPhotoSphere(await jpeg(), { ...sphere, ...held }, size))).toMatchObject(values);
  });

  it.each([
    { heading: 0, pitch: 0, roll: 0 },
    { heading: 70, pitch: 0, roll: 0 },
    { heading: -120, pitch: 25, roll: -160 },
    { heading: 33, pitch: -70, roll: 12 },
  ])('is shown as the camera was: %o', async (turned) => {
    for (const projection of ['equirectangular', 'half'] as const) {
      const camera = { ...sphere, ...turned, projection };
      const { xmp } = await sharp(asPhotoSphere(await jpeg(), camera, size)).metadata();
      const read = readPhotoSphere(xmp?.toString() ?? '', size);
      if (!read) throw new Error('no metadata');
      const { picture, pitch } = shownSphere(read.sphere);
      expect(boundsOf(picture)).toEqual(boundsOf(camera));
      expect(pitch).toBe(0);
      const [before, after] = [toPicture(camera), toPicture(picture)].map((rotate) => [
        ...rotate(0.2, -0.5, -0.8),
      ]);
      // The initial view is in whole degrees.
      for (const [axis, value] of (before ?? []).entries())
        expect(Math.abs(value - (after?.[axis] ?? Number.NaN))).toBeLessThan(0.01);
    }
  });

  it('of 180° is the middle of a whole sphere', async () => {
    const half = asPhotoSphere(await jpeg(), { ...sphere, projection: 'half' }, size);
    expect(await valuesOf(half)).toMatchObject({
      FullPanoWidthPixels: '128',
      CroppedAreaImageWidthPixels: '64',
      CroppedAreaLeftPixels: '32',
    });
  });

  it.each([
    { projection: 'dual-fisheye' as const },
    { stereo: 'top-bottom' as const },
    { stereo: 'left-right' as const },
  ])('stays unchanged if the metadata cannot express it: %j', async (change) => {
    const plain = await jpeg();
    expect(asPhotoSphere(plain, { ...sphere, ...change }, size)).toBe(plain);
  });

  it('stays unchanged if it is not a JPEG', () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
    expect(asPhotoSphere(png, sphere, size)).toBe(png);
  });
});

describe('A photograph', () => {
  const level = { heading: 0, pitch: 0, roll: 0 };
  const nothing = { heading: null, pitch: null };
  const whole = { left: 0, top: 0, width: 1, height: 1 };
  const near = (value: number) => expect.closeTo(value);

  it('with a roll has a horizon that falls to the right, and is levelled', () => {
    const { picture } = shownSphere({ bounds: whole, pose: { ...level, roll: 20 }, view: nothing });
    expect(picture).toMatchObject({ heading: near(0), pitch: near(0), roll: near(20) });
    // The horizon to the right is 20° below the picture's middle.
    const [, up] = toPicture(picture)(1, 0, 0);
    expect(up).toBeCloseTo(-Math.sin(Math.PI / 9));
  });

  it('with a pitch has the horizon below its middle, and begins level', () => {
    const shown = shownSphere({ bounds: whole, pose: { ...level, pitch: 20 }, view: nothing });
    expect(shown.picture).toMatchObject({ heading: near(0), pitch: near(-20), roll: near(0) });
    expect(shown.pitch).toBe(0);
  });

  it('begins with its initial view, which is relative to north', () => {
    const pose = { ...level, heading: 250 };
    const shown = shownSphere({ bounds: whole, pose, view: { heading: 270, pitch: -10 } });
    expect(shown.picture.heading).toBeCloseTo(20);
    expect(shown.pitch).toBe(-10);
    expect(shownSphere({ bounds: whole, pose, view: nothing }).picture.heading).toBeCloseTo(0);
  });

  it('of a part of the sphere begins at the middle of that part', () => {
    const bounds = { left: 0.5, top: 0.1, width: 0.25, height: 0.2 };
    const shown = shownSphere({ bounds, pose: level, view: nothing });
    expect(shown.picture).toMatchObject({ bounds, heading: near(45) });
    expect(shown.pitch).toBeCloseTo(54);
  });

  it.each([
    [{ width: 2000, height: 1000 }, whole],
    [{ width: 5761, height: 2880 }, whole],
    [
      { width: 4000, height: 1000 },
      { left: 0, top: 0.25, width: 1, height: 0.5 },
    ],
    [
      { width: 1000, height: 1000 },
      { left: 0.25, top: 0, width: 0.5, height: 1 },
    ],
  ])('without metadata of %o is this part of the sphere: %o', (shape, bounds) => {
    expect(sphereByShape(shape).bounds).toEqual(bounds);
  });
});
