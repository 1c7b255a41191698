import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillHolds } from '#protocol/charge.ts';

test.each<[string, number, number[], number[]]>([
  ['one hold', 700, [1_000], [700]],
  ['the first is enough', 1_000, [1_000, 1_000], [1_000, 0]],
  ['the second in part', 1_200, [1_000, 1_000], [1_000, 200]],
  ['all of three', 2_500, [1_000, 1_000, 500], [1_000, 1_000, 500]],
  ['more than is held', 2_600, [1_000, 1_000], [1_000, 1_000]],
  ['too little for the second', 1_020, [1_000, 1_000], [970, 50]],
  ['too little for the third', 2_001, [1_000, 1_000, 1_000], [1_000, 951, 50]],
  ['too little for two', 70, [60, 60], [60, 0]],
  ['just enough for two', 100, [60, 60], [50, 50]],
  ['too little for one', 49, [1_000], [0]],
  ['nothing', 0, [1_000, 1_000], [0, 0]],
  ['no hold', 700, [], []],
])('%s', (_, charge, holds, expected) => {
  expect(fillHolds(charge, holds, 50)).toEqual(expected);
});

test('distributes any charge exactly over any holds, less only a rest below the minimum charge', () => {
  const held = fc.integer({ min: 50, max: 3_000 });
  fc.assert(
    fc.property(fc.nat(12_000), fc.array(held, { maxLength: 5 }), (charge, holds) => {
      const filled = fillHolds(charge, holds, 50);
      filled.forEach((part, i) => {
        expect(part === 0 || (part >= 50 && part <= (holds[i] ?? 0))).toBe(true);
      });
      const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
      const most = Math.min(charge, sum(holds));
      expect(sum(filled)).toBeLessThanOrEqual(most);
      expect(most - sum(filled)).toBeLessThan(50);
    }),
    { numRuns: 2_000 },
  );
});
