import { expect, test } from 'vitest';
import { FrameClock } from './frame-clock.ts';

test('finds no others while the browser announces frames', () => {
  const clock = new FrameClock();
  for (let now = 0; now < 1000; now += 10) {
    if (now % 30 === 0) clock.announced(now);
    expect(clock.isUnannounced(now, now + 1)).toBe(false);
  }
});

test('goes by the count of frames once the browser is silent', () => {
  const clock = new FrameClock();
  clock.announced(0);
  expect(clock.isUnannounced(200, 1)).toBe(false);
  expect(clock.isUnannounced(300, 2)).toBe(true);
  expect(clock.isUnannounced(310, 2)).toBe(false);
  expect(clock.isUnannounced(330, 3)).toBe(true);
  clock.announced(340);
  expect(clock.isUnannounced(350, 4)).toBe(false);
});

test('finds none in a video that stands still', () => {
  const clock = new FrameClock();
  expect(clock.isUnannounced(0, 1)).toBe(true);
  expect(clock.isUnannounced(1000, 1)).toBe(false);
});
