import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { availabilityException, availabilityRule, booking, producerSetting } from '#db/schema/index.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

type Asked = {
  streamer: { id: string };
  viewer: { id: string };
  /** Midnight UTC of the first day on the viewer's clock. */
  from: number;
  days: number;
  zone: string;
};

/** A reading of a clock: the date (`2027-03-28`), the minute of the day, and the day of the week (Monday is 1). */
type Reading = { day: string; minute: number; dayOfWeek: number };

/** Reads a time zone's clock with `Intl`, independently of the product's own arithmetic. */
function clockOf(timeZone: string): (at: number) => Reading {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const known = new Map<number, Reading>();
  return (at) => {
    const before = known.get(at);
    if (before) return before;
    const [day = '', time = ''] = clock.format(at).split(' ');
    const [hour = Number.NaN, minute = Number.NaN] = time.split(':').map(Number);
    const reading = { day, minute: hour * 60 + minute, dayOfWeek: new Date(day).getUTCDay() || 7 };
    known.set(at, reading);
    return reading;
  };
}

/**
 * The slots that a viewer can book, found minute by minute, with their prices: `2027-03-28T10:00:00.000Z 100`. Assumes
 * settings without notice, and days within the booking horizon.
 */
export async function minuteOracle(
  db: Database,
  { streamer, viewer, from, days, zone }: Asked,
): Promise<string[]> {
  const [setting] = await db.select().from(producerSetting).where(eq(producerSetting.userId, streamer.id));
  if (!setting) return [];
  const { gridMinutes: grid, restMinutes } = setting;
  const offered = await offeredTo(db, streamer.id);
  const taken = await takenOf(db, streamer.id, viewer.id);
  const viewers = clockOf(zone);
  const lastDay = new Date(from + days * DAY_MINUTES * MINUTE_MS).toISOString().slice(0, 10);
  const firstDay = new Date(from).toISOString().slice(0, 10);
  const found: string[] = [];
  // A margin of a day on both sides covers every time zone.
  for (
    let at = from - DAY_MINUTES * MINUTE_MS;
    at < from + (days + 1) * DAY_MINUTES * MINUTE_MS;
    at += 5 * MINUTE_MS
  ) {
    const { day } = viewers(at);
    if (day < firstDay || day >= lastDay) continue;
    const priceMinor = offered(at, grid);
    if (priceMinor === null || taken(at, at + grid * MINUTE_MS, restMinutes * MINUTE_MS)) continue;
    found.push(`${new Date(at).toISOString()} ${priceMinor}`);
  }
  return found;
}

/** Returns a function that answers a slot's price per minute, or null if it is not offered. */
async function offeredTo(db: Database, producerId: string) {
  const rules = await db
    .select()
    .from(availabilityRule)
    .where(eq(availabilityRule.producerId, producerId))
    .orderBy(asc(availabilityRule.createdAt), asc(availabilityRule.id));
  const exceptions = await db
    .select()
    .from(availabilityException)
    .where(eq(availabilityException.producerId, producerId))
    .orderBy(asc(availabilityException.createdAt), asc(availabilityException.id));
  const within = (
    { day, minute }: Reading,
    { firstDay, lastDay, startMinute, endMinute }: (typeof exceptions)[number],
  ) =>
    firstDay <= day && day <= lastDay && minute >= (startMinute ?? 0) && minute < (endMinute ?? DAY_MINUTES);
  const off = exceptions
    .filter(({ kind }) => kind === 'OFF')
    .map((one) => ({ one, clock: clockOf(one.timeZone) }));
  const windows = [
    ...exceptions
      .filter(({ kind }) => kind === 'EXTRA')
      .map((one) => ({ ...one, holds: (reading: Reading) => within(reading, one) })),
    ...rules.map((one) => ({
      ...one,
      holds: ({ dayOfWeek, minute }: Reading) =>
        dayOfWeek === one.dayOfWeek && minute >= one.startMinute && minute < one.endMinute,
    })),
  ].map((one) => ({ ...one, clock: clockOf(one.timeZone) }));
  return (at: number, grid: number): number | null => {
    const minutes = Array.from({ length: grid }, (_, nth) => at + nth * MINUTE_MS);
    const isOff = () => minutes.some((minute) => off.some(({ one, clock }) => within(clock(minute), one)));
    for (const { clock, holds, priceMinor } of windows) {
      const first = clock(at);
      if (first.minute % grid !== 0 || !holds(first)) continue;
      const isWhole = minutes.every((minute) => holds(clock(minute)) && clock(minute).day === first.day);
      if (isWhole && !isOff()) return priceMinor;
    }
    return null;
  };
}

/** Returns a function that answers whether a slot overlaps a booking, or the rest after one. */
async function takenOf(db: Database, streamerId: string, viewerId: string) {
  const { producerId, consumerId, outcome } = booking;
  const people = [streamerId, viewerId].flatMap((id) => [eq(producerId, id), eq(consumerId, id)]);
  const rows = await db
    .select()
    .from(booking)
    .where(and(eq(booking.status, 'CONFIRMED'), isNull(outcome), or(...people)));
  return (from: number, to: number, restMs: number): boolean =>
    rows.some(({ producerId, consumerId, startAt, endAt, restMinutes }) => {
      const [start, end] = [startAt.getTime(), endAt.getTime()];
      const ofStreamer = producerId === streamerId || consumerId === streamerId;
      const ownRest = producerId === streamerId ? restMinutes * MINUTE_MS : 0;
      if (ofStreamer && start < to + restMs && end + ownRest > from) return true;
      return start < to && end > from;
    });
}
