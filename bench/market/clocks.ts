import { DAY_MS, LocalDays, MINUTE_MS } from '#app/bookings/availability/hours.server.ts';
import { print } from './market.ts';

const DAYS = 730;
/** Zones with changes by an hour and by half an hour, at midnight, and without changes. */
const ZONES = [
  'Europe/Madrid',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'America/Santiago',
  'Pacific/Apia',
];
/** Offered hours, in minutes of the day. */
const HOURS = [
  [0, 1440],
  [60, 150],
  [120, 180],
  [90, 1020],
  [1380, 1440],
] as const;

/**
 * Checks for every minute of two years that it is offered exactly if the place's clock, read by `Intl`, is within the
 * hours of that day.
 * @throws Error with the first minute that fails
 */
export function compareClocks(): void {
  let minutes = 0;
  for (const timeZone of ZONES) minutes += compareZone(timeZone);
  print(`${minutes} minutes in ${ZONES.length} zones`, 'each is offered exactly if the clock reads so');
}

function compareZone(timeZone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const from = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const days = new LocalDays({ from, to: from + DAYS * DAY_MS });
  const open = HOURS.map(([startMinute, endMinute]) =>
    Array.from({ length: DAYS + 2 }, (_, day) =>
      days.stretches({ day: from + (day - 1) * DAY_MS, hours: { startMinute, endMinute, timeZone } }),
    ).flat(),
  );
  const next = open.map(() => 0);
  for (let minute = 0; minute < DAYS * 1440; minute++) {
    const at = from + minute * MINUTE_MS;
    const reading = clock.format(at);
    const read = Number(reading.slice(11, 13)) * 60 + Number(reading.slice(14, 16));
    for (const [nth, [start, end]] of HOURS.entries()) {
      const stretches = open[nth] ?? [];
      while ((stretches[next[nth] ?? 0]?.to ?? Infinity) <= at) next[nth] = (next[nth] ?? 0) + 1;
      const isOffered = (stretches[next[nth] ?? 0]?.from ?? Infinity) <= at;
      if (isOffered !== (start <= read && read < end))
        throw new Error(`${new Date(at).toISOString()} in ${timeZone}, where it is ${reading}`);
    }
  }
  return DAYS * 1440;
}
