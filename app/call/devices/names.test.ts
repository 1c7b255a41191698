import { expect, it } from 'vitest';
import type { CameraOption } from './devices.ts';
import { deviceNames } from './names.ts';

const words = {
  none: () => 'No camera',
  numbered: ({ index }: { index: number }) => `Camera ${index}`,
  facing: (facing: string) => `${facing} camera`,
};
const named = (...labels: string[]) =>
  deviceNames(
    labels.map(
      (label, at): CameraOption => ({
        id: label === 'none' ? 'none' : `id${at}`,
        cameraType: 'INTEGRATED_CAM',
        nameCode: 'camera',
        index: at + 1,
        label,
        resolutions: [],
      }),
    ),
    words,
  );

it('leaves out the parts that only the system needs', () => {
  expect(named('HD Pro Webcam C920 (046d:082d)', 'RICOH THETA V', 'none')).toEqual([
    'HD Pro Webcam C920',
    'RICOH THETA V',
    'No camera',
  ]);
});

it('names a phone’s cameras by where they face', () => {
  expect(named('camera2 1, facing front', 'camera2 0, facing back', 'camera2 2, facing back')).toEqual([
    'front camera',
    'back camera (1)',
    'back camera (2)',
  ]);
});

it('numbers cameras without a name or with the same name', () => {
  expect(named('', '')).toEqual(['Camera 1', 'Camera 2']);
  expect(named('Webcam (046d:0825)', 'Webcam (046d:0826)', 'Webcam HD')).toEqual([
    'Webcam (1)',
    'Webcam (2)',
    'Webcam HD',
  ]);
});
