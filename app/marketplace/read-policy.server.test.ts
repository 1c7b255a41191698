import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAMETERS, takesValue } from '#protocol/parameters.ts';
import { conflictIn, POLICY, type PolicyName } from '#protocol/policy.ts';

const names = Object.keys(POLICY).filter((name): name is PolicyName => name in POLICY);
const initial = (name: PolicyName) => Number(POLICY[name].initial);
const withValue = (name: PolicyName, value: number) => (one: PolicyName) =>
  one === name ? value : initial(one);

describe('The policy', () => {
  it('has initial values that are consistent and within their bounds', () => {
    expect(names.map((name) => conflictIn(initial, name))).toEqual(names.map(() => null));
    expect(names.filter((name) => !takesValue(name, PARAMETERS[name].initial))).toEqual([]);
  });

  it.each([
    // 48 + 8 + complaint + 6 < 114
    ['payment-complaint-hours', 52, 'payment-hold-before-hours', 'atMost', 51],
    ['payment-hold-before-hours', 76, 'payment-complaint-hours', 'atMost', 75],
    ['payment-hold-before-hours', 24, 'cancel-free-hours', 'atLeast', 25],
    ['payment-fix-before-hours', 23, 'cancel-free-hours', 'atLeast', 24],
    ['payment-fix-before-hours', 48, 'payment-hold-before-hours', 'atMost', 47],
    ['cancel-free-hours', 25, 'payment-fix-before-hours', 'atMost', 24],
    ['cancel-free-hours', 1, 'cancel-last-hours', 'atLeast', 2],
    ['cancel-last-hours', 25, 'cancel-free-hours', 'atMost', 24],
    ['cancel-late-percent', 101, 'cancel-last-percent', 'atMost', 100],
    ['cancel-last-percent', 49, 'cancel-late-percent', 'atLeast', 50],
  ] as const)(
    'rejects %s of %d because of %s and says which value is allowed',
    (name, value, other, kind, limit) => {
      const otherValue = initial(other);
      expect(conflictIn(withValue(name, value), name)).toEqual({
        name,
        value,
        other,
        otherValue,
        kind,
        limit,
      });
      expect(conflictIn(withValue(name, limit), name)).toBeNull();
    },
  );

  it('fits the longest booking, with the time before and after it, into the shortest hold', () => {
    const hours = fc.integer({ min: 1, max: 96 });
    fc.assert(
      fc.property(hours, hours, (hold, complaint) => {
        const values: Partial<Record<PolicyName, number>> = {
          'payment-hold-before-hours': hold,
          'payment-complaint-hours': complaint,
        };
        const conflict = conflictIn((name) => values[name] ?? 0, 'payment-complaint-hours');
        if (conflict === null) expect(hold + 8 + complaint + 6).toBeLessThan(114);
        else if (conflict.other === 'payment-hold-before-hours')
          expect(hold + 8 + complaint + 6).toBeGreaterThanOrEqual(114);
      }),
    );
  });

  it.each([
    ['payment-fee-percent', '12.5', true],
    ['payment-fee-percent', '0', true],
    ['payment-fee-percent', '12.555', false],
    ['payment-fee-percent', '51', false],
    ['cancel-late-percent', '12.5', false],
    ['cancel-late-percent', '-1', false],
    ['cancel-free-hours', '0', false],
    ['booking-pay-minutes', '', false],
    ['booking-pay-minutes', '1e1', false],
    ['booking-pay-minutes', '4', false],
    ['booking-pay-minutes', '60', true],
  ] as const)('%s accepts %s: %s', (name, value, takes) => {
    expect(takesValue(name, value)).toBe(takes);
  });
});
