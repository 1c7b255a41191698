import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DETAILED, RECTANGLE } from '#app/sphere/detail/rectangle.ts';
import type { Direction } from '#app/sphere/look/look-store.ts';
import type { SpherePicture } from '#app/sphere/picture.ts';
import { Locator, Region } from '#app/sphere/software/locator.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { Aim } from './aim.ts';

const STILL = { yaw: 0, pitch: 0 };
const LEVEL = { stereo: 'mono', heading: 0, pitch: 0, roll: 0, lenses: USUAL_LENSES } as const;
const PICTURES: readonly SpherePicture[] = [
  { ...LEVEL, projection: 'equirectangular' },
  { ...LEVEL, projection: 'equirectangular', heading: 70, pitch: -20, roll: 30 },
  { ...LEVEL, projection: 'equirectangular', stereo: 'top-bottom' },
  { ...LEVEL, projection: 'half', stereo: 'left-right' },
  { ...LEVEL, projection: 'dual-fisheye' },
];
const directions = fc.record({
  yaw: fc.double({ min: -180, max: 180, noNaN: true }),
  pitch: fc.double({ min: -90, max: 90, noNaN: true }),
});

/** Where a direction is in the picture, in pixels; null outside. */
function pointOf(picture: SpherePicture, look: Direction): { x: number; y: number } | null {
  const view = { mode: 'spherical', picture, width: 1, height: 1, aspect: 1 } as const;
  const turn = { rotation: 0, flip: false } as const;
  const locator = new Locator({ ...view, look: { ...look, roll: 0, fov: 1 } }, { ...DETAILED, turn });
  return locator.locate(0, 0) === Region.OUTSIDE ? null : { x: locator.x, y: locator.y };
}

it.each(PICTURES)('the rectangle lies in the picture, on whole blocks, around the look: %o', (picture) => {
  fc.assert(
    fc.property(directions, (look) => {
      const aim = new Aim();
      aim.setPicture(picture);
      aim.look({ look, speed: STILL });
      const { x, y } = aim.place;
      expect([x % 16, y % 16]).toEqual([0, 0]);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThan(DETAILED.width);
      expect(y).toBeLessThanOrEqual(DETAILED.height - RECTANGLE.height);
      const point = pointOf(picture, look);
      if (!point) return;
      const across = (point.x - x + DETAILED.width) % DETAILED.width;
      expect(across).toBeLessThanOrEqual(RECTANGLE.width);
      expect(point.y - y).toBeGreaterThanOrEqual(0);
      expect(point.y - y).toBeLessThanOrEqual(RECTANGLE.height);
      // In the middle, where it does not touch an edge.
      const isFree = picture.projection === 'equirectangular' && picture.stereo === 'mono';
      if (isFree) expect(Math.abs(across - RECTANGLE.width / 2)).toBeLessThanOrEqual(8);
    }),
  );
});

it('stays while the look moves by less than a block, and is ahead of a turn', () => {
  const aim = new Aim();
  const placeAt = (look: Direction, speed: Direction = STILL) => {
    aim.look({ look, speed });
    return aim.place;
  };
  expect(placeAt({ yaw: 0, pitch: 0 })).toEqual({ x: 1280, y: 480 });
  expect(placeAt({ yaw: 1.4, pitch: -1.4 })).toEqual({ x: 1280, y: 480 });
  expect(placeAt({ yaw: 1.6, pitch: 0 })).toEqual({ x: 1296, y: 480 });
  expect(placeAt({ yaw: 0, pitch: 0 }, { yaw: 60, pitch: 0 }).x).toBe(1280 + 64);
  expect(placeAt({ yaw: 0, pitch: 0 }, { yaw: -900, pitch: 0 }).x).toBe(1280 - 272);
});
