import { expect, test } from 'vitest';
import type { CameraType } from '#protocol/camera.ts';
import { flipSide } from './flip-side.ts';

const option = (id: string, cameraType: CameraType) => ({
  id,
  cameraType,
  nameCode: 'camera' as const,
  index: 1,
  label: id,
  resolutions: [],
});
const front = option('front', 'MOBILE_FRONT');
const back = option('back', 'MOBILE_BACK');
const wide = option('wide', 'MOBILE_BACK');
const theta = option('theta', 'RICOH_THETA');
const open = ({ id, cameraType }: typeof front) => ({ cameraId: id, cameraType });

test('flips between the front camera and the first one at the back', () => {
  const cameras = [theta, front, back, wide];
  expect(flipSide({ cameras, ...open(front) })).toBe(back);
  expect(flipSide({ cameras, ...open(back) })).toBe(front);
  expect(flipSide({ cameras, ...open(wide) })).toBe(front);
});

test('does not flip without both sides, from another camera, or from none', () => {
  expect(flipSide({ cameras: [front, theta], ...open(front) })).toBeNull();
  expect(flipSide({ cameras: [theta, front, back], ...open(theta) })).toBeNull();
  expect(flipSide({ cameras: [front, back], cameraId: 'none', cameraType: 'INTEGRATED_CAM' })).toBeNull();
});
