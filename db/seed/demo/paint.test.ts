import { expect, it } from 'vitest';
import { paintLandscape, sphere } from './paint.ts';

it('paints spheres whose two ends meet', () => {
  const frame = sphere(512);
  const pixels = paintLandscape(3, frame);
  const at = (column: number, row: number) =>
    pixels.subarray((row * 512 + column) * 3, (row * 512 + column) * 3 + 3);
  let differences = 0;
  for (let row = 0; row < frame.height; row++) {
    const [left, right] = [at(0, row), at(511, row)];
    if (left.some((value, i) => Math.abs(value - (right[i] ?? 0)) > 24)) differences++;
  }
  // The edge of a ridge may lie between two neighbouring columns.
  expect(differences).toBeLessThan(4);
});

it('paints the same picture for a seed, and another one for another seed', () => {
  const frame = sphere(64);
  expect(paintLandscape(3, frame)).toEqual(paintLandscape(3, frame));
  expect(paintLandscape(3, frame)).not.toEqual(paintLandscape(9, frame));
});
