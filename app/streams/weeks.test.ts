import { expect, test } from 'vitest';
import { WEEKS, weeksOf } from './weeks.ts';

/** A Wednesday. */
const now = Date.parse('2026-12-09T15:00:00Z');
const row = (at: string, earned: number, currency = 'EUR') => ({ at: new Date(at), earned, currency });

test('sums earnings by weeks, which start on Mondays', () => {
  const rows = [
    row('2026-12-07T00:00:00Z', 100),
    row('2026-12-09T12:00:00Z', 20),
    row('2026-12-06T23:59:59Z', 3),
    row('2026-09-21T00:00:00Z', 4),
    row('2026-09-20T23:59:59Z', 5),
  ];
  const [euros] = weeksOf(rows, now);
  expect(euros?.weeks).toHaveLength(WEEKS);
  expect(euros?.weeks.filter(({ earned }) => earned > 0)).toEqual([
    { monday: new Date('2026-09-21T00:00:00Z'), earned: 4 },
    { monday: new Date('2026-11-30T00:00:00Z'), earned: 3 },
    { monday: new Date('2026-12-07T00:00:00Z'), earned: 120 },
  ]);
});

test('sums each currency separately, omitting those without earnings', () => {
  const rows = [
    row('2026-12-07T00:00:00Z', 1, 'USD'),
    row('2026-12-07T00:00:00Z', 2),
    row('2026-12-08T00:00:00Z', 0, 'GBP'),
  ];
  expect(weeksOf(rows, now).map(({ currency, weeks }) => [currency, weeks.at(-1)?.earned])).toEqual([
    ['EUR', 2],
    ['USD', 1],
  ]);
  expect(weeksOf([], now)).toEqual([]);
});
