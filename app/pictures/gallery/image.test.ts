import { expect, it } from 'vitest';
import { isSphere } from './image.ts';

it.each([
  [2048, 1024, true],
  [5761, 2880, true],
  [1920, 1080, false],
  [640, 320, false],
])('a picture of %i × %i: %s', (width, height, sphere) => {
  expect(isSphere({ width, height })).toBe(sphere);
});
