import { expect, test } from 'vitest';
import { costOf } from './call-cost.ts';

const paid = {
  ...{ due: 0, refunded: 0, earned: 0, captureAt: null, isCharged: true },
  ...{ waits: false, isUnpaid: false, feeBps: 1_500 },
};
const call = { isMost: false, amount: 3_000, currency: 'EUR', isDecided: true, paid };
const captureAt = new Date('2027-03-29T10:00:00Z');

test.each([
  ['not decided, booked', { isDecided: false }, ['costs', 3_000, 3_000], ['gets', 2_550, 3_000]],
  [
    'not decided, called',
    { isDecided: false, isMost: true },
    ['costsAtMost', 3_000, 3_000],
    ['getsAtMost', 2_550, 3_000],
  ],
  [
    'not paid yet',
    { isDecided: false, paid: { ...paid, feeBps: null } },
    ['costs', 3_000, 3_000],
    ['gets', 3_000, 3_000],
  ],
  ['free of charge', {}, ['nothing', 0, 0], ['nothing', 0, 0]],
  ['refused by the bank', { paid: { ...paid, isUnpaid: true } }, ['unpaid', 0, 0], ['unpaid', 0, 0]],
  [
    'to be charged',
    { paid: { ...paid, due: 2_000, earned: 1_700, isCharged: false, captureAt } },
    ['pays', 2_000, 2_000],
    ['earns', 1_700, 2_000],
  ],
  [
    'charged',
    { paid: { ...paid, due: 2_000, earned: 1_700, captureAt } },
    ['paid', 2_000, 2_000],
    ['earned', 1_700, 2_000],
  ],
  [
    'refunded',
    { paid: { ...paid, due: 2_000, refunded: 500, earned: 1_275 } },
    ['paidRefunded', 2_000, 2_000],
    ['earnedRefunded', 1_275, 2_000],
  ],
  [
    'waiting for the payout account',
    { paid: { ...paid, due: 2_000, earned: 1_700, waits: true } },
    ['paid', 2_000, 2_000],
    ['waits', 1_700, 2_000],
  ],
])('a call that is %s', (_, values, consumer, producer) => {
  const of = (side: 'consumer' | 'producer') => {
    const { about, amount, of: paid } = costOf({ ...call, ...values, side });
    return [about, amount, paid];
  };
  expect([of('consumer'), of('producer')]).toEqual([consumer, producer]);
});

test('names the day of a charge only until it is made', () => {
  const due = { ...paid, due: 2_000, captureAt };
  expect(costOf({ ...call, side: 'consumer', paid: { ...due, isCharged: false } }).at).toEqual(captureAt);
  expect(costOf({ ...call, side: 'consumer', paid: due }).at).toBeNull();
});
