import { expect, it } from 'vitest';
import { toAlpha, toInput } from './mask.ts';

it('gives the model red, green and blue from 0 to 1', () => {
  const pixels = new Uint8ClampedArray([255, 0, 51, 255, 0, 255, 102, 0]);
  expect([...toInput(pixels)].map((value) => value.toFixed(1))).toEqual([
    ...['1.0', '0.0', '0.2'],
    ...['0.0', '1.0', '0.4'],
  ]);
});

it('shows only pixels that surely are the person, and none where the model has no answer', () => {
  const mask = new Uint8ClampedArray(7 * 4).fill(9);
  toAlpha([0, 0.4, 0.6, 0.8, 1, Number.NaN, -3], mask);
  const alpha = mask.filter((_, at) => at % 4 === 3);
  expect([...alpha]).toEqual([0, 0, 127, 255, 255, 0, 0]);
  expect(mask.filter((_, at) => at % 4 !== 3).every((value) => value === 9)).toBe(true);
});
