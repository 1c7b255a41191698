import type { BOOKING_STATUSES, BOOKING_WAIVERS, BookingTerms } from '#db/schema/index.ts';
import { isChargeable } from '#protocol/charge.ts';
import { POLICY, type PolicyName } from '#protocol/policy.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The terms that new bookings are made under. @param numberOf the policy in force */
export const termsBy = (numberOf: (name: PolicyName) => number): AllTerms => ({
  feeBps: Math.round(numberOf('payment-fee-percent') * 100),
  freeHours: numberOf('cancel-free-hours'),
  regretMinutes: numberOf('cancel-regret-minutes'),
  latePercent: numberOf('cancel-late-percent'),
  lastHours: numberOf('cancel-last-hours'),
  lastPercent: numberOf('cancel-last-percent'),
  payMinutes: numberOf('booking-pay-minutes'),
  holdHours: numberOf('payment-hold-before-hours'),
  fixHours: numberOf('payment-fix-before-hours'),
  complaintHours: numberOf('payment-complaint-hours'),
});

/** The terms of a site whose policy has not been changed. */
export const TERMS = termsBy((name) => Number(POLICY[name].initial));

/** The deadlines of a booking under its terms, in ms since 1970; `payMs` is the time allowed for paying, in ms. */
export function momentsOf({ startAt, endAt, terms }: Pick<Cancelled, 'startAt' | 'terms'> & { endAt: Date }) {
  const { payMinutes, holdHours, fixHours, complaintHours } = { ...TERMS, ...terms };
  return {
    payMs: payMinutes * MINUTE_MS,
    /** Earliest time to place the hold; an earlier one could expire before the longest booking is over and captured. */
    holdAt: startAt.getTime() - holdHours * HOUR_MS,
    /** Deadline for the payer to fix a refused hold. Until then cancelling is free. */
    fixBy: startAt.getTime() - fixHours * HOUR_MS,
    /** Deadline for the payer's complaints. What was delivered is captured at this time. */
    complainBy: endAt.getTime() + complaintHours * HOUR_MS,
  };
}

type AllTerms = Required<BookingTerms>;

type Cancelled = {
  amount: number;
  currency: string;
  startAt: Date;
  createdAt: Date;
  terms: BookingTerms | null;
  waived: (typeof BOOKING_WAIVERS)[number] | null;
};

/**
 * The fee the customer pays for cancelling a confirmed booking, in the smallest unit; 0 if it is below the minimum
 * charge.
 * @param at ms since 1970
 */
export function cancellationFee(booking: Cancelled, at: number): number {
  const { amount, currency, startAt, createdAt, terms, waived } = booking;
  if (!terms || waived) return 0;
  const leftMs = startAt.getTime() - at;
  const isLast = leftMs < terms.lastHours * HOUR_MS;
  const regrets = !isLast && at - createdAt.getTime() < terms.regretMinutes * MINUTE_MS;
  if (regrets || leftMs >= terms.freeHours * HOUR_MS) return 0;
  const fee = Math.floor((amount * (isLast ? terms.lastPercent : terms.latePercent)) / 100);
  return isChargeable(fee, currency) ? fee : 0;
}

/**
 * Whether the customer may move a booking to another time: only while cancelling it is free and there is time left to
 * pay for the new one.
 * @param at ms since 1970
 */
export function isMovable(
  booking: Cancelled & { status: (typeof BOOKING_STATUSES)[number] },
  at: number,
): boolean {
  const { payMinutes } = { ...TERMS, ...booking.terms };
  if (booking.startAt.getTime() <= at + payMinutes * MINUTE_MS) return false;
  return (
    booking.status === 'WAITING' || (booking.status === 'CONFIRMED' && cancellationFee(booking, at) === 0)
  );
}
