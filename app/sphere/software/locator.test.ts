import { expect, test } from 'vitest';
import { type Lenses, USUAL_LENSES } from '#protocol/lenses.ts';
import { Locator, Region } from './locator.ts';

const STORED = { width: 2000, height: 1000, turn: { rotation: 0, flip: false } } as const;
/** As large as its view below, so that a pixel is a tenth of a degree. */
const MAP = { width: 3600, height: 1800 };

const LENSES: Lenses = {
  back: { x: 0.27, y: 0.53, rx: 0.22, ry: 0.44 },
  front: { x: 0.76, y: 0.46, rx: 0.23, ry: 0.46 },
  fov: 200,
  blend: 8,
};

function locator(lenses: Lenses): Locator {
  const picture = {
    projection: 'dual-fisheye',
    stereo: 'mono',
    heading: 0,
    pitch: 0,
    roll: 0,
    lenses,
  } as const;
  const look = { yaw: 0, pitch: 0, roll: 0, fov: 75 };
  return new Locator({ mode: 'equirectangular', picture, look, ...MAP, aspect: 2 }, STORED);
}

/** @param yaw in degrees to the right; @param pitch up; on the edge between two pixels, of which it takes the second */
function at(where: Locator, yaw: number, pitch: number): Region {
  return where.locate((yaw + 180) * 10 - 0.5, (90 - pitch) * 10 - 0.5);
}

test('the centres of the circles are front and back', () => {
  const where = locator(LENSES);
  expect(at(where, 0, 0)).toBe(Region.FRONT);
  expect([where.x, where.y]).toEqual([expect.closeTo(1520), expect.closeTo(460)]);
  expect(at(where, 180, 0)).toBe(Region.BACK);
  expect([where.x, where.y]).toEqual([expect.closeTo(540), expect.closeTo(530)]);
});

test('the distance from the centre is proportional to the angle, up to half the field of view at the edge', () => {
  const where = locator(LENSES);
  at(where, 50, 0);
  expect([where.x, where.y]).toEqual([expect.closeTo(1520 + 460 / 2), expect.closeTo(460)]);
  at(where, 0, 25);
  expect([where.x, where.y]).toEqual([expect.closeTo(1520), expect.closeTo(460 - 460 / 4)]);
  // The right is on the left of the lens that faces back.
  at(where, 130, 0);
  expect([where.x, where.y]).toEqual([expect.closeTo(540 - 440 / 2), expect.closeTo(530)]);
});

test.each<{ name: string; lenses: Lenses; fade: number }>([
  { name: 'a part of what both lenses see', lenses: LENSES, fade: 4 },
  { name: 'all of it, if more is wanted', lenses: { ...LENSES, blend: 60 }, fade: 10 },
  { name: 'nothing', lenses: { ...LENSES, blend: 0 }, fade: 0 },
  { name: 'nothing, if they see no more than a half each', lenses: { ...LENSES, fov: 180 }, fade: 0 },
])('blends $name, and shows nothing outside the circles', ({ lenses, fade }) => {
  const where = locator(lenses);
  const isInside = (circle: 'front' | 'back', x: number, y: number) => {
    const { x: middleX, y: middleY, rx, ry } = lenses[circle];
    return Math.hypot((x / STORED.width - middleX) / rx, (y / STORED.height - middleY) / ry) <= 1 + 1e-9;
  };
  const blended = [];
  for (let pitch = -88; pitch <= 88; pitch += 11)
    for (let yaw = -179.95; yaw < 180; yaw += 0.5) {
      const region = at(where, yaw, pitch);
      const before = region === Region.BACK || isInside('front', where.x, where.y);
      const behind =
        region === Region.BACK
          ? isInside('back', where.x, where.y)
          : region === Region.FRONT || isInside('back', where.backX, where.backY);
      expect(before && behind, `${yaw} ${pitch} in ${region}`).toBe(true);
      if (pitch === 0 && region === Region.BOTH) blended.push(Math.abs(Math.abs(yaw) - 90));
    }
  expect(Math.max(0, ...blended)).toBeCloseTo(fade, 0);
});

test('in the middle of the seam both lenses have the same share', () => {
  const where = locator(USUAL_LENSES);
  expect(at(where, 90, 30)).toBe(Region.BOTH);
  expect(where.frontShare).toBeCloseTo(0.5);
  at(where, 87, 0);
  expect(where.frontShare).toBeGreaterThan(0.8);
});
