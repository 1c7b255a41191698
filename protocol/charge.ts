/**
 * Charges for streams, computed the same way by both servers. Amounts are in the currency's smallest unit, prices are
 * per minute.
 */

/** A stream with less delivered is free. */
export const FREE_MS = 30_000;
/** Missing picture time up to this is charged in a booking; beyond it, none of the missing time is. */
export const FAULT_GRACE_MS = 30_000;
/** After waiting this long, less `FAULT_GRACE_MS`, for the other person of a booking, a person may leave. */
export const ABSENT_AFTER_MS = 10 * 60_000;

/** The delivered time, in ms, from which a paid call can be reviewed. */
export const REVIEWABLE_MS = 60_000;

/** A price times whole seconds, rounded down. */
const costOf = (priceMinor: number, ms: number): number =>
  Math.floor((priceMinor * Math.floor(ms / 1000)) / 60);

/** The charge for delivered time; 0 below `FREE_MS`. @param mostMs cap of the charged time */
export const streamCharge = (priceMinor: number, deliveredMs: number, mostMs: number): number =>
  deliveredMs < FREE_MS ? 0 : costOf(priceMinor, Math.min(deliveredMs, mostMs));

/** The charge for a booking, less the time in which the streamer's picture was missing. */
export const bookingCharge = (priceMinor: number, bookedMs: number, missedMs: number): number =>
  costOf(priceMinor, Math.max(0, bookedMs - (missedMs > FAULT_GRACE_MS ? missedMs : 0)));

/** Time in ms that one person of a booking waits before the other counts as absent. */
export const absenceWaitMs = (bookedMs: number): number =>
  Math.min(ABSENT_AFTER_MS, bookedMs) - FAULT_GRACE_MS;

/** The site's share of a charge, rounded half up. @param feeBps in hundredths of a percent */
export const feeOf = (charged: number, feeBps: number): number =>
  Math.floor((charged * feeBps + 5_000) / 10_000);

/** What is left of a charge for the streamer, after the site's share. @param feeBps in hundredths of a percent */
export const netOf = (charged: number, feeBps: number): number => charged - feeOf(charged, feeBps);

/**
 * Stripe's minimum charges, in the smallest unit
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). Stripe has none for CNY; this one is worth
 * about as much as the others.
 */
const LEAST: Partial<Record<string, number>> = { EUR: 50, GBP: 30, USD: 50, CNY: 500 };

/** Stripe accepts amounts of at most eight digits. */
const MOST = 99_999_999;

/** The minimum charge, in the smallest unit. @param currency `EUR` */
export const leastCharge = (currency: string): number => LEAST[currency] ?? 50;

/** Whether an amount lies within Stripe's minimum and maximum charge. @param currency `EUR` */
export const isChargeable = (amount: number, currency: string): boolean =>
  amount >= leastCharge(currency) && amount <= MOST;

/** An amount held for a call. @property feeBps the site's share, in hundredths of a percent */
export type Hold = { amount: number; feeBps: number };

/**
 * Distributes a charge over holds, in their order. If the rest for the last hold is below the minimum charge, it is
 * topped up from the hold before; if that one has too little itself, the rest is waived.
 * @param charge in the smallest unit, as are the other amounts
 * @param holds the amount of each hold
 * @param least the minimum charge of one hold
 * @returns the amount to capture of each hold: 0 or at least `least`, at most the hold, in total at most `charge`
 */
export function fillHolds(charge: number, holds: readonly number[], least: number): number[] {
  let left = charge;
  const filled = holds.map((held) => {
    const part = Math.min(left, held);
    left -= part;
    return part;
  });
  const last = filled.findLastIndex((part) => part > 0);
  const [before = 0, rest = 0] = [filled[last - 1], filled[last]];
  if (rest === 0 || rest >= least) return filled;
  const isEnough = before - (least - rest) >= least;
  filled[last] = isEnough ? least : 0;
  if (isEnough) filled[last - 1] = before - (least - rest);
  return filled;
}

/**
 * What a charge to these holds costs the customer and brings the streamer: less than the charge if a rest is waived.
 * @param currency `EUR`
 */
export function amountsOf(charge: number, currency: string, holds: readonly Hold[]) {
  const parts = fillHolds(
    charge,
    holds.map(({ amount }) => amount),
    leastCharge(currency),
  );
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  return { paid: sum(parts), earned: sum(parts.map((part, i) => netOf(part, holds[i]?.feeBps ?? 0))) };
}
