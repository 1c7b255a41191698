import { describe, expect, test } from 'vitest';
import { degreesBetween, directionAt, directionOf, equirectangularPoint } from './geometry.ts';

const FRONT = directionOf(0, 0);
const RIGHT = directionOf(90, 0);
const BACK = directionOf(180, 0);
const UP = directionOf(0, 90);

test('each named direction is on its axis', () => {
  expect(FRONT).toEqual([0, 0, 1]);
  expect(degreesBetween(RIGHT, [1, 0, 0])).toBeCloseTo(0);
  expect(degreesBetween(UP, [0, 1, 0])).toBeCloseTo(0);
  expect(degreesBetween(FRONT, BACK)).toBeCloseTo(180);
});

describe('equirectangular', () => {
  test.each([
    { u: 0.5, v: 0.5, direction: FRONT },
    { u: 0.75, v: 0.5, direction: RIGHT },
    { u: 0, v: 0.5, direction: BACK },
    { u: 0.3, v: 0, direction: UP },
  ])('$u $v', ({ u, v, direction }) => {
    const found = directionAt('equirectangular', [u, v]) ?? FRONT;
    expect(degreesBetween(found, direction)).toBeCloseTo(0);
  });

  test('a direction has one point', () => {
    for (const [yaw, pitch] of [
      [0, 0],
      [90, 0],
      [-150, 40],
      [179, -89],
    ] as const) {
      const direction = directionOf(yaw, pitch);
      const point = equirectangularPoint(direction);
      expect(point[0]).toBeCloseTo(0.5 + yaw / 360);
      expect(degreesBetween(directionAt('equirectangular', point) ?? FRONT, direction)).toBeCloseTo(0);
    }
  });
});

describe('dual fisheye', () => {
  test.each([
    { u: 0.75, v: 0.5, direction: FRONT },
    { u: 0.25, v: 0.5, direction: BACK },
    // 90 of the 95 degrees that a lens covers on each side.
    { u: 0.75 + (0.25 * 90) / 95, v: 0.5, direction: RIGHT },
    { u: 0.25 - (0.25 * 90) / 95, v: 0.5, direction: RIGHT },
    { u: 0.75, v: 0.5 - (0.5 * 90) / 95, direction: UP },
    { u: 0.25, v: 0.5 - (0.5 * 90) / 95, direction: UP },
  ])('$u $v', ({ u, v, direction }) => {
    const found = directionAt('dual-fisheye', [u, v]);
    expect(found && degreesBetween(found, direction)).toBeCloseTo(0);
  });

  test('has its circles at the given places', () => {
    const circles = {
      back: { x: 0.28, y: 0.55, rx: 0.2, ry: 0.4 },
      front: { x: 0.72, y: 0.44, rx: 0.21, ry: 0.42 },
    };
    const found = (u: number, v: number) => directionAt('dual-fisheye', [u, v], circles) ?? UP;
    expect(degreesBetween(found(0.72, 0.44), FRONT)).toBeCloseTo(0);
    expect(degreesBetween(found(0.28 - (0.2 * 90) / 95, 0.55), RIGHT)).toBeCloseTo(0);
    expect(directionAt('dual-fisheye', [0.75, 0.9], circles)).toBeNull();
  });

  test('is empty in its corners', () => {
    expect(directionAt('dual-fisheye', [0.01, 0.01])).toBeNull();
    expect(directionAt('dual-fisheye', [0.5, 0.99])).toBeNull();
  });
});
