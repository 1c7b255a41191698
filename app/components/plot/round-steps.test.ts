import { expect, it } from 'vitest';
import { roundSteps } from './round-steps.ts';

it('gives round distances from the smallest that labels show', () => {
  expect(roundSteps(1).slice(0, 5)).toEqual([1, 2, 5, 10, 20]);
  expect(roundSteps(100_000).slice(0, 3)).toEqual([100_000, 200_000, 500_000]);
  expect(roundSteps(0.001)[0]).toBeCloseTo(0.001);
  expect(roundSteps(3)[0]).toBe(5);
});

it.each([
  ['whole', 1, { maximumFractionDigits: 0 }],
  ['percent', 0.001, { style: 'percent', maximumFractionDigits: 1 }],
] as const)('leaves no two labels the same: %s', (_, least, options) => {
  const format = new Intl.NumberFormat('en', options);
  for (const step of roundSteps(least)) {
    const labels = Array.from({ length: 12 }, (_, index) => format.format(index * step));
    expect(new Set(labels).size).toBe(labels.length);
  }
});
