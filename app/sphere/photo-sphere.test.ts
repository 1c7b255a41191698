import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { asPhotoSphere } from './photo-sphere.ts';
import type { SpherePicture } from './picture.ts';

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
