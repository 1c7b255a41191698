import { expect, test } from 'vitest';
import { warningAt } from './warning.ts';

test('warns one minute and fifteen seconds before the end', () => {
  const warned: [number, number][] = [];
  let before = Number.POSITIVE_INFINITY;
  for (let left = 70_500; left >= 0; left -= 1_000) {
    const warning = warningAt(before, left);
    if (warning) warned.push([warning, left]);
    before = left;
  }
  expect(warned).toEqual([
    [60, 59_500],
    [15, 14_500],
  ]);
});

test('warns a latecomer only of the nearest end', () => {
  expect(warningAt(Number.POSITIVE_INFINITY, 40_000)).toBe(60);
  expect(warningAt(Number.POSITIVE_INFINITY, 9_000)).toBe(15);
  expect(warningAt(9_000, 8_000)).toBeNull();
});

test('a pause does not warn again', () => {
  expect(warningAt(14_500, 14_500)).toBeNull();
});
