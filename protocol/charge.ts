/** What is paid for streams, as both servers reckon it. Amounts are in the currency's smallest unit, prices for a minute. */

/** A stream of which less was delivered costs nothing. */
export const FREE_MS = 30_000;
/** A streamer's picture may be missing for so long in a booking; what is more is not charged. */
export const FAULT_GRACE_MS = 30_000;
/** Whoever has waited for the other person of a booking for so long in vain, less `FAULT_GRACE_MS`, may leave. */
export const ABSENT_AFTER_MS = 10 * 60_000;

/** The delivered time, in ms, from which a paid call can be reviewed. */
export const REVIEWABLE_MS = 60_000;

/** A price times whole seconds, rounded down. */
const costOf = (priceMinor: number, ms: number): number =>
  Math.floor((priceMinor * Math.floor(ms / 1000)) / 60);

/** What was delivered costs so much. @param mostMs no more than this is charged */
export const streamCharge = (priceMinor: number, deliveredMs: number, mostMs: number): number =>
  deliveredMs < FREE_MS ? 0 : costOf(priceMinor, Math.min(deliveredMs, mostMs));

/** What a booking costs in which the streamer's picture was missing for some of the time. */
export const bookingCharge = (priceMinor: number, bookedMs: number, missedMs: number): number =>
  costOf(priceMinor, Math.max(0, bookedMs - (missedMs > FAULT_GRACE_MS ? missedMs : 0)));

/** How long one person waits for the other one of a booking before that one counts as absent. */
export const waitOf = (bookedMs: number): number => Math.min(ABSENT_AFTER_MS, bookedMs) - FAULT_GRACE_MS;

/** The site's share of what is charged, rounded half up. @param feeBps in hundredths of a percent */
export const feeOf = (charged: number, feeBps: number): number =>
  Math.floor((charged * feeBps + 5_000) / 10_000);
