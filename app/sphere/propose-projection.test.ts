import { expect, test } from 'vitest';
import { proposeProjection } from './propose-projection.ts';

test.each([
  { width: 1280, height: 720, label: 'Integrated Camera (04f2:b6cb)', projection: 'flat' },
  { width: 640, height: 480, label: '', projection: 'flat' },
  // Before its first frame, a camera may have no size yet.
  { width: 0, height: 0, label: '', projection: 'flat' },
  { width: 1920, height: 960, label: 'USB Video', projection: 'equirectangular' },
  { width: 3840, height: 1920, label: 'RICOH THETA V', projection: 'equirectangular' },
  { width: 1920, height: 1080, label: 'RICOH THETA Z1 FullHD', projection: 'equirectangular' },
  { width: 1920, height: 1080, label: 'RICOH THETA X', projection: 'equirectangular' },
  { width: 1280, height: 720, label: 'Insta360 X3', projection: 'equirectangular' },
  { width: 1280, height: 720, label: 'RICOH THETA S (05ca:2711)', projection: 'dual-fisheye' },
  { width: 2560, height: 1280, label: 'Insta360 Air', projection: 'dual-fisheye' },
])('$label $width×$height is $projection', ({ projection, ...camera }) => {
  expect(proposeProjection(camera)).toBe(projection);
});
