import { expect, test } from 'vitest';
import { slotByKey } from './slot-keys.ts';

const at = (day: number, hour: number) => Date.UTC(2027, 1, day, hour);
/** The third day has no slots; the fourth starts and ends earlier. */
const days = [[at(1, 9), at(1, 10), at(1, 18)], [at(2, 9), at(2, 12)], [], [at(4, 7), at(4, 8)]];
const from = (start: number, ...keys: string[]) =>
  keys.reduce<number | undefined>((now, key) => (now === undefined ? now : slotByKey(days, now, key)), start);

test('up and down move from slot to slot, also into the next day', () => {
  expect(from(at(1, 9), 'ArrowDown')).toBe(at(1, 10));
  expect(from(at(1, 18), 'ArrowDown')).toBe(at(2, 9));
  expect(from(at(4, 7), 'ArrowUp')).toBe(at(2, 12));
});

test('left and right move to the nearest slot of another day that has slots', () => {
  expect(from(at(1, 10), 'ArrowRight')).toBe(at(2, 9));
  expect(from(at(1, 18), 'ArrowRight', 'ArrowRight')).toBe(at(4, 8));
  expect(from(at(2, 12), 'ArrowLeft')).toBe(at(1, 10));
});

test('Home and End move to the first and the last slot of a day', () => {
  expect(from(at(1, 10), 'End')).toBe(at(1, 18));
  expect(from(at(1, 10), 'Home')).toBe(at(1, 9));
});

test('other keys, and moves past the ends, do nothing', () => {
  expect(from(at(1, 9), 'ArrowUp')).toBeUndefined();
  expect(from(at(1, 9), 'ArrowLeft')).toBeUndefined();
  expect(from(at(4, 8), 'ArrowDown')).toBeUndefined();
  expect(from(at(4, 8), 'ArrowRight')).toBeUndefined();
  expect(from(at(1, 9), 'Enter')).toBeUndefined();
});
