import { Temporal } from 'temporal-polyfill';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

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

/** Hours on one date, whose midnight in UTC is `day`, in ms since 1970. */
export type DayHours<H extends Hours = Hours> = { day: number; hours: H };

/** A stretch in which the clock is `offset` ms ahead of UTC. */
type Piece = Stretch & { offset: number };

/** Converts local hours within a range to instants; reads the changes of each clock only once. */
export class LocalDays {
  readonly #range: Stretch;
  readonly #pieces = new Map<string, Piece[]>();

  constructor(range: Stretch) {
    // A day's hours may begin before the range or end after it.
    this.#range = { from: range.from - 2 * DAY_MS, to: range.to + 2 * DAY_MS };
  }

  /**
   * The instants whose local time lies within hours. Minutes skipped by a clock change are missing; repeated minutes
   * occur twice.
   */
  stretches(wanted: DayHours): Stretch[] {
    return merged(this.#parts(wanted));
  }

  /**
   * The starts of a day's slots: wherever local time is a multiple of the grid and a whole slot fits in the hours. Each
   * run has all starts from `from` until `to`, excluded, in steps of the grid.
   * @param grid ms, a divisor of an hour
   */
  runs(wanted: DayHours, grid: number): Stretch[] {
    const parts = this.#parts(wanted);
    const open = merged(parts);
    return parts.flatMap(({ from, to, offset }) => {
      // A slot may go on after a clock change if the hours do.
      const end = open.find((stretch) => stretch.from <= from && to <= stretch.to)?.to ?? to;
      const first = Math.ceil((from + offset) / grid) * grid - offset;
      const run = { from: first, to: Math.min(to, end - grid + 1) };
      return run.from < run.to ? [run] : [];
    });
  }

  #parts({ day, hours: { startMinute, endMinute, timeZone } }: DayHours): Piece[] {
    const pieces = this.#pieces.get(timeZone) ?? piecesOf(this.#range, timeZone);
    this.#pieces.set(timeZone, pieces);
    return pieces.flatMap(({ from, to, offset }) => {
      const part = {
        from: Math.max(day + startMinute * MINUTE_MS - offset, from),
        to: Math.min(day + endMinute * MINUTE_MS - offset, to),
        offset,
      };
      return part.from < part.to ? [part] : [];
    });
  }
}

function piecesOf({ from, to }: Stretch, timeZone: string): Piece[] {
  const pieces: Piece[] = [];
  for (
    let at: Temporal.ZonedDateTime | null =
      Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
    at && at.epochMilliseconds < to;
  ) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next');
    const end = Math.min(next?.epochMilliseconds ?? to, to);
    pieces.push({ from: at.epochMilliseconds, to: end, offset: at.offsetNanoseconds / 1e6 });
    at = next;
  }
  return pieces;
}

/** The same time as disjoint stretches, earliest first. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** Stretches that are searched by time. Without overlaps among them a search takes logarithmic time. */
export class Timeline<S extends Stretch> {
  readonly #inOrder: readonly S[];
  /** For each stretch the latest end of those up to it. */
  readonly #ends: number[] = [];

  constructor(stretches: readonly S[]) {
    this.#inOrder = stretches.toSorted((one, other) => one.from - other.from);
    let end = Number.NEGATIVE_INFINITY;
    for (const { to } of this.#inOrder) {
      end = Math.max(end, to);
      this.#ends.push(end);
    }
  }

  /** The stretches that overlap another one, earliest first. */
  overlapping({ from, to }: Stretch): S[] {
    let low = 0;
    for (let high = this.#ends.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    const found: S[] = [];
    for (let next = this.#inOrder[low]; next && next.from < to; next = this.#inOrder[++low])
      if (next.to > from) found.push(next);
    return found;
  }
}

/**
 * Gives each start of a slot to the first hours that contain it. Looks at each start once, however many hours contain
 * it: later hours skip the runs of starts that earlier ones have looked at.
 * @param wanted hours that take precedence first
 * @param grid ms, a divisor of an hour
 * @param isOff whether there is no slot in a stretch
 */
export function firstOf<H extends Hours>(
  days: LocalDays,
  wanted: readonly DayHours<H>[],
  grid: number,
  isOff: (slot: Stretch) => boolean,
): Map<number, H> {
  const found = new Map<number, H>();
  /** Starts already looked at, and for each a later start from which to go on. */
  const skips = new Map<number, number>();
  const nextFrom = (start: number): number => {
    let next = start;
    for (let skip = skips.get(next); skip !== undefined; skip = skips.get(next)) next = skip;
    // Shortens the way for the next hours.
    for (let at = start; at < next; ) {
      const after = skips.get(at) ?? next;
      skips.set(at, next);
      at = after;
    }
    return next;
  };
  for (const one of wanted)
    for (const { from, to } of days.runs(one, grid))
      for (let start = nextFrom(from); start < to; start = nextFrom(start)) {
        skips.set(start, start + grid);
        if (!isOff({ from: start, to: start + grid })) found.set(start, one.hours);
      }
  return found;
}
