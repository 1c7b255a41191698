import { expect, test } from 'vitest';
import type { Camera } from '#protocol/camera.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { viewSize } from './view-size.ts';

const camera: Camera = {
  cameraType: 'INSTA360_X4',
  quality: 'HIGH',
  projection: 'equirectangular',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};
const view = { width: 1440, height: 900, devicePixelRatio: 1, mode: 'spherical', fov: 75 } as const;
const phone = { width: 440, height: 956, devicePixelRatio: 3 };

test.each([
  { title: 'a laptop shows more than half of 4K', change: {}, size: 'full' },
  { title: 'a small window does not', change: { width: 1280, height: 560 }, size: 'half' },
  {
    title: 'a dense screen of the same size may',
    change: { width: 1280, height: 560, devicePixelRatio: 2 },
    size: 'full',
  },
  { title: 'a phone held upright does not', change: phone, size: 'half' },
  {
    title: 'a phone held across does not',
    change: { width: 956, height: 440, devicePixelRatio: 3 },
    size: 'half',
  },
  { title: 'a phone that is zoomed in does', change: { ...phone, fov: 40 }, size: 'full' },
  { title: 'a view of everything does not', change: { mode: 'equirectangular' }, size: 'half' },
] as const)('$title: $size', ({ change, size }) => {
  expect(viewSize(camera, { ...view, ...change })).toBe(size);
});

test('an eye of a stereo picture has half the rows', () => {
  const small = { ...view, width: 1280, height: 560 };
  expect(viewSize({ ...camera, stereo: 'top-bottom' }, small)).toBe('full');
});

test('a flat picture is entirely in view', () => {
  const flat = { ...camera, projection: 'flat' } as const;
  expect(viewSize(flat, { ...view, height: 720 })).toBe('half');
  expect(viewSize(flat, view)).toBe('full');
});

test('a quality without layers is always requested in full', () => {
  expect(viewSize({ ...camera, quality: 'MEDIUM' }, { ...view, ...phone })).toBe('full');
});
