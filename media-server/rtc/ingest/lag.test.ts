import { expect, it } from 'vitest';
import { Lag } from './lag.ts';

/** Lags of pictures a second apart by the camera's clock. @param arrivals in ms @param first timestamp */
function lags(arrivals: number[], first = 0): number[] {
  const lag = new Lag();
  return arrivals.map((at, index) => Math.round(lag.add((first + index * 90_000) % 2 ** 32, at)));
}

it('pictures that come as fast as their clock are not late', () => {
  expect(lags([5_000, 6_000, 7_000])).toEqual([0, 0, 0]);
});

it('lag is measured from the fastest picture, and goes when the stream has caught up', () => {
  expect(lags([800, 1_000, 2_500, 4_400, 4_500])).toEqual([0, 0, 500, 1_400, 500]);
});

it('timestamps may wrap', () => {
  expect(lags([0, 1_000, 3_000], 2 ** 32 - 90_000)).toEqual([0, 0, 1_000]);
});

it('the drift of a clock is no lag', () => {
  // 50 millionths slower, for five hours.
  const arrivals = Array.from({ length: 18_000 }, (_, index) => index * 1_000.05);
  expect(Math.max(...lags(arrivals))).toBe(0);
});
