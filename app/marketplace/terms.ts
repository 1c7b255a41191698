import type { BOOKING_STATUSES, BOOKING_WAIVERS, BookingTerms } from '#db/schema/index.ts';
import { POLICY, type PolicyName } from '#protocol/policy.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The terms by which new bookings are made. @param numberOf the policy in force */
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

/** Those of a site whose administrators have changed nothing. */
export const TERMS = termsBy((name) => Number(POLICY[name].initial));

/** The moments of a booking by its terms, in ms since 1970; `payMs` is how long one has to pay. */
export function momentsOf({ startAt, endAt, terms }: Pick<Cancelled, 'startAt' | 'terms'> & { endAt: Date }) {
  const { payMinutes, holdHours, fixHours, complaintHours } = { ...TERMS, ...terms };
  return {
    payMs: payMinutes * MINUTE_MS,
    /** Its amount is held when it is made, but at most so early: so the hold outlives the longest booking and what follows. */
    holdAt: startAt.getTime() - holdHours * HOUR_MS,
    /** If it cannot be held, whoever pays can put that right until then; cancelling is free till then. */
    fixBy: startAt.getTime() - fixHours * HOUR_MS,
    /** Until then whoever has paid can complain; then what was delivered is charged. */
    complainBy: endAt.getTime() + complaintHours * HOUR_MS,
  };
}

/**
 * The least that Stripe charges, in the smallest unit (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 * It has none for CNY: ours is about the others' worth.
 */
const LEAST: Partial<Record<string, number>> = { EUR: 50, GBP: 30, USD: 50, CNY: 500 };

/** Stripe takes amounts of eight digits. */
const MOST = 99_999_999;

/** The least that can be charged, in the smallest unit. @param currency `EUR` */
export const leastCharge = (currency: string): number => LEAST[currency] ?? 50;

/** Whether an amount is neither too little nor too much to be charged. @param currency `EUR` */
export const isChargeable = (amount: number, currency: string): boolean =>
  amount >= leastCharge(currency) && amount <= MOST;

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
 * What whoever booked is charged for cancelling a confirmed booking, in the smallest unit: nothing if it is less than can
 * be charged.
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
 * Whether whoever booked may move a booking to another time: only as long as cancelling it costs nothing, and there is time
 * to pay for the other one.
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
