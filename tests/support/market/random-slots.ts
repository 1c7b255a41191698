import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { z } from 'zod';
import { type Slots, slotsSchema } from '#app/bookings/availability/slot-schema.ts';
import { selectionOf } from '#app/bookings/booking/selection.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import type { Database } from '#db/client.ts';
import {
  availabilityException,
  availabilityRule,
  BUSY_APART,
  booking,
  payment,
  producerSetting,
} from '#db/schema/index.ts';
import { makeStreamer } from '../people/people.ts';
import { makePerson, type Person } from './bookings.ts';
import { minuteOracle } from './minute-oracle.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Days per page; they begin some days ahead. */
const DAYS = 10;
const ZONES = [
  'Europe/Madrid',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'UTC',
];

const zone = fc.constantFrom(...ZONES);
const five = (max: number) => fc.nat({ max: max / 5 }).map((n) => 5 * n);
const price = fc.constantFrom(100, 150);
const hours = fc
  .record({
    startMinute: five(1_200),
    length: five(600),
    min: five(60),
    max: five(300),
    priceMinor: price,
    timeZone: zone,
  })
  .map(({ startMinute, length, min, max, ...rest }) => {
    const endMinute = Math.min(1_440, startMinute + Math.max(30, length));
    const minMinutes = Math.max(5, Math.min(min, endMinute - startMinute));
    const maxMinutes = Math.min(480, endMinute - startMinute, minMinutes + max);
    return { ...rest, startMinute, endMinute, minMinutes, maxMinutes, currency: 'EUR' };
  });
const day = fc.nat({ max: DAYS });

/** A streamer's hours, the bookings of the streamer and the viewer, and the viewer's selections. */
const world = (selections: number) =>
  fc.record({
    setting: fc.record({
      timeZone: zone,
      gridMinutes: fc.constantFrom(5, 10, 15, 20, 30, 60),
      restMinutes: fc.constantFrom(0, 0, 10, 45),
    }),
    aheadDays: fc.integer({ min: 2, max: 165 }),
    viewerZone: zone,
    // At most one rule a day, so that none overlap.
    rules: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 7 }), hours), {
      minLength: 1,
      maxLength: 6,
      selector: ([dayOfWeek]) => dayOfWeek,
    }),
    off: fc.array(fc.record({ day, days: fc.nat({ max: 2 }), times: fc.option(hours), timeZone: zone }), {
      maxLength: 2,
    }),
    extra: fc.array(fc.tuple(day, hours), { maxLength: 2 }),
    taken: fc.array(
      fc.record({
        day,
        minute: five(1_435),
        minutes: five(120).map((n) => n + 5),
        restMinutes: fc.constantFrom(0, 20),
        whose: fc.constantFrom('streamer', 'viewer', 'both'),
      }),
      { maxLength: 5 },
    ),
    chosen: fc.array(
      fc.record({
        nth: fc.nat(),
        count: fc.integer({ min: 1, max: 6 }),
        gap: fc.boolean(),
        shift: fc.constantFrom(0, 0, 0, 0, 5),
      }),
      { minLength: selections, maxLength: selections },
    ),
  });
type World = ReturnType<typeof world> extends fc.Arbitrary<infer One> ? One : never;

export type SlotSite = {
  db: Database;
  get(path: string, as: Person): Promise<unknown>;
  /** @returns the status */
  post(path: string, as: Person, body: object): Promise<number>;
  makePayable(userId: string): Promise<unknown>;
};

/**
 * Compares, for random streamers, the slots shown with those of `minuteOracle`, and for random selections whether they
 * are booked with whether they were shown. Fails at the first difference and prints its seed.
 * @returns how many selections were booked, and how many were refused
 */
export async function compareSlots(
  site: SlotSite,
  { worlds, selections, seed }: { worlds: number; selections: number; seed?: number },
): Promise<{ booked: number; refused: number }> {
  const counts = { booked: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(world(selections), async (one) => {
      const { booked, refused } = await compareWorld(site, one);
      counts.booked += booked;
      counts.refused += refused;
    }),
    { numRuns: worlds, endOnFailure: true, ...(seed !== undefined && { seed }) },
  );
  return counts;
}

async function compareWorld(site: SlotSite, one: World): Promise<{ booked: number; refused: number }> {
  const { streamer, viewer, from } = await build(site, one);
  const query = new URLSearchParams({ from: dateOf(from), days: String(DAYS), zone: one.viewerZone });
  const read = async () =>
    slotsSchema.parse(await site.get(`/api/user/streamer/${streamer.id}/slots?${query}`, viewer));
  const slots = await read();
  const wanted = await minuteOracle(site.db, {
    streamer,
    viewer,
    from: Date.parse(dateOf(from)),
    days: DAYS,
    zone: one.viewerZone,
  });
  const shown = slots.slots.filter(({ state }) => state === 'AVAILABLE');
  const told = shown.map(({ start, offer }) => `${start} ${slots.offers[offer]?.priceMinor}`);
  if (told.join() !== wanted.join())
    throw new Error(
      `shown: ${told.filter((slot) => !wanted.includes(slot))}, not shown: ${wanted.filter((slot) => !told.includes(slot))}`,
    );
  const counts = { booked: 0, refused: 0 };
  for (const choice of one.chosen) {
    const starts = startsOf(slots, choice, from);
    const selection = selectionOf(slots, starts);
    const isShown = typeof selection === 'object';
    const status = await site.post('/api/booking', viewer, {
      producerId: streamer.id,
      slots: starts.map((start) => new Date(start).toISOString()),
      amount: isShown ? selection.amount : 1,
      currency: 'EUR',
      clientKey: randomUUID(),
    });
    if ((status === 201) !== isShown)
      throw new Error(
        `${isShown ? 'shown' : selection}, but ${status}: ${starts.map((at) => new Date(at).toISOString())}`,
      );
    counts[isShown ? 'booked' : 'refused'] += 1;
    if (isShown) await unbook(site.db, viewer);
  }
  return counts;
}

/**
 * Start times of a selection: adjacent slots, slots with a gap, or times off the grid. Any time if there are no slots.
 */
function startsOf(
  { slots, minutes }: Slots,
  { nth, count, gap, shift }: World['chosen'][number],
  from: number,
): number[] {
  const free = slots.filter(({ state }) => state === 'AVAILABLE');
  // Mostly slots that can be selected on the page.
  const among = nth % 4 > 0 && free.length > 0 ? free : slots;
  const first = among[nth % Math.max(1, among.length)]?.start;
  const start = (first ? Date.parse(first) : from) + shift * MINUTE_MS;
  const starts = Array.from({ length: count }, (_, i) => start + i * minutes * MINUTE_MS);
  return gap && nth % 3 === 0 ? starts.toSpliced(1, 1) : starts;
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function build(site: SlotSite, { setting, aheadDays, rules, off, extra, taken }: World) {
  const { db } = site;
  const [streamer, viewer, other] = [await makePerson(db), await makePerson(db), await makePerson(db)];
  await makeStreamer(db, streamer.id);
  await site.makePayable(streamer.id);
  const producerId = streamer.id;
  await db
    .insert(producerSetting)
    .values({ userId: producerId, horizonDays: 180, autoConfirm: true, ...setting });
  await db
    .insert(availabilityRule)
    .values(rules.map(([dayOfWeek, rule]) => ({ ...rule, dayOfWeek, producerId })));
  const from = Math.floor(Date.now() / DAY_MS) * DAY_MS + aheadDays * DAY_MS;
  const dayAt = (nth: number) => dateOf(from + nth * DAY_MS);
  for (const { day, days, times, timeZone } of off) {
    const { startMinute = null, endMinute = null } = times ?? {};
    const [firstDay, lastDay] = [dayAt(day), dayAt(day + days)];
    await db
      .insert(availabilityException)
      .values({ kind: 'OFF', producerId, firstDay, lastDay, startMinute, endMinute, timeZone });
  }
  for (const [day, one] of extra)
    await db
      .insert(availabilityException)
      .values({ kind: 'EXTRA', producerId, firstDay: dayAt(day), lastDay: dayAt(day), ...one });
  for (const { day, minute, minutes, restMinutes, whose } of taken) {
    const startAt = new Date(from + day * DAY_MS + minute * MINUTE_MS);
    const people = {
      streamer: { producerId, consumerId: other.id },
      viewer: { producerId: other.id, consumerId: viewer.id },
      both: { producerId, consumerId: viewer.id },
    }[whose];
    await db
      .insert(booking)
      .values({
        ...{ ...people, startAt, endAt: new Date(startAt.getTime() + minutes * MINUTE_MS), restMinutes },
        ...{ status: 'CONFIRMED', priceMinor: 100, currency: 'EUR', amount: 1_000, clientKey: randomUUID() },
        ...{ timeZone: 'UTC', localStart: '2027-01-01T00:00:00', tzVersion: '2999a' },
      })
      // If two overlap, only the first is inserted.
      .catch((error: unknown) => {
        if (violatedConstraint(error) !== BUSY_APART) throw error;
      });
  }
  return { streamer, viewer, from };
}

/** Deletes the viewer's bookings, for the next selection. */
async function unbook(db: Database, viewer: Person): Promise<void> {
  const made = await db
    .delete(payment)
    .where(eq(payment.payerId, viewer.id))
    .returning({ id: payment.bookingId });
  for (const { id } of made) await db.delete(booking).where(eq(booking.id, z.string().parse(id)));
}
