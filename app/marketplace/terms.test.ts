import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChargeable } from '#protocol/charge.ts';
import { cancellationFee, isMovable, TERMS } from './terms.ts';

const HOUR_MS = 3_600_000;
const startAt = new Date('2027-03-01T12:00:00Z');
const hoursBefore = (hours: number) => startAt.getTime() - hours * HOUR_MS;
const booked = (hours: number, amount = 3_001, currency = 'EUR') => ({
  ...{ amount, currency, startAt, terms: TERMS, waived: null },
  createdAt: new Date(hoursBefore(hours)),
});

describe('Cancelling a booking', () => {
  it.each([
    ['a week before', 168, 0],
    ['a day before', 24, 0],
    ['a moment later', 23.999, 1_500],
    ['two hours before', 2, 1_500],
    ['a moment later', 1.999, 3_001],
    ['at the start', 0, 3_001],
  ])('%s costs the agreed fee', (_when, hours, fee) => {
    expect(cancellationFee(booked(300), hoursBefore(hours))).toBe(fee);
  });

  it('is free in the first minutes, but not in the last hours', () => {
    expect(cancellationFee(booked(10), hoursBefore(9.76))).toBe(0);
    expect(cancellationFee(booked(10), hoursBefore(9.74))).toBe(1_500);
    expect(cancellationFee(booked(2), hoursBefore(1.9))).toBe(3_001);
  });

  it('is free if the fee is below Stripe’s minimum, and without terms', () => {
    expect(cancellationFee(booked(300, 98), hoursBefore(10))).toBe(0);
    expect(cancellationFee(booked(300, 100), hoursBefore(10))).toBe(50);
    expect(cancellationFee(booked(300, 998, 'CNY'), hoursBefore(10))).toBe(0);
    expect(cancellationFee({ ...booked(300), terms: null }, hoursBefore(1))).toBe(0);
  });

  it('is free once the time zone rules of the booking have changed', () => {
    expect(cancellationFee({ ...booked(300), waived: 'CLOCK' }, hoursBefore(1))).toBe(0);
  });

  it('never costs more than the booking, and never gets cheaper as the start approaches', () => {
    const hours = fc.double({ min: 0, max: 200, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), hours, hours, (amount, one, other) => {
        const [early, late] = [Math.max(one, other), Math.min(one, other)];
        const fees = [early, late].map((at) => cancellationFee(booked(300, amount), hoursBefore(at)));
        expect(fees[0]).toBeLessThanOrEqual(fees[1] ?? -1);
        expect(fees[1]).toBeLessThanOrEqual(amount);
        expect(fees.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

describe('Moving a booking', () => {
  it.each([
    ['confirmed, as long as cancelling is free', 'CONFIRMED', 24, null, true],
    ['confirmed, and cancelling costs something', 'CONFIRMED', 23.9, null, false],
    ['confirmed, and its clock has other rules', 'CONFIRMED', 0.5, 'CLOCK', true],
    ['not confirmed yet', 'WAITING', 0.5, null, true],
    ['about to start', 'WAITING', 1 / 6, null, false],
    ['not paid', 'PAYING', 100, null, false],
    ['over', 'CANCELLED', 100, null, false],
  ] as const)('that is %s: %s, %d hours before, %s', (_what, status, hours, waived, movable) => {
    expect(isMovable({ ...booked(300), status, waived }, hoursBefore(hours))).toBe(movable);
  });
});

it.each([
  [49, 'EUR', false],
  [50, 'EUR', true],
  [499, 'CNY', false],
  [99_999_999, 'EUR', true],
  [100_000_000, 'EUR', false],
])('Whether %d of %s can be charged: within Stripe’s minimum and maximum', (amount, currency, can) => {
  expect(isChargeable(amount, currency)).toBe(can);
});
