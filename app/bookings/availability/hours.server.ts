import { Temporal } from 'temporal-polyfill';

const MINUTE_MS = 60_000;

/** A half-open stretch of time in ms since 1970: includes `from`, excludes `to`. */
export type Stretch = { from: number; to: number };

/** Hours of a local day. */
export type Hours = {
  /** Minutes after midnight. */
  startMinute: number;
  endMinute: number;
  /** IANA: `Europe/Madrid`. */
  timeZone: string;
};

/** A part of a local day without a clock change. */
type Piece = Stretch & {
  /** The instant at which local time would have been 0:00 under the offset of this piece. */
  midnight: number;
};

/** Converts local hours to instants; splits each day only once. */
export class LocalDays {
  readonly #pieces = new Map<string, Piece[]>();

  /**
   * The instants of a day whose local time lies within hours. Minutes skipped by a clock change are missing; repeated
   * minutes occur twice.
   */
  stretches(date: Temporal.PlainDate, hours: Hours): Stretch[] {
    const all: Stretch[] = [];
    for (const { from, to } of this.#within(date, hours)) {
      const last = all.at(-1);
      if (last?.to === from) last.to = to;
      else all.push({ from, to });
    }
    return all;
  }

  /**
   * The starts of a day's slots: wherever local time is a multiple of the grid and a whole slot fits in the hours.
   * @param off stretches without slots
   * @param grid minutes, a divisor of 60
   */
  slots(date: Temporal.PlainDate, hours: Hours, off: readonly Stretch[], grid: number): number[] {
    const length = grid * MINUTE_MS;
    const open = without(this.stretches(date, hours), off);
    const starts: number[] = [];
    for (const { midnight, from, to } of this.#within(date, hours)) {
      let at = midnight + Math.ceil((from - midnight) / length) * length;
      for (; at < to; at += length)
        if (open.some((stretch) => stretch.from <= at && at + length <= stretch.to)) starts.push(at);
    }
    return starts;
  }

  /** The parts of a day's pieces that lie within hours. */
  #within(date: Temporal.PlainDate, { startMinute, endMinute, timeZone }: Hours): Piece[] {
    const key = `${date.toString()} ${timeZone}`;
    const pieces = this.#pieces.get(key) ?? split(date, timeZone);
    this.#pieces.set(key, pieces);
    return pieces.flatMap(({ midnight, from, to }) => {
      const part = {
        midnight,
        from: Math.max(midnight + startMinute * MINUTE_MS, from),
        to: Math.min(midnight + endMinute * MINUTE_MS, to),
      };
      return part.from < part.to ? [part] : [];
    });
  }
}

function split(date: Temporal.PlainDate, timeZone: string): Piece[] {
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone);
  const utcMidnight = Date.UTC(date.year, date.month - 1, date.day);
  const pieces: Piece[] = [];
  // A local day that was skipped, as in Samoa in 2011, ends where it starts.
  for (let at = date.toZonedDateTime(timeZone); Temporal.ZonedDateTime.compare(at, end) < 0; ) {
    const change = at.getTimeZoneTransition('next');
    const next = change && Temporal.ZonedDateTime.compare(change, end) < 0 ? change : end;
    const midnight = utcMidnight - at.offsetNanoseconds / 1e6;
    pieces.push({ midnight, from: at.epochMilliseconds, to: next.epochMilliseconds });
    at = next;
  }
  return pieces;
}

/** Subtracts stretches from others. */
function without(stretches: Stretch[], others: readonly Stretch[]): Stretch[] {
  let left = stretches;
  for (const other of others) {
    left = left.flatMap(({ from, to }) => {
      const parts = [
        { from, to: Math.min(to, other.from) },
        { from: Math.max(from, other.to), to },
      ];
      return parts.filter((part) => part.from < part.to);
    });
  }
  return left;
}
