import { expect, test } from 'vitest';
import type { Camera } from '#protocol/camera.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { pixelsPerDegree, seenDetail, type View, viewPixelsPerDegree } from './detail.ts';

const camera = (change: Partial<Camera> = {}): Camera => ({
  cameraType: 'RICOH_THETA',
  quality: 'HIGH',
  projection: 'equirectangular',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
  ...change,
});
const view = (change: Partial<View> = {}): View => ({
  width: 1280,
  height: 720,
  devicePixelRatio: 1,
  mode: 'spherical',
  fov: 75,
  ...change,
});
const WHOLE = { width: 3840, height: 1920 };

test('each projection spreads its width over the degrees it covers', () => {
  expect(pixelsPerDegree(5760, camera())).toBe(16);
  expect(pixelsPerDegree(3840, camera({ projection: 'half' }))).toBeCloseTo(21.3, 1);
  expect(pixelsPerDegree(3840, camera({ projection: 'half', stereo: 'left-right' }))).toBeCloseTo(10.7, 1);
  expect(pixelsPerDegree(3840, camera({ stereo: 'top-bottom' }))).toBeCloseTo(10.7, 1);
  expect(pixelsPerDegree(3800, camera({ projection: 'dual-fisheye' }))).toBe(10);
  expect(pixelsPerDegree(1920, camera({ projection: 'flat' }))).toBeNull();
});

test("a view's detail is its screen's pixels, at the centre", () => {
  // A perspective view of 90°: half its height at the distance of half its height.
  expect(viewPixelsPerDegree(view({ fov: 90 }))).toBeCloseTo((360 * Math.PI) / 180);
  expect(viewPixelsPerDegree(view({ devicePixelRatio: 2 }))).toBe(2 * viewPixelsPerDegree(view()));
  expect(viewPixelsPerDegree(view({ fov: 30 }))).toBeGreaterThan(viewPixelsPerDegree(view()));
  expect(viewPixelsPerDegree(view({ mode: 'equirectangular' }))).toBeCloseTo(1280 / 360);
  expect(viewPixelsPerDegree(view({ mode: 'equirectangular', width: 2000 }))).toBe(4);
});

test('detail is limited by the least of what is sent, what arrives and the window', () => {
  expect(seenDetail(camera(), WHOLE, view({ fov: 30 }))).toEqual({ degrees: 3840 / 360, limit: 'sent' });
  const half = { width: 1920, height: 960 };
  expect(seenDetail(camera(), half, view())).toEqual({ degrees: 1920 / 360, limit: 'arriving' });
  expect(seenDetail(camera(), WHOLE, view({ fov: 100 }))?.limit).toBe('window');
  expect(seenDetail(camera(), WHOLE, view({ mode: 'equirectangular' }))).toEqual({
    degrees: 1280 / 360,
    limit: 'window',
  });
});

test('rounded sizes count as whole', () => {
  const rounded = { width: 3838, height: 1918 };
  expect(seenDetail(camera(), rounded, view({ fov: 30 }))?.limit).toBe('sent');
});

test('a picture that has not arrived yet is not limited by its arrival', () => {
  expect(seenDetail(camera(), null, view({ fov: 30 }))?.limit).toBe('sent');
});

test('a flat picture has no degrees', () => {
  expect(seenDetail(camera({ projection: 'flat' }), WHOLE, view())).toBeNull();
});
