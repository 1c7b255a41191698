import { Euler, Quaternion } from 'three';
import { expect, test } from 'vitest';
import { vectorOf } from '../rotation.ts';
import { wayTo } from './way-to.ts';

const radians = Math.PI / 180;

function way(head: { yaw: number; pitch: number; roll: number }, to: { yaw: number; pitch: number }) {
  const turned = new Euler(head.pitch * radians, -head.yaw * radians, -head.roll * radians, 'YXZ');
  const found = wayTo(new Quaternion().setFromEuler(turned), vectorOf(to), 35 * radians);
  return found === null ? null : found / radians;
}

const LEVEL = { yaw: 0, pitch: 0, roll: 0 };

test.each([
  { why: 'ahead', head: LEVEL, to: { yaw: 0, pitch: 0 }, angle: null },
  { why: 'noticed', head: LEVEL, to: { yaw: -34, pitch: 0 }, angle: null },
  { why: 'right', head: LEVEL, to: { yaw: 40, pitch: 0 }, angle: 0 },
  { why: 'left', head: LEVEL, to: { yaw: -170, pitch: 0 }, angle: 180 },
  {
    why: 'the shorter way round',
    head: { yaw: 170, pitch: 0, roll: 0 },
    to: { yaw: -120, pitch: 0 },
    angle: 0,
  },
  { why: 'up', head: { yaw: 90, pitch: 0, roll: 0 }, to: { yaw: 90, pitch: 60 }, angle: 90 },
  { why: 'over the zenith', head: { yaw: 0, pitch: 60, roll: 0 }, to: { yaw: 180, pitch: 60 }, angle: 90 },
  { why: 'down', head: { yaw: 0, pitch: 80, roll: 0 }, to: { yaw: 0, pitch: 0 }, angle: -90 },
  {
    why: 'with the head inclined',
    head: { yaw: 0, pitch: 0, roll: 90 },
    to: { yaw: 0, pitch: 60 },
    angle: 180,
  },
])('a place $why', ({ head, to, angle }) => {
  const found = way(head, to);
  if (angle === null) expect(found).toBeNull();
  else expect(Math.abs(found ?? Number.NaN)).toBeCloseTo(Math.abs(angle));
  if (angle !== null && Math.abs(angle) === 90) expect(Math.sign(found ?? 0)).toBe(Math.sign(angle));
});
