import { Euler, Quaternion } from 'three';
import { expect, test } from 'vitest';
import { detailFor, headOf } from './head.ts';

const radians = Math.PI / 180;

/** Turns as three.js turns a camera. */
function turned(yaw: number, pitch: number, roll: number): Quaternion {
  return new Quaternion().setFromEuler(new Euler(pitch * radians, -yaw * radians, -roll * radians, 'YXZ'));
}

test.each([
  { yaw: 0, pitch: 0, roll: 0 },
  { yaw: 90, pitch: 0, roll: 0 },
  { yaw: -135, pitch: 30, roll: 0 },
  { yaw: 40, pitch: -60, roll: 20 },
  { yaw: 40, pitch: -88, roll: 0 },
  { yaw: -100, pitch: 85, roll: 0 },
])('a head turned by $yaw, $pitch and $roll', ({ yaw, pitch, roll }) => {
  const position = { x: 1, y: 2, z: 3 };
  const head = headOf({ orientation: turned(yaw, pitch, roll), position });
  expect(head.yaw).toBeCloseTo(yaw);
  expect(head.pitch).toBeCloseTo(pitch);
  expect(head.position).toEqual([1, 2, 3]);
});

test('a picture with few rows needs fewer pixels, and coarser edges', () => {
  expect(detailFor(640, 1.4)).toEqual({ scale: 0.7, foveation: 1 });
  expect(detailFor(1440, 1.4)).toEqual({ scale: expect.closeTo(0.89), foveation: 1 });
  expect(detailFor(2880, 1.4)).toEqual({ scale: 1.2, foveation: 0.5 });
});

test('no frame buffer has more pixels than the display', () => {
  expect(detailFor(2880, 1)).toEqual({ scale: 1, foveation: 0.5 });
});
