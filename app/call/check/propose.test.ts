import { expect, test } from 'vitest';
import { CAMERA_TYPES, type CameraType } from '#protocol/camera.ts';
import { proposeCamera, proposeFormat } from './propose.ts';

const option = (id: string, cameraType: CameraType) => ({
  id,
  cameraType,
  nameCode: 'camera' as const,
  index: 1,
  label: id,
  resolutions: [],
});
const cameras = [
  option('webcam', 'INTEGRATED_CAM'),
  option('theta', 'RICOH_THETA'),
  option('air', 'INSTA360_AIR'),
];

test('proposes a 360° camera instead of an ordinary one', () => {
  expect(proposeCamera({ cameras, cameraId: 'webcam', cameraType: 'INTEGRATED_CAM' })?.id).toBe('theta');
  expect(proposeCamera({ cameras, cameraId: 'theta', cameraType: 'RICOH_THETA' })).toBeNull();
  expect(
    proposeCamera({ cameras: cameras.slice(0, 1), cameraId: 'webcam', cameraType: 'INTEGRATED_CAM' }),
  ).toBeNull();
});

test('every type of a 360° camera is one', () => {
  const isProposed = (cameraType: CameraType) =>
    proposeCamera({
      cameras: [option('other', cameraType)],
      cameraId: 'webcam',
      cameraType: 'INTEGRATED_CAM',
    });
  expect(CAMERA_TYPES.filter(isProposed)).toEqual(CAMERA_TYPES.slice(CAMERA_TYPES.indexOf('INSTA360_ONE_X')));
});

test('proposes a spherical format for a sphere that is shown flat', () => {
  const video = { label: 'Webcam' };
  const native = { width: 1280, height: 640 };
  expect(proposeFormat({ native, projection: 'flat', video })).toBe('equirectangular');
  expect(proposeFormat({ native, projection: 'half', video })).toBeNull();
  expect(proposeFormat({ native: { width: 1280, height: 720 }, projection: 'flat', video })).toBeNull();
  expect(proposeFormat({ native: null, projection: 'flat', video })).toBeNull();
});
