import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { type Hours, LocalDays } from './hours.server.ts';

const MINUTE_MS = 60_000;
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

/** The minutes around a day whose local time disagrees with the stretches found. */
function differing(day: string, hours: Hours): string[] {
  const date = Temporal.PlainDate.from(day);
  const stretches = new LocalDays().stretches(date, hours);
  const from = Date.UTC(date.year, date.month - 1, date.day) - 15 * HOUR_MS;
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
        const date = Temporal.PlainDate.from(day);
        const stretches = new LocalDays().stretches(date, hours);
        const wanted = stretches.flatMap(({ from, to }) =>
          Array.from({ length: (to - from) / MINUTE_MS }, (_, n) => from + n * MINUTE_MS).filter(
            (at) => read(at, timeZone).minute % grid === 0 && at + grid * MINUTE_MS <= to,
          ),
        );
        expect(new LocalDays().slots(date, hours, [], grid)).toEqual(wanted);
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
  const days = new LocalDays();
  const date = Temporal.PlainDate.from(day);
  const at = (hour: number) => date.toZonedDateTime(timeZone).epochMilliseconds + hour * HOUR_MS;
  return days
    .slots(
      date,
      { startMinute: from * 60, endMinute: to * 60, timeZone },
      off.map(([start, end]) => ({ from: at(start), to: at(end) })),
      grid,
    )
    .map((start) =>
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
