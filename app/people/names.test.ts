import { expect, it } from 'vitest';
import { CAMERA_TYPES } from '#protocol/camera.ts';
import { insta360Name } from './names.ts';

it('uses the camera maker’s names', () => {
  expect(CAMERA_TYPES.map(insta360Name).filter(Boolean)).toEqual([
    'Insta360 ONE X',
    'Insta360 X2',
    'Insta360 X3',
    'Insta360 X4',
    'Insta360 R',
    'Insta360 RS',
    'Insta360 Sphere',
    'Insta360 Air',
  ]);
});
