/** The policy on bookings and money, which administrators set as parameters, and the constraints between them. */

const percent = { kind: 'whole', least: 0, most: 100, unit: 'percent' } as const;
const hours = { kind: 'whole', least: 1, most: 96, unit: 'hours' } as const;
const minutes = { kind: 'whole', least: 1, most: 60, unit: 'minutes' } as const;

export const POLICY = {
  'payment-fee-percent': { about: 'fee', ...percent, kind: 'hundredths', initial: '15', most: 50 },
  'payment-hold-before-hours': { about: 'holdBefore', ...hours, initial: '48' },
  'payment-fix-before-hours': { about: 'fixBefore', ...hours, initial: '24' },
  'payment-complaint-hours': { about: 'complaint', ...hours, initial: '24' },
  'booking-pay-minutes': { about: 'pay', ...minutes, initial: '10', least: 5 },
  'booking-confirm-hours': { about: 'confirm', ...hours, initial: '24' },
  'booking-confirm-before-minutes': { about: 'confirmBefore', ...minutes, initial: '60', most: 1_440 },
  'cancel-free-hours': { about: 'cancelFree', ...hours, initial: '24' },
  'cancel-late-percent': { about: 'cancelLate', ...percent, initial: '50' },
  'cancel-last-hours': { about: 'cancelLastHours', ...hours, initial: '2' },
  'cancel-last-percent': { about: 'cancelLast', ...percent, initial: '100' },
  'cancel-regret-minutes': { about: 'cancelRegret', ...minutes, initial: '15' },
  'strikes-hide': { about: 'strikes', kind: 'whole', initial: '3', least: 1, most: 20, unit: 'times' },
} as const;

export type PolicyName = keyof typeof POLICY;

/** Longest booking, in hours. */
const LONGEST_HOURS = 8;
/** A hold is captured at the latest this many hours before the bank drops it. */
export const SPARE_HOURS = 6;
/**
 * Duration of a Visa hold placed without the card's holder, the shortest of all
 * (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method).
 */
const SHORTEST_HOLD_HOURS = 114;
/** Whole hours left for the time before a booking and after it, which the hold must outlast. */
const HELD_MOST_HOURS = SHORTEST_HOLD_HOURS - LONGEST_HOURS - SPARE_HOURS - 1;

/** `one` is at least `by` more than `other`; or the sum of `one` and `other` is at most `sum`. */
type Rule = { one: PolicyName; other: PolicyName } & ({ by: number } | { sum: number });

const RULES: readonly Rule[] = [
  { one: 'payment-hold-before-hours', other: 'payment-complaint-hours', sum: HELD_MOST_HOURS },
  // When cancelling starts to cost, the amount is already held.
  { one: 'payment-hold-before-hours', other: 'cancel-free-hours', by: 1 },
  { one: 'payment-fix-before-hours', other: 'cancel-free-hours', by: 0 },
  // Leaves time to fix a refused card.
  { one: 'payment-hold-before-hours', other: 'payment-fix-before-hours', by: 1 },
  { one: 'cancel-free-hours', other: 'cancel-last-hours', by: 0 },
  { one: 'cancel-last-percent', other: 'cancel-late-percent', by: 0 },
];

/** Two inconsistent parameters: the bound of one, given the value of the other. */
export type Conflict = {
  name: PolicyName;
  value: number;
  other: PolicyName;
  otherValue: number;
  /** The value must be at least, or at most, `limit`. */
  kind: 'atLeast' | 'atMost';
  limit: number;
};

/**
 * Finds the first conflict between parameters; null if there is none.
 * @param numberOf the value of a parameter
 * @param changed the parameter that was changed: the conflict is reported as its bound
 */
export function conflictIn(numberOf: (name: PolicyName) => number, changed: string): Conflict | null {
  for (const rule of RULES) {
    const [one, other] = [numberOf(rule.one), numberOf(rule.other)];
    if ('sum' in rule ? one + other <= rule.sum : one - other >= rule.by) continue;
    const isOther = rule.other === changed;
    const [name, value] = isOther ? [rule.other, other] : [rule.one, one];
    const [against, otherValue] = isOther ? [rule.one, one] : [rule.other, other];
    const needed = { name, value, other: against, otherValue };
    if ('sum' in rule) return { ...needed, kind: 'atMost', limit: rule.sum - otherValue };
    return isOther
      ? { ...needed, kind: 'atMost', limit: otherValue - rule.by }
      : { ...needed, kind: 'atLeast', limit: otherValue + rule.by };
  }
  return null;
}
