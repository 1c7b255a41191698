import { expect, test } from 'vitest';
import { toPicture } from '../picture.ts';
import { directionOf, rotation, vectorOf } from '../rotation.ts';
import { layerOf, layerTurn } from './layer.ts';

test.each([
  { projection: 'equirectangular', stereo: 'mono', layout: 'mono', degrees: 360 },
  { projection: 'equirectangular', stereo: 'top-bottom', layout: 'stereo-top-bottom', degrees: 360 },
  { projection: 'half', stereo: 'left-right', layout: 'stereo-left-right', degrees: 180 },
] as const)('$projection and $stereo is a layer', ({ projection, stereo, layout, degrees }) => {
  const centralHorizontalAngle = (degrees * Math.PI) / 180;
  expect(layerOf({ projection, stereo })).toEqual({ layout, centralHorizontalAngle });
});

test('lenses and bands are not', () => {
  expect(layerOf({ projection: 'dual-fisheye', stereo: 'mono' })).toBeNull();
  const bounds = { left: 0, top: 0.25, width: 1, height: 0.5 };
  expect(layerOf({ projection: 'equirectangular', stereo: 'mono', bounds })).toBeNull();
});

test('a layer is turned as the page turns the picture', () => {
  const picture = { heading: 70, pitch: -25, roll: 10 };
  const front = 130;
  const seen = { yaw: 20, pitch: 35 };
  const inPicture = toPicture(picture)(...rotation({ yaw: -front, pitch: 0, roll: 0 })(...vectorOf(seen)));
  const { yaw, pitch } = directionOf(layerTurn(picture, front)(...inPicture));
  expect(yaw).toBeCloseTo(seen.yaw);
  expect(pitch).toBeCloseTo(seen.pitch);
});
