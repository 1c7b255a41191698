import { expect, it } from 'vitest';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { Raster } from './raster.ts';
import { planesOf } from './still.ts';

it.each([
  { red: 0, green: 0, blue: 0 },
  { red: 255, green: 255, blue: 255 },
  { red: 255, green: 0, blue: 0 },
  { red: 0, green: 255, blue: 0 },
  { red: 0, green: 0, blue: 255 },
  { red: 17, green: 130, blue: 201 },
])('keeps the colour $red $green $blue', ({ red, green, blue }) => {
  const [width, height] = [31, 15];
  const data = new Uint8ClampedArray(4 * width * height).map(
    (_, index) => [red, green, blue, 255][index % 4] ?? 0,
  );
  const pixels = new Uint32Array(16 * 8);
  new Raster().paint(
    planesOf({ data, width, height, colorSpace: 'srgb' }),
    {
      mode: 'spherical',
      picture: {
        projection: 'equirectangular',
        stereo: 'mono',
        heading: 0,
        pitch: 0,
        roll: 0,
        lenses: USUAL_LENSES,
      },
      look: { yaw: 30, pitch: 20, roll: 0, fov: 75 },
      width: 16,
      height: 8,
      aspect: 2,
    },
    pixels,
  );
  const bytes = new Uint8Array(pixels.buffer);
  for (let pixel = 0; pixel < pixels.length; pixel++) {
    const [r = 0, g = 0, b = 0, a] = bytes.subarray(4 * pixel, 4 * pixel + 4);
    expect(Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue))).toBeLessThanOrEqual(2);
    expect(a).toBe(255);
  }
});
