import { expect, test } from 'vitest';
import { proposeProjection } from './propose-projection.ts';

test.each([
  { width: 1280, height: 720, label: 'Integrated Camera (04f2:b6cb)', projection: 'flat' },
  { width: 640, height: 480, label: '', projection: 'flat' },
  // Before its first frame, a camera may have no size yet.
  { width: 0, height: 0, label: '', projection: 'flat' },
  { width: 1920, height: 960, label: 'USB Video', projection: 'equirectangular' },
  { width: 3840, height: 1920, label: 'OBS Virtual Camera', projection: 'equirectangular' },
  { width: 3840, height: 1920, label: 'RICOH THETA V', projection: 'equirectangular' },
  { width: 1920, height: 1080, label: 'RICOH THETA V/Z1 FullHD', projection: 'equirectangular' },
  { width: 1920, height: 1080, label: 'RICOH THETA X (05ca:2717)', projection: 'equirectangular' },
  { width: 1920, height: 1080, label: 'RICOH THETA UVC', projection: 'equirectangular' },
  { width: 1920, height: 1080, label: 'ThetaX', projection: 'equirectangular' },
  { width: 1280, height: 720, label: 'THETA UVC Blender', projection: 'equirectangular' },
  { width: 1280, height: 720, label: 'RICOH THETA S (05ca:2711)', projection: 'dual-fisheye' },
  { width: 2560, height: 1280, label: 'Insta360 Air', projection: 'dual-fisheye' },
  // In the webcam modes of Insta360, 16:9 is two flat strips, one above the other.
  { width: 1920, height: 1080, label: 'Insta360 ONE X2', projection: 'flat' },
  { width: 2880, height: 1440, label: 'Insta360 X4', projection: 'equirectangular' },
  { width: 2880, height: 1440, label: 'Insta360 X5', projection: 'equirectangular' },
  { width: 1920, height: 1080, label: 'Insta360 X5', projection: 'flat' },
  { width: 1920, height: 1080, label: 'Insta360 Link (2e1a:4c01)', projection: 'flat' },
  { width: 3840, height: 1920, label: 'Insta360 Link 2 (2e1a:4c04)', projection: 'flat' },
  { width: 1920, height: 1080, label: 'Insta360 Virtual Camera', projection: 'flat' },
  { width: 2880, height: 1440, label: 'Insta360 Virtual Camera', projection: 'equirectangular' },
  { width: 1920, height: 1080, label: 'Meeting Owl 360', projection: 'flat' },
  { width: 640, height: 480, label: 'USB Camera (04fc:5360)', projection: 'flat' },
])('$label $width×$height is $projection', ({ projection, ...camera }) => {
  expect(proposeProjection(camera)).toBe(projection);
});
