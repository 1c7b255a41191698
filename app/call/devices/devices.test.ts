import { beforeEach, expect, test, vi } from 'vitest';
import { cameraTypeOf } from './devices.ts';

let isPhone: boolean;

beforeEach(() => {
  isPhone = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
});

// As drivers, Chromium and `v4l2-ctl` name them in public projects; otherwise the maker's own name.
test.each([
  ['RICOH THETA S: RICOH THETA S (05ca:2711)', 'RICOH_THETA'],
  ['THETA UVC FullHD Blender', 'RICOH_THETA'],
  ['RICOH THETA V/Z1 4K', 'RICOH_THETA'],
  ['ThetaX', 'RICOH_THETA'],
  ['RICOH THETA SC2', 'RICOH_THETA'],
  ['Insta360 Air', 'INSTA360_AIR'],
  ['Insta360 ONE X', 'INSTA360_ONE_X'],
  ['Insta360 ONE X2', 'INSTA360_X2'],
  ['Insta360 X3: Insta360 X3 (2e1a:0002)', 'INSTA360_X3'],
  ['Insta360 X4', 'INSTA360_X4'],
  ['Insta360 X4 Air', 'INSTA360_OTHER'],
  ['Insta360 X5', 'INSTA360_OTHER'],
  ['Insta360 ONE R', 'INSTA360_R'],
  ['Insta360 ONE RS', 'INSTA360_RS'],
  ['Insta360 Sphere', 'INSTA360_SPHERE'],
])('%s is a %s', (label, cameraType) => {
  expect(cameraTypeOf(label)).toBe(cameraType);
  isPhone = true;
  expect(cameraTypeOf(label)).toBe(cameraType);
});

test.each([
  'Insta360 Link (2e1a:4c01)',
  'Insta360 Link 2: Insta360 Link (2e1a:4c04)',
  'Insta360 Ace Pro 2',
  'Insta360 GO 3S',
  'Insta360 Virtual Camera',
  'Meeting Owl 360',
  'USB Camera (04fc:5360)',
])('%s is an ordinary camera', (label) => {
  expect(cameraTypeOf(label)).toBe('INTEGRATED_CAM');
});

test('a camera of a phone is where it faces', () => {
  isPhone = true;
  expect(cameraTypeOf('camera2 1, facing front')).toBe('MOBILE_FRONT');
  expect(cameraTypeOf('', ['environment'])).toBe('MOBILE_BACK');
});
