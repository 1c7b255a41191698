import { expect, test } from 'vitest';
import { deviceAttitude } from './gyroscope.ts';

const CASES = [
  { held: 'upright', angles: [0, 90, 0, 0], looks: { yaw: 0, pitch: 0, roll: 0 } },
  { held: 'upright, turned to the left', angles: [30, 90, 0, 0], looks: { yaw: -30, pitch: 0, roll: 0 } },
  { held: 'flat on a table', angles: [0, 1, 0, 0], looks: { yaw: 0, pitch: -89, roll: 0 } },
  { held: 'overhead', angles: [0, 160, 0, 0], looks: { yaw: 0, pitch: 70, roll: 0 } },
  // Landscape with the left edge down; the screen has rotated to stay upright.
  { held: 'on its side', angles: [0, 0, -90, 90], looks: { yaw: 90, pitch: 0, roll: 0 } },
  { held: 'on its other side', angles: [0, 0, 90, -90], looks: { yaw: -90, pitch: 0, roll: 0 } },
  // The same, with the screen rotation locked.
  { held: 'on its side, screen locked', angles: [0, 0, -90, 0], looks: { yaw: 90, pitch: 0, roll: -90 } },
] as const;

test.each(CASES)('a device held $held', ({ angles: [alpha, beta, gamma, screenAngle], looks }) => {
  const attitude = deviceAttitude(alpha, beta, gamma, screenAngle);
  expect(attitude.yaw).toBeCloseTo(looks.yaw);
  expect(attitude.pitch).toBeCloseTo(looks.pitch);
  expect(attitude.roll).toBeCloseTo(looks.roll);
});
