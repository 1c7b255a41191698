import { Euler, Matrix4, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { attitudeOf, directionOf, reversed, rotation, vectorOf } from './rotation.ts';

const radians = Math.PI / 180;
const ATTITUDES = [
  { yaw: 0, pitch: 0, roll: 0 },
  { yaw: 120, pitch: 0, roll: 0 },
  { yaw: 0, pitch: -40, roll: 0 },
  { yaw: 0, pitch: 0, roll: 25 },
  { yaw: -150, pitch: 30, roll: -170 },
  { yaw: 179, pitch: -80, roll: 60 },
];
const near = (numbers: readonly number[]) => numbers.map((value) => expect.closeTo(value));

it.each(ATTITUDES)('rotates as three.js turns a camera: $yaw, $pitch, $roll', (attitude) => {
  const { yaw, pitch, roll } = attitude;
  const turn = new Euler(pitch * radians, -yaw * radians, -roll * radians, 'YXZ');
  const expected = new Vector3(0.2, -0.5, -0.8).applyMatrix4(new Matrix4().makeRotationFromEuler(turn));
  expect([...rotation(attitude)(0.2, -0.5, -0.8)]).toEqual(near(expected.toArray()));
});

it.each(ATTITUDES)('can be reversed, and its attitude recovered: $yaw, $pitch, $roll', (attitude) => {
  const rotate = rotation(attitude);
  expect([...reversed(rotate)(...rotate(0.2, -0.5, -0.8))]).toEqual(near([0.2, -0.5, -0.8]));
  const { yaw, pitch, roll } = attitudeOf(rotate);
  expect([yaw, pitch, roll]).toEqual(near([attitude.yaw, attitude.pitch, attitude.roll]));
});

it('converts between directions and vectors', () => {
  expect([...vectorOf({ yaw: 90, pitch: 0 })]).toEqual(near([1, 0, 0]));
  expect([...vectorOf({ yaw: 10, pitch: 90 })]).toEqual(near([0, 1, 0]));
  const { yaw, pitch } = directionOf(vectorOf({ yaw: -130, pitch: -35 }));
  expect([yaw, pitch]).toEqual(near([-130, -35]));
});
