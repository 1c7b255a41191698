import { expect, test } from 'vitest';
import type { UplinkSample } from '../media/stats.ts';
import { uplinkOf } from './uplink.ts';

const START = 12_000_000;

/** @param arriving in Mbit/s in each quarter of a second @param estimates in Mbit/s */
function samplesOf(arriving: number[], estimates: (number | null)[], loss = 0): UplinkSample[] {
  let sentBytes = 0;
  return arriving.map((mbits, at) => {
    sentBytes += (mbits * 1e6) / 8 / 4;
    const estimate = estimates[Math.min(at, estimates.length - 1)] ?? null;
    return { at: at * 250, estimate: estimate && estimate * 1e6, roundTrip: 10 * at, sentBytes, loss };
  });
}

test('takes what arrived on a connection that is not full, which may carry more', () => {
  const samples = samplesOf([2, 8, 10, 10, 10, 10], [12, 12.1, 12.4, 13]);
  expect(uplinkOf(samples, START)).toEqual({ bitrate: 10e6, roundTrip: 30, more: true });
});

test('ignores an estimate that nothing has confirmed', () => {
  expect(uplinkOf(samplesOf([1, 1, 1, 1, 1, 1], [12.5]), START)?.bitrate).toBe(1e6);
});

test('takes the latest estimates of a full connection, not the first ones nor a spike', () => {
  const estimates = [12, 7, 3.5, 3.1, 2.9, 9, 3, 3.05];
  expect(uplinkOf(samplesOf([9, 5, 4, 4, 4, 4, 4, 4], estimates), START)).toMatchObject({
    bitrate: 3.05e6,
    more: false,
  });
});

test('without estimates, takes what arrived, less what was lost', () => {
  expect(uplinkOf(samplesOf([4, 4, 4, 4, 4], [null], 0.2), START)).toMatchObject({
    bitrate: 3.2e6,
    more: false,
  });
});

/** Samples of Firefox: 1.4 Mbit/s, without estimates. @param trips in ms, of each quarter of a second */
const firefoxSamples = (trips: (number | null)[]) =>
  samplesOf(
    trips.map(() => 1.4),
    [null],
  ).map((sample, at) => ({ ...sample, roundTrip: trips[at] ?? null }));

test('without estimates, a connection without loss or delay may carry more', () => {
  const trips = [20, 21, 20, 22, 20, 20, 90, 21, 20, 22];
  expect(uplinkOf(firefoxSamples(trips), START)).toEqual({ bitrate: 1.4e6, roundTrip: 21, more: true });
  const unknown = [null, null, null, null, null];
  expect(uplinkOf(firefoxSamples(unknown), START)).toEqual({ bitrate: 1.4e6, roundTrip: null, more: true });
});

test('without estimates, a connection whose round trips grow is full', () => {
  const trips = [20, 21, 20, 40, 70, 90, 110, 130, 120, 140];
  expect(uplinkOf(firefoxSamples(trips), START)).toMatchObject({ bitrate: 1.4e6, more: false });
  const far = [200, 205, 210, 240, 260, 290, 310, 330, 340, 340];
  expect(uplinkOf(firefoxSamples(far), START)?.more).toBe(true);
});

test('returns nothing where nothing arrived', () => {
  expect(uplinkOf([], START)).toBeNull();
  expect(uplinkOf(samplesOf([0, 0, 0, 0, 0], [12]), START)).toBeNull();
});
