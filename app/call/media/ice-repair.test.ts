import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SEAT_GRACE_MS } from '#protocol/limits.ts';
import { IceRepair } from './ice-repair.ts';

const restart = vi.fn(async () => {});
const onError = vi.fn();
const giveUp = vi.fn();
let repair: IceRepair;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  restart.mockImplementation(async () => {});
  repair = new IceRepair({ restart, onError, giveUp });
});
afterEach(() => vi.useRealTimers());

test('an interruption that ends by itself is left alone', async () => {
  repair.watch('interrupted');
  await vi.advanceTimersByTimeAsync(1_400);
  repair.watch('connected');
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS);
  expect(restart).not.toHaveBeenCalled();
});

test('ICE is restarted after 1.5 s, and again until there is a connection', async () => {
  repair.watch('interrupted');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(restart).toHaveBeenCalledTimes(1);
  // Each restart goes through other states, which are no news.
  repair.watch('connecting');
  repair.watch('interrupted');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(restart).toHaveBeenCalledTimes(3);
  repair.watch('connected');
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS);
  expect(restart).toHaveBeenCalledTimes(3);
  expect(giveUp).not.toHaveBeenCalled();
});

test('it is given up after as long as a seat is kept, counted from the last time that the server came back', async () => {
  repair.watch('interrupted');
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS - 5_000);
  await repair.restartNow();
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS);
  expect(giveUp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(giveUp).toHaveBeenCalled();
});

test('attempts do not overlap, and a refusal is reported', async () => {
  let refuse = (_: Error) => {};
  restart.mockImplementation(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  repair.watch('interrupted');
  const first = repair.restartNow();
  await repair.restartNow();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(restart).toHaveBeenCalledTimes(1);
  const refusal = new Error('unavailable');
  refuse(refusal);
  await first;
  expect(onError).toHaveBeenCalledWith(refusal);
});

test('once stopped it does nothing more', async () => {
  repair.watch('interrupted');
  repair.stop();
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS * 2);
  expect(restart).not.toHaveBeenCalled();
});
