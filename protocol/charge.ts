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
