import { describe, expect, it, test } from 'vitest';
import { settleBooking, settleRequest } from '#protocol/settle.ts';

const MINUTE = 60_000;
const startAt = new Date('2026-12-07T09:00:00Z');
const at = (minutes: number) => new Date(startAt.getTime() + minutes * MINUTE);
/** Half an hour at 2.50 a minute. */
const booked = { startAt, endAt: at(30), priceMinor: 250, currency: 'EUR' };
const none = { offeredMs: 0, attendedMs: 0, deliveredMs: 0, missedMs: 0, unofferedSince: null, absent: null };
type Counted = typeof none | Parameters<typeof settleBooking>[1];

/** @param minutes offered, attended, delivered and missed */
function counted(minutes: [number, number, number, number], rest: Partial<Counted> = {}): Counted {
  const [offeredMs = 0, attendedMs = 0, deliveredMs = 0, missedMs = 0] = minutes.map((m) => m * MINUTE);
  return { ...none, offeredMs, attendedMs, deliveredMs, missedMs, ...rest };
}
const whole = counted([30, 30, 30, 0]);

describe('A booking', () => {
  test.each<[string, Counted, string, number]>([
    ['all delivered', whole, 'DELIVERED', 7_500],
    ['no one entered', null, 'BOTH_ABSENT', 0],
    ['no one came', counted([0, 0, 0, 0]), 'BOTH_ABSENT', 0],
    ['half a minute was missed', counted([29.5, 30, 29.5, 0.5]), 'DELIVERED', 7_500],
    ['a minute was missed', counted([29, 30, 29, 1]), 'PARTLY', 7_250],
    ['the guest left after ten minutes', counted([10, 10, 10, 0]), 'DELIVERED', 7_500],
    ['the guest came late', counted([30, 22, 22, 0], { absent: 'CONSUMER' }), 'DELIVERED', 7_500],
    ['the guest did not come', counted([10, 0, 0, 0], { absent: 'CONSUMER' }), 'CONSUMER_ABSENT', 7_500],
    [
      'the guest came once the streamer had left',
      counted([10, 20, 0, 20], { absent: 'CONSUMER' }),
      'CONSUMER_ABSENT',
      7_500,
    ],
    ['the streamer did not wait for the guest', counted([5, 0, 0, 0]), 'BOTH_ABSENT', 0],
    ['the streamer did not come', counted([0, 10, 0, 10], { absent: 'PRODUCER' }), 'PRODUCER_ABSENT', 0],
    ['the guest did not wait for the streamer', counted([0, 3, 0, 3]), 'PRODUCER_ABSENT', 0],
    [
      'the streamer came when the guest had left',
      counted([12, 10, 0, 10], { absent: 'PRODUCER' }),
      'PRODUCER_ABSENT',
      0,
    ],
    [
      'the streamer was late by ten minutes',
      counted([20, 30, 20, 10], { absent: 'PRODUCER' }),
      'PARTLY',
      5_000,
    ],
    [
      'the streamer left and the guest waited',
      counted([5, 15, 5, 10], { absent: 'PRODUCER' }),
      'PARTLY',
      1_250,
    ],
    ['the streamer left for good', counted([20, 20, 20, 0], { unofferedSince: at(20) }), 'PARTLY', 5_000],
    [
      'the guest was away and the streamer left',
      counted([20, 15, 15, 0], { unofferedSince: at(20) }),
      'PARTLY',
      3_750,
    ],
    ['the streamer left at the end', counted([29, 29, 29, 0], { unofferedSince: at(29) }), 'PARTLY', 7_250],
    [
      'the server failed before the start',
      counted([0, 0, 0, 0], { unofferedSince: at(-2) }),
      'BOTH_ABSENT',
      0,
    ],
    ['both were there, and nothing got through', counted([30, 30, 0, 0]), 'PARTLY', 0],
    ['only moments were delivered', counted([0.4, 0.4, 0.4, 0]), 'BOTH_ABSENT', 0],
  ])('in which %s', (_, stream, outcome, charge) => {
    expect(settleBooking(booked, stream, at(32))).toEqual({ outcome, charge });
  });

  it('is not charged below the minimum charge', () => {
    const cheap = { ...booked, priceMinor: 2 };
    expect(settleBooking(cheap, whole, at(32))).toEqual({ outcome: 'DELIVERED', charge: 60 });
    expect(settleBooking(cheap, counted([20, 30, 20, 9]), at(32)).charge).toBe(0);
  });

  it('closed before its end costs what was delivered', () => {
    expect(settleBooking(booked, counted([12, 12, 12, 0]), at(12))).toEqual({
      outcome: 'PARTLY',
      charge: 3_000,
    });
  });

  test.each<[string, Counted, number, 'PRODUCER' | 'CONSUMER', string, number]>([
    ['the guest leaves before anybody came', null, 1, 'CONSUMER', 'CONSUMER_ABSENT', 7_250],
    [
      'the guest leaves while the streamer waits',
      counted([3, 0, 0, 0]),
      3,
      'CONSUMER',
      'CONSUMER_ABSENT',
      7_500,
    ],
    ['the guest leaves in the middle', counted([12, 12, 12, 0]), 12, 'CONSUMER', 'DELIVERED', 7_500],
    ['the guest leaves after waiting', counted([0, 10, 0, 10]), 10, 'CONSUMER', 'PRODUCER_ABSENT', 0],
    ['the guest leaves late, and nobody came', null, 10, 'CONSUMER', 'BOTH_ABSENT', 0],
    [
      'the guest leaves after the streamer came late',
      counted([10, 20, 10, 10], { absent: 'PRODUCER' }),
      20,
      'CONSUMER',
      'PARTLY',
      2_500,
    ],
    ['the streamer leaves before anybody came', null, 1, 'PRODUCER', 'PRODUCER_ABSENT', 0],
    ['the streamer leaves while the guest waits', counted([0, 3, 0, 3]), 3, 'PRODUCER', 'PRODUCER_ABSENT', 0],
    ['the streamer leaves in the middle', counted([12, 12, 12, 0]), 12, 'PRODUCER', 'PARTLY', 3_000],
    [
      'the streamer leaves after waiting',
      counted([10, 0, 0, 0], { absent: 'CONSUMER' }),
      10,
      'PRODUCER',
      'CONSUMER_ABSENT',
      7_500,
    ],
  ])('that %s for good', (_, stream, minutes, leaver, outcome, charge) => {
    expect(settleBooking(booked, stream, at(minutes), leaver)).toEqual({ outcome, charge });
  });

  it('that somebody leaves after its end is what it was', () => {
    expect(settleBooking(booked, null, at(31), 'CONSUMER')).toEqual({ outcome: 'BOTH_ABSENT', charge: 0 });
  });

  it('of five minutes makes a guest wait no longer than it lasts', () => {
    const short = { ...booked, endAt: at(5) };
    expect(settleBooking(short, counted([0.5, 5, 0.5, 4.5]), at(7))).toEqual({
      outcome: 'PARTLY',
      charge: 125,
    });
  });

  it('costs neither less than nothing nor more than its price', () => {
    for (const absent of [null, 'PRODUCER', 'CONSUMER'] as const)
      for (let missed = 0; missed < 60; missed += 7)
        for (let delivered = 0; delivered < 60; delivered += 7) {
          const { charge } = settleBooking(booked, counted([60, 60, delivered, missed], { absent }), at(32));
          expect(charge).toBeGreaterThanOrEqual(0);
          expect(charge).toBeLessThanOrEqual(7_500);
        }
  });
});

describe('A requested call', () => {
  const stream = { priceMinor: 250, currency: 'EUR', budgetMs: 10 * MINUTE };
  test.each([
    [29_999, 0],
    [30_000, 125],
    [600_000, 2_500],
    [601_400, 2_500],
  ])('with %d ms delivered costs %d', (deliveredMs, charge) => {
    expect(settleRequest({ ...stream, deliveredMs })).toBe(charge);
  });

  it('is not charged below the minimum charge', () => {
    expect(settleRequest({ ...stream, priceMinor: 98, deliveredMs: 30_000 })).toBe(0);
    expect(settleRequest({ ...stream, priceMinor: 100, deliveredMs: 30_000 })).toBe(50);
  });
});
