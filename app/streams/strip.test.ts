import { expect, test } from 'vitest';
import { stripOf } from './strip.ts';

const from = new Date('2026-12-07T09:00:00Z');
const at = (seconds: number) => new Date(from.getTime() + seconds * 1000);
/** A tick of five seconds that ends at `seconds`. */
const tick = (seconds: number, offered = 1, attended = 1, delivered = 1) => ({
  at: at(seconds),
  ms: 5_000,
  ...{ offeredMs: offered * 5_000, attendedMs: attended * 5_000, deliveredMs: delivered * 5_000 },
});

test('has no stretches without ticks', () => {
  expect(stripOf([], { from, to: at(60) })).toEqual([]);
});

test('places ticks within the booked time', () => {
  const strip = stripOf([tick(15), tick(20), tick(25, 1, 0, 0)], { from, to: at(40) });
  expect(strip.map(({ offered }) => offered)).toEqual([0, 1, 0.5, 0]);
  expect(strip.map(({ attended }) => attended)).toEqual([0, 1, 0, 0]);
  expect(strip[1]).toMatchObject({ from: 0.25, to: 0.5, delivered: 1 });
});

test('splits a tick between the two stretches it spans', () => {
  const strip = stripOf([tick(12)], { from, to: at(20) });
  expect(strip.map(({ delivered }) => delivered)).toEqual([0.3, 0.2]);
});

test('spans the ticks if there is no booking', () => {
  const strip = stripOf([tick(5), tick(30)], null);
  expect(strip).toHaveLength(3);
  expect(strip.at(-1)).toMatchObject({ to: 1, delivered: 0.5 });
});

test('limits the stretches of a long call', () => {
  const ticks = Array.from({ length: 5_760 }, (_, index) => tick(5 * (index + 1)));
  const strip = stripOf(ticks, { from, to: at(28_800) });
  expect(strip).toHaveLength(120);
  expect(strip.every(({ delivered }) => delivered > 0.999)).toBe(true);
});

test('omits ticks before and after the booking', () => {
  expect(stripOf([tick(-3), tick(2), tick(23)], { from, to: at(20) })).toHaveLength(2);
});
