import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SEAT_GRACE_MS } from '#protocol/limits.ts';
import { MediaRepair } from './media-repair.ts';

const restart = vi.fn(async () => {});
const isPathDead = vi.fn(async () => false);
const replace = vi.fn();
const onError = vi.fn();
const giveUp = vi.fn();
let repair: MediaRepair;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  restart.mockImplementation(async () => {});
  isPathDead.mockImplementation(async () => false);
  repair = new MediaRepair({ restart, isPathDead, replace, onError, giveUp });
});
afterEach(() => vi.useRealTimers());

test('leaves an interruption alone that ends by itself', async () => {
  repair.watch('interrupted');
  await vi.advanceTimersByTimeAsync(1_400);
  repair.watch('connected');
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS);
  expect(restart).not.toHaveBeenCalled();
});

test('restarts ICE after 1.5 s, and again until there is a connection', async () => {
  repair.watch('interrupted');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(restart).toHaveBeenCalledTimes(1);
  // States in between, which do not count as changes.
  repair.watch('connecting');
  repair.watch('interrupted');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(restart).toHaveBeenCalledTimes(3);
  repair.watch('connected');
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS);
  expect(restart).toHaveBeenCalledTimes(3);
  expect(giveUp).not.toHaveBeenCalled();
});

test('gives up after the time a seat is kept, counted from the last time the server came back', async () => {
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

test('does nothing more once stopped', async () => {
  repair.watch('interrupted');
  repair.stop();
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS * 2);
  expect(restart).not.toHaveBeenCalled();
});

test('replaces connections whose path stays dead after an ICE restart', async () => {
  await repair.restartNow();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(replace).not.toHaveBeenCalled();
  isPathDead.mockImplementation(async () => true);
  await repair.restartNow();
  await vi.advanceTimersByTimeAsync(900);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(replace).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS);
  expect(replace).toHaveBeenCalledTimes(1);
});

test('waits longer on a network that may be a new one', async () => {
  isPathDead.mockImplementation(async () => true);
  await repair.restore();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(replace).toHaveBeenCalledTimes(1);
});

test('keeps connections if the server did not answer, or the media came back meanwhile', async () => {
  isPathDead.mockImplementation(async () => true);
  restart.mockImplementationOnce(() => Promise.reject(new Error('unavailable')));
  await repair.restartNow();
  await vi.advanceTimersByTimeAsync(2_000);
  await repair.restartNow();
  await vi.advanceTimersByTimeAsync(500);
  repair.watch('connected');
  await vi.advanceTimersByTimeAsync(SEAT_GRACE_MS);
  expect(replace).not.toHaveBeenCalled();
});
