import { Temporal } from 'temporal-polyfill';

const MINUTE_MS = 60_000;

/** A stretch of time in milliseconds since the epoch: `from` belongs to it, `to` does not. */
export type Stretch = { from: number; to: number };

/** Hours of a day, on the clock of a place. */
export type Hours = {
  /** Minutes after midnight. */
  startMinute: number;
  endMinute: number;
  /** IANA: `Europe/Madrid`. */
  timeZone: string;
};

/** A part of a local day in which the clock does not change. */
type Piece = Stretch & {
  /** When the clock would have read 0:00, had it not changed. */
  midnight: number;
};

/** Answers when hours of days are, and splits each day only once. */
export class LocalDays {
  readonly #pieces = new Map<string, Piece[]>();

  /**
   * When the clock of a place reads within hours of a day. Minutes that a change of the clock skips are missing, those
   * that it repeats are there twice.
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
   * When slots of a day begin: whenever the clock reads a multiple of the grid and a whole slot fits in the hours.
   * @param off stretches in which there are none
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
  // A day that a place skipped, as Samoa did in 2011, ends where it begins.
  for (let at = date.toZonedDateTime(timeZone); Temporal.ZonedDateTime.compare(at, end) < 0; ) {
    const change = at.getTimeZoneTransition('next');
    const next = change && Temporal.ZonedDateTime.compare(change, end) < 0 ? change : end;
    const midnight = utcMidnight - at.offsetNanoseconds / 1e6;
    pieces.push({ midnight, from: at.epochMilliseconds, to: next.epochMilliseconds });
    at = next;
  }
  return pieces;
}

/** What is left of stretches without others. */
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
