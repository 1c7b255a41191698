import { expect, it } from 'vitest';
import type { SlotState, Slots } from '../../availability/slot-schema.ts';
import { freeTimes } from './next-free.ts';

const START = Date.parse('2027-03-01T09:00:00Z');
const HALF_MS = 1_800_000;
const at = (halfHours: number) => START + halfHours * HALF_MS;
const offers: Slots['offers'] = [
  { priceMinor: 100, currency: 'EUR', minMinutes: 30, maxMinutes: 60 },
  { priceMinor: 200, currency: 'EUR', minMinutes: 60, maxMinutes: 60 },
];

/** Slots of half an hour from 9:00: `.` is free, `x` booked, `2` free at another price, a space no slot. */
function slotsOf(text: string): Slots {
  const states: Partial<Record<string, SlotState>> = { '.': 'AVAILABLE', '2': 'AVAILABLE', x: 'BOOKED' };
  const slots = [...text].flatMap((sign, i) => {
    const state = states[sign];
    return state ? [{ start: new Date(at(i)).toISOString(), state, offer: sign === '2' ? 1 : 0 }] : [];
  });
  return { timeZone: 'UTC', minutes: 30, payable: true, offers, slots };
}

it.each([
  ['the first free times', '.....', 30, [0, 1, 2]],
  ['times of the same length', '.x..x...', 60, [2, 5]],
  ['no time across a gap or at two prices', '. .22.', 60, [3]],
  ['nothing shorter than the minimum length', '222', 30, []],
  ['nothing longer than the maximum length', '......', 90, []],
  ['at least one whole slot', '..', 20, [0, 1]],
  ['nothing without slots', '', 30, []],
])('offers %s', (_what, text, minutes, starts) => {
  const found = freeTimes(slotsOf(text), minutes);
  expect(found.map(({ startAt }) => startAt)).toEqual(starts.map(at));
  for (const { startAt, endAt, starts: chosen } of found) {
    expect(endAt - startAt).toBe(Math.ceil(minutes / 30) * HALF_MS);
    expect(chosen).toEqual(chosen.map((_, i) => startAt + i * HALF_MS));
  }
});
