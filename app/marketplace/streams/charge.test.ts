import { expect, test } from 'vitest';
import { absenceWaitMs, bookingCharge, feeOf, streamCharge } from '#protocol/charge.ts';

/** Linear congruential generator (Numerical Recipes): the same numbers in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const cost = (price: number, ms: number) => (BigInt(price) * (BigInt(ms) / 1000n)) / 60n;
const least = (a: number, b: number) => (a < b ? a : b);

test('computes the exact charge for 100,000 prices and times', () => {
  const next = numbers(1);
  for (let i = 0; i < 100_000; i++) {
    const price = 1 + next(10_000_000);
    const booked = 60_000 * (1 + next(480));
    const ms = next(9 * 3_600_000);
    const streamed = ms < 30_000 ? 0n : cost(price, least(ms, booked));
    expect(BigInt(streamCharge(price, ms, booked)), `${price} ${ms} ${booked}`).toBe(streamed);
    const chargeable = ms > 30_000 ? (ms > booked ? 0 : booked - ms) : booked;
    expect(BigInt(bookingCharge(price, booked, ms)), `${price} ${ms} ${booked}`).toBe(
      cost(price, chargeable),
    );
  }
});

test('never charges more than the hold, nor a site share above the charge', () => {
  const next = numbers(2);
  for (let i = 0; i < 100_000; i++) {
    const price = 1 + next(10_000_000);
    const minutes = 1 + next(480);
    const held = price * minutes;
    const ms = next(10 * 3_600_000);
    for (const charged of [
      streamCharge(price, ms, minutes * 60_000),
      bookingCharge(price, minutes * 60_000, ms),
    ]) {
      expect(charged).toBeGreaterThanOrEqual(0);
      expect(charged).toBeLessThanOrEqual(held);
      const fee = feeOf(charged, next(10_001));
      expect(fee).toBeGreaterThanOrEqual(0);
      expect(fee).toBeLessThanOrEqual(charged);
    }
  }
});

test('computes the exact site share for 100,000 charges and percentages, rounded half up', () => {
  const next = numbers(3);
  for (let i = 0; i < 100_000; i++) {
    const [charged, feeBps] = [1 + next(100_000_000), next(10_001)];
    const fee = BigInt(feeOf(charged, feeBps));
    // Twice the error, in hundredths of a percent: at most half a unit, rounded up at a half.
    const off = 2n * (fee * 10_000n - BigInt(charged) * BigInt(feeBps));
    expect(off > -10_000n && off <= 10_000n, `${charged} ${feeBps}: ${fee}`).toBe(true);
  }
});

test.each([
  [29_999, 0],
  [30_000, 125],
  [60_999, 250],
  [61_000, 254],
  [600_000, 2_500],
  [601_000, 2_500],
])('%d ms of 10 minutes at 2.50 cost %d', (ms, expected) => {
  expect(streamCharge(250, ms, 600_000)).toBe(expected);
});

test.each([
  [30_000, 7_500],
  [30_001, 7_370],
  [1_800_000, 0],
  [2_000_000, 0],
])('half an hour at 2.50 with %d ms missed costs %d', (missed, expected) => {
  expect(bookingCharge(250, 1_800_000, missed)).toBe(expected);
});

test('lets people leave after nine and a half minutes, in a short booking earlier', () => {
  expect(absenceWaitMs(1_800_000)).toBe(570_000);
  expect(absenceWaitMs(300_000)).toBe(270_000);
});
