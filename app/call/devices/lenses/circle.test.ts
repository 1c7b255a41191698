import { expect, test } from 'vitest';
import { cameraSchema } from '#protocol/camera.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { moved, resized } from './circle.ts';

const HD = { width: 1280, height: 720 };

test('resizing keeps a circle round in a picture of any shape', () => {
  const { rx, ry } = resized(USUAL_LENSES.back, 0.2, HD);
  expect(rx * HD.width).toBeCloseTo(256, 1);
  expect(ry * HD.height).toBeCloseTo(256, 1);
});

test('anything dragged or typed results in a valid circle', () => {
  const sizes = [
    HD,
    { width: 1920, height: 960 },
    { width: 3000, height: 700 },
    { width: 600, height: 1200 },
  ];
  for (const size of sizes)
    for (const far of [-3, 0, 0.3, 1, 7]) {
      const front = resized(moved(USUAL_LENSES.front, far, 1 - far), far, size);
      expect(cameraSchema.shape.lenses.safeParse({ ...USUAL_LENSES, front }).success).toBe(true);
    }
});
