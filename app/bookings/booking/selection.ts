import type { Slots } from '../availability/slot-schema.ts';

const MINUTE_MS = 60_000;

/** Slots combined into one booking: instants in ms since 1970, money in the currency's smallest unit. */
export type Selection = {
  startAt: number;
  endAt: number;
  minutes: number;
  priceMinor: number;
  currency: string;
  amount: number;
};

/**
 * `taken`: one of the slots is not available; `apart`: they are not consecutive, or have several prices; `short`,
 * `long`: outside the streamer's minimum and maximum length.
 */
export type SelectionProblem = 'taken' | 'apart' | 'short' | 'long';

/** @param starts of slots, in any order */
export function selectionOf(
  { slots, offers, minutes: grid }: Slots,
  starts: readonly number[],
): Selection | SelectionProblem {
  const wanted = new Set(starts);
  const found = slots.filter(({ start }) => wanted.has(Date.parse(start)));
  const [first] = found;
  const offer = first && offers[first.offer];
  // Includes slots that are no longer offered but were when selected.
  if (!offer || found.length < wanted.size || found.some(({ state }) => state !== 'AVAILABLE'))
    return 'taken';
  const startAt = Date.parse(first.start);
  const isRun = found.every(
    (slot, index) =>
      slot.offer === first.offer && Date.parse(slot.start) === startAt + index * grid * MINUTE_MS,
  );
  if (!isRun) return 'apart';
  const minutes = found.length * grid;
  if (minutes < offer.minMinutes) return 'short';
  if (minutes > offer.maxMinutes) return 'long';
  const { priceMinor, currency } = offer;
  return {
    startAt,
    endAt: startAt + minutes * MINUTE_MS,
    minutes,
    priceMinor,
    currency,
    amount: priceMinor * minutes,
  };
}
