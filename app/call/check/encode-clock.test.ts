import { expect, test } from 'vitest';
import { EncodeClock } from './encode-clock.ts';

/** Passes 10 frames to an encoder that takes 10 ms for each. */
function encodeTen({ start = 0, pause = 0 }: { start?: number; pause?: number }): EncodeClock {
  const clock = new EncodeClock();
  let now = 0;
  for (let frame = 0; frame < 10; frame++) {
    clock.pass(now);
    now += frame === 0 ? start + 10 : 10;
    clock.take(now);
    now += pause;
  }
  return clock;
}

test('counts neither the start of an encoder nor the time without a frame to encode', () => {
  expect(encodeTen({}).framesPerSecond).toBe(100);
  expect(encodeTen({ start: 400 }).framesPerSecond).toBe(100);
  // A busy page passes 20 frames/s.
  expect(encodeTen({ pause: 40 }).framesPerSecond).toBe(100);
});

test('counts all the time while frames wait', () => {
  const clock = new EncodeClock();
  for (const now of [0, 1, 2]) clock.pass(now);
  clock.take(50);
  clock.take(100);
  clock.pass(101);
  clock.take(150);
  clock.take(200);
  expect(clock.framesPerSecond).toBe(20);
});

test('an encoder that encodes one frame is slow, and one that encodes none is not measured', () => {
  const clock = new EncodeClock();
  clock.pass(0);
  expect(clock.framesPerSecond).toBeNull();
  clock.take(2_000);
  expect(clock.framesPerSecond).toBe(0.5);
});
