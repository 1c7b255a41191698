import fc from 'fast-check';
import { expect, it } from 'vitest';
import { uncovered } from './stripe-fee.ts';

it.each([
  [1_500, 'EUR', 185, { share: 28, fee: 28 }],
  [1_500, 'EUR', 180, { share: 27, fee: 28, from: 186 }],
  [1_500, 'EUR', 100, { share: 15, fee: 27, from: 186 }],
  [1_500, 'USD', 200, { share: 30, fee: 36, from: 248 }],
  [150, 'EUR', 100_000, { share: 1_500, fee: 1_525, from: null }],
])('a share of %d of %s: %d', (feeBps, currency, amount, wanted) => {
  const found = uncovered(feeBps, currency, amount);
  if (wanted.share >= wanted.fee) expect(found).toBeNull();
  else expect(found).toEqual({ currency, amount, ...wanted });
});

it('names the amount from which the share covers the fee, but for rounding', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 151, max: 5_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      (feeBps, amount) => {
        const { from } = uncovered(feeBps, 'EUR', amount) ?? {};
        if (from === undefined || from === null) return;
        expect(from).toBeGreaterThan(amount - 2 * (10_000 / (feeBps - 150)));
        expect(uncovered(feeBps, 'EUR', from + Math.ceil(10_000 / (feeBps - 150)))).toBeNull();
      },
    ),
  );
});

it('ignores currencies that are no platform’s own', () => {
  expect(uncovered(0, 'CNY', 1)).toBeNull();
});
