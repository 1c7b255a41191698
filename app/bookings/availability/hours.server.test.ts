import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  DAY_MS,
  firstOf,
  type Hours,
  LocalDays,
  MINUTE_MS,
  merged,
  type Stretch,
  Timeline,
} from './hours.server.ts';

const HOUR_MS = 60 * MINUTE_MS;

/** Zones that change by an hour or by half an hour, at midnight, or never, and one that skipped a day. */
const ZONES: Record<string, string[]> = {
  'Europe/Madrid': ['2027-03-28', '2026-10-25', '2026-12-01'],
  'America/New_York': ['2027-03-14', '2026-11-01'],
  'Australia/Lord_Howe': ['2026-10-04', '2027-04-04'],
  'Africa/Cairo': ['2027-04-30', '2026-10-29', '2026-10-30'],
  'Asia/Kathmandu': ['2026-11-01'],
  'America/Santiago': ['2026-09-06', '2027-04-03', '2027-04-04'],
  'Pacific/Apia': ['2011-12-29', '2011-12-30', '2011-12-31'],
};
const HOURS = [
  [0, 1440],
  [60, 150],
  [120, 180],
  [90, 135],
  [150, 240],
  [540, 1020],
  [0, 45],
  [1380, 1440],
] as const;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Local time by `Intl`, independent of the code under test. */
function read(at: number, timeZone: string): { day: string; minute: number } {
  const options = { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  clocks.set(timeZone, clock);
  const [day = '', time = ''] = clock.format(at).split(' ');
  const [hour = Number.NaN, minute = Number.NaN] = time.split(':').map(Number);
  return { day, minute: hour * 60 + minute };
}

const daysAround = (day: string) => new LocalDays({ from: Date.parse(day), to: Date.parse(day) + DAY_MS });

/** The minutes around a day whose local time disagrees with the stretches found. */
function differing(day: string, hours: Hours): string[] {
  const stretches = daysAround(day).stretches({ day: Date.parse(day), hours });
  const from = Date.parse(day) - 15 * HOUR_MS;
  return Array.from({ length: (24 + 30) * 60 }, (_, n) => from + n * MINUTE_MS).flatMap((at) => {
    const clock = read(at, hours.timeZone);
    const want = clock.day === day && clock.minute >= hours.startMinute && clock.minute < hours.endMinute;
    const have = stretches.some((stretch) => stretch.from <= at && at < stretch.to);
    return want === have ? [] : [new Date(at).toISOString()];
  });
}

describe.each(Object.entries(ZONES))('%s', (timeZone, days) => {
  it.each(days)('finds the minutes of the local day %s', (day) => {
    for (const [startMinute, endMinute] of HOURS)
      expect(differing(day, { startMinute, endMinute, timeZone }), `${startMinute}–${endMinute}`).toEqual([]);
  });

  it('starts slots at multiples of the grid where a whole one fits', () => {
    const arbitrary = {
      day: fc.constantFrom(...days),
      grid: fc.constantFrom(5, 10, 15, 20, 30, 60),
      startMinute: fc.nat(1400),
      minutes: fc.integer({ min: 5, max: 1440 }),
    };
    fc.assert(
      fc.property(fc.record(arbitrary), ({ day, grid, startMinute, minutes }) => {
        const hours = { startMinute, endMinute: Math.min(startMinute + minutes, 1440), timeZone };
        const asked = { day: Date.parse(day), hours };
        const stretches = daysAround(day).stretches(asked);
        const wanted = stretches.flatMap(({ from, to }) =>
          Array.from({ length: (to - from) / MINUTE_MS }, (_, n) => from + n * MINUTE_MS).filter(
            (at) => read(at, timeZone).minute % grid === 0 && at + grid * MINUTE_MS <= to,
          ),
        );
        const found = firstOf(daysAround(day), [asked], grid * MINUTE_MS, () => false);
        expect([...found.keys()]).toEqual(wanted);
      }),
    );
  });
});

const slotsOf = (
  day: string,
  timeZone: string,
  hours: number[],
  grid: number,
  off: [number, number][] = [],
) => {
  const [from = 0, to = 0] = hours;
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
  const at = (hour: number) => midnight + hour * HOUR_MS;
  const wanted = { day: Date.parse(day), hours: { startMinute: from * 60, endMinute: to * 60, timeZone } };
  const timeOff = new Timeline(off.map(([start, end]) => ({ from: at(start), to: at(end) })));
  const found = firstOf(
    daysAround(day),
    [wanted],
    grid * MINUTE_MS,
    (slot) => timeOff.overlapping(slot).length > 0,
  );
  return [...found.keys()].map((start) =>
    Temporal.Instant.fromEpochMilliseconds(start)
      .toZonedDateTimeISO(timeZone)
      .toString({ timeZoneName: 'never', smallestUnit: 'minute' })
      .slice(11),
  );
};

it('skips the slots of a skipped hour and repeats those of a repeated hour', () => {
  const spring = slotsOf('2027-03-28', 'Europe/Madrid', [1, 4], 30);
  expect(spring).toEqual(['01:00+01:00', '01:30+01:00', '03:00+02:00', '03:30+02:00']);
  const autumn = slotsOf('2026-10-25', 'Europe/Madrid', [2, 3], 30);
  expect(autumn).toEqual(['02:00+02:00', '02:30+02:00', '02:00+01:00', '02:30+01:00']);
});

it('keeps slots on the grid of local time after a change by half an hour', () => {
  const slots = slotsOf('2026-10-04', 'Australia/Lord_Howe', [1, 5], 60);
  expect(slots).toEqual(['01:00+10:30', '03:00+11:00', '04:00+11:00']);
});

it('has no slots that overlap time off', () => {
  expect(slotsOf('2026-12-01', 'Europe/Madrid', [9, 12], 30, [[9.75, 10.5]])).toEqual([
    '09:00+01:00',
    '10:30+01:00',
    '11:00+01:00',
    '11:30+01:00',
  ]);
});

const minute = fc.integer({ min: 0, max: 2_880 });
const stretch = fc.tuple(minute, fc.integer({ min: 1, max: 600 })).map(([from, length]) => ({
  from: from * MINUTE_MS,
  to: (from + length) * MINUTE_MS,
}));

it('finds the stretches that overlap another one', () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 30 }), stretch, (stretches, asked) => {
      const inOrder = stretches.toSorted((one, other) => one.from - other.from);
      const wanted = inOrder.filter(({ from, to }) => from < asked.to && to > asked.from);
      expect(new Timeline(stretches).overlapping(asked)).toEqual(wanted);
    }),
  );
});

it('merges stretches into disjoint ones of the same time', () => {
  const minutesOf = (stretches: readonly Stretch[]) =>
    stretches.flatMap(({ from, to }) =>
      Array.from({ length: (to - from) / MINUTE_MS }, (_, n) => from + n * MINUTE_MS),
    );
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 20 }), (stretches) => {
      const all = merged(stretches);
      expect(all.every(({ from }, nth) => nth === 0 || from > (all[nth - 1]?.to ?? 0))).toBe(true);
      const wanted = [...new Set(minutesOf(stretches))].sort((one, other) => one - other);
      expect(minutesOf(all)).toEqual(wanted);
    }),
  );
});

const FIRST = Date.parse('2027-03-27');
const wantedHours = fc
  .record({
    day: fc.nat(3).map((n) => FIRST + n * DAY_MS),
    startMinute: fc.nat(1_400),
    minutes: fc.integer({ min: 5, max: 1_440 }),
    timeZone: fc.constantFrom('Europe/Madrid', 'Asia/Kathmandu', 'America/New_York'),
  })
  .map(({ day, minutes, ...hours }) => ({
    day,
    hours: { ...hours, endMinute: Math.min(hours.startMinute + minutes, 1_440) },
  }));

it('gives each start to the first hours that contain it, as trying every start of each does', () => {
  const grids = fc.constantFrom(5, 15, 30, 60);
  fc.assert(
    fc.property(
      fc.array(wantedHours, { maxLength: 12 }),
      grids,
      fc.array(stretch),
      (wanted, minutes, off) => {
        const days = new LocalDays({ from: FIRST, to: FIRST + 4 * DAY_MS });
        const grid = minutes * MINUTE_MS;
        const timeOff = off.map(({ from, to }) => ({ from: from + FIRST, to: to + FIRST }));
        const isOff = ({ from, to }: Stretch) => timeOff.some((one) => one.from < to && one.to > from);
        const naive = new Map<number, Hours>();
        for (const one of wanted)
          for (const run of days.runs(one, grid))
            for (let start = run.from; start < run.to; start += grid)
              if (!naive.has(start) && !isOff({ from: start, to: start + grid })) naive.set(start, one.hours);
        const found = firstOf(days, wanted, grid, isOff);
        expect(new Map([...found].sort(([one], [other]) => one - other))).toEqual(
          new Map([...naive].sort(([one], [other]) => one - other)),
        );
        for (const [start, hours] of naive) expect(found.get(start)).toBe(hours);
      },
    ),
  );
});

it('looks at each start once, however many hours contain it', () => {
  const days = new LocalDays({ from: FIRST, to: FIRST + DAY_MS });
  const hours = { startMinute: 0, endMinute: 1_440, timeZone: 'UTC' };
  let looks = 0;
  const count = () => ++looks > 0;
  const wanted = Array.from({ length: 200 }, () => ({ day: FIRST, hours }));
  firstOf(days, wanted, 5 * MINUTE_MS, count);
  expect(looks).toBe(DAY_MS / (5 * MINUTE_MS));
});
