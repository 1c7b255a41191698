import { expect, test } from 'vitest';
import { Uncounted } from './uncounted.ts';

const counted = { forwarded: true, counted: true, heard: true };
const silent = { forwarded: true, counted: false, heard: false };
const unseen = { forwarded: true, counted: false, heard: true };
const nothing = { forwarded: false, counted: false, heard: true };
type Reading = typeof counted;

/** Reads once a second. @returns for each second whether media is held back: `.` or `#` */
function pass(uncounted: Uncounted, from: number, ...stretches: [Reading, number][]): string {
  let now = from * 1_000;
  let marks = '';
  for (const [reading, seconds] of stretches)
    for (let second = 0; second < seconds; second++) {
      now += 1_000;
      marks += uncounted.next(reading, 1_000, now) ? '#' : '.';
    }
  return marks;
}

test('counted media is never held back, nor is a guest who receives nothing', () => {
  expect(pass(new Uncounted(), 0, [counted, 600], [nothing, 600])).not.toContain('#');
});

test('media that is not counted is held back after six seconds, until the guest is heard', () => {
  expect(pass(new Uncounted(), 0, [counted, 30], [silent, 9], [nothing, 3])).toBe(
    `${'.'.repeat(30)}.....####...`,
  );
});

test('media that is not counted again and again is held back for longer each time', () => {
  // Heard all the time, though nothing is counted.
  const marks = pass(new Uncounted(), 0, [unseen, 281]);
  expect(marks.replaceAll(/#+/g, (held) => ` ${held.length} `).trim()).toBe(
    '..... 1 ... 10 ... 30 ... 70 ... 150 ...',
  );
});

test('counted time wins back a tenth of itself', () => {
  const uncounted = new Uncounted();
  expect(pass(uncounted, 0, [silent, 6])).toBe('.....#');
  expect(pass(uncounted, 6, [counted, 31])).not.toContain('#');
  // As at first.
  expect(pass(uncounted, 37, [silent, 6])).toBe('.....#');
  expect(pass(uncounted, 43, [counted, 1])).toBe('.');
  // In short turns no more than a tenth of it is won.
  const turns = Array.from({ length: 60 }, (): [Reading, number][] => [
    [silent, 1],
    [counted, 5],
  ]).flat();
  expect(pass(new Uncounted(), 0, ...turns)).toContain('#');
});
