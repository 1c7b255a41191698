import {
  absenceWaitMs,
  bookingCharge,
  FAULT_GRACE_MS,
  FREE_MS,
  isChargeable,
  streamCharge,
} from './charge.ts';

/** Outcomes of confirmed bookings. */
export const BOOKING_OUTCOMES = [
  'DELIVERED',
  'PARTLY',
  'PRODUCER_ABSENT',
  'CONSUMER_ABSENT',
  'BOTH_ABSENT',
] as const;

type Booked = { startAt: Date; endAt: Date; priceMinor: number; currency: string };

/** What the media server counted, as written to a stream's row. */
type Counted = {
  offeredMs: number;
  attendedMs: number;
  deliveredMs: number;
  missedMs: number;
  unofferedSince: Date | null;
  /** Who was waited for in vain. */
  absent: 'PRODUCER' | 'CONSUMER' | null;
};
export type Settled = { outcome: (typeof BOOKING_OUTCOMES)[number]; charge: number };

/** The terms of a requested call: its price a minute, and the most delivered time that it may cost. */
type Requested = { priceMinor: number; currency: string; budgetMs: number | null };

/**
 * The outcome of a booking and its charge, in the smallest unit: at most its price, and 0 if below the minimum charge.
 * @param counted null if nobody entered its room
 * @param at when it is settled; before its end if an account is deleted
 * @param leaver the person who deletes their account before the end
 */
export function settleBooking(
  booked: Booked,
  counted: Counted | null,
  at: Date,
  leaver: Counted['absent'] = null,
): Settled {
  const left = leaver && at < booked.endAt ? judgeLeft(booked, counted, at, leaver) : null;
  const { outcome, charge } = left ?? judge(booked, counted, at);
  return { outcome, charge: isChargeable(charge, booked.currency) ? charge : 0 };
}

/**
 * A booking that one person leaves for good: they are absent for the rest of it. Null if the other was absent so long
 * that they may leave.
 */
function judgeLeft(booked: Booked, counted: Counted | null, at: Date, leaver: 'PRODUCER' | 'CONSUMER') {
  const { startAt, endAt, priceMinor } = booked;
  const bookedMs = endAt.getTime() - startAt.getTime();
  const isDelivered = (counted?.deliveredMs ?? 0) >= FREE_MS;
  if (leaver === 'PRODUCER') {
    if (counted?.absent === 'CONSUMER' || isDelivered) return null;
    return { outcome: 'PRODUCER_ABSENT', charge: 0 } as const;
  }
  const missedMs = at.getTime() - startAt.getTime() - (counted?.offeredMs ?? 0);
  if (counted?.absent || missedMs >= absenceWaitMs(bookedMs)) return null;
  const charge = bookingCharge(priceMinor, bookedMs, missedMs);
  return { outcome: isDelivered ? 'DELIVERED' : 'CONSUMER_ABSENT', charge } as const;
}

function judge({ startAt, endAt, priceMinor }: Booked, counted: Counted | null, at: Date): Settled {
  if (!counted) return { outcome: 'BOTH_ABSENT', charge: 0 };
  const { offeredMs, attendedMs, deliveredMs, unofferedSince, absent } = counted;
  const bookedMs = endAt.getTime() - startAt.getTime();
  const goneMs = unofferedSince ? endAt.getTime() - Math.max(unofferedSince.getTime(), startAt.getTime()) : 0;
  const missedMs = counted.missedMs + Math.max(0, goneMs);
  const isDelivered = deliveredMs >= FREE_MS;
  if (absent === 'CONSUMER') {
    const outcome = isDelivered ? 'DELIVERED' : 'CONSUMER_ABSENT';
    return { outcome, charge: bookingCharge(priceMinor, bookedMs, 0) };
  }
  if (!isDelivered) {
    const [streamerCame, otherCame] = [offeredMs >= FAULT_GRACE_MS, attendedMs >= FAULT_GRACE_MS];
    if (!otherCame) return { outcome: 'BOTH_ABSENT', charge: 0 };
    return { outcome: streamerCame && !absent ? 'PARTLY' : 'PRODUCER_ABSENT', charge: 0 };
  }
  // A guest who waited long enough for an absent streamer may leave and pays only what was delivered.
  const isLeft = absent === 'PRODUCER' || missedMs >= absenceWaitMs(bookedMs) || at < endAt;
  const charge = bookingCharge(priceMinor, bookedMs, missedMs);
  const delivered = streamCharge(priceMinor, deliveredMs, bookedMs);
  return {
    outcome: isLeft || missedMs > FAULT_GRACE_MS ? 'PARTLY' : 'DELIVERED',
    charge: isLeft ? Math.min(charge, delivered) : charge,
  };
}

/** The charge of a requested call, in the smallest unit; 0 if below the minimum charge. */
export function settleRequest({
  priceMinor,
  currency,
  deliveredMs,
  budgetMs,
}: Requested & Pick<Counted, 'deliveredMs'>): number {
  const charge = streamCharge(priceMinor, deliveredMs, budgetMs ?? 0);
  return isChargeable(charge, currency) ? charge : 0;
}

/**
 * Whether a booking costs what it would cost if it were over, whatever happens until its end, unless the customer comes
 * back.
 */
export const isFixed = (
  { endAt }: Pick<Booked, 'endAt'>,
  { deliveredMs, unofferedSince, absent }: Counted,
  at: Date,
): boolean =>
  at >= endAt ||
  absent === 'CONSUMER' ||
  (unofferedSince === null && (absent === 'PRODUCER' || deliveredMs >= FREE_MS));
