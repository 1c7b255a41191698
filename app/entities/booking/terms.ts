import type { BOOKING_STATUSES, BOOKING_WAIVERS, BookingTerms } from '#db/schema/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** In force for new bookings. */
export const TERMS: BookingTerms = {
  feeBps: 1_500,
  freeHours: 24,
  regretMinutes: 15,
  latePercent: 50,
  lastHours: 2,
  lastPercent: 100,
};

/** Whoever books has so long to pay. */
export const PAY_MS = 10 * MINUTE_MS;
/**
 * The amount is held when a booking is made, but at most so long before it starts. A Visa card's hold without its holder
 * lasts 114 hours (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method), so it outlives the longest booking
 * and the day after it.
 */
export const HOLD_BEFORE_MS = 48 * HOUR_MS;
/** If it cannot be held, whoever pays can put that right until so long before the start; cancelling is free till then. */
export const FIX_BEFORE_MS = 24 * HOUR_MS;
/** What was delivered is charged so long after the end. */
export const CAPTURE_AFTER_MS = 24 * HOUR_MS;
/** Until so long after the end, whoever has paid can complain. */
export const COMPLAINT_MS = 24 * HOUR_MS;

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
  if (booking.startAt.getTime() <= at + PAY_MS) return false;
  return (
    booking.status === 'WAITING' || (booking.status === 'CONFIRMED' && cancellationFee(booking, at) === 0)
  );
}
