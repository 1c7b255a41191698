import { and, eq, or, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { validForDisplay } from '#app/entities/user/descriptor.server.ts';
import type { Audience } from '#app/http/viewers/viewer.ts';
import { shownMinor } from '#app/i18n/price.ts';
import { db } from '#app/platform/database.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { availabilityException, availabilityRule, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
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
import { type HoursRead, rangeOf, readHours } from './read-hours.server.ts';
import { offerSchema, type SlotState, type Slots, type SlotsQuery } from './slot-schema.ts';
import { statesOf } from './taken.server.ts';

type Exception = typeof availabilityException.$inferSelect;
type Offered = Hours &
  Pick<typeof availabilityRule.$inferSelect, 'priceMinor' | 'currency' | 'minMinutes' | 'maxMinutes'>;

/** The next free slot is searched this far ahead. */
const SEARCHED_DAYS = 14;

/** Whether a person offers any time. */
export async function offersTime(producerId: string): Promise<boolean> {
  const hours = await Promise.all([
    db.$count(availabilityRule, eq(availabilityRule.producerId, producerId)),
    db.$count(
      availabilityException,
      and(eq(availabilityException.producerId, producerId), eq(availabilityException.kind, 'EXTRA')),
    ),
  ]);
  return hours.some((count) => count > 0);
}

/**
 * Lists the slots of a streamer's hours, earliest first. Where hours overlap, extra hours take precedence over rules,
 * and older rules over newer ones.
 * @throws ProtocolError NOT_FOUND if the streamer is not visible to the viewer; they are always visible to themselves
 */
export async function listSlots(
  viewer: Audience,
  producerId: string,
  query: SlotsQuery,
  on: Database | Transaction = db,
): Promise<Slots> {
  const own = viewer ? eq(user.id, viewer.id) : sql`false`;
  const isShown = and(eq(user.id, producerId), or(own, validForDisplay(viewer)));
  const [shown, { payable, offered }] = await Promise.all([
    on.$count(user, isShown),
    readHours(on, viewer, [producerId], query),
  ]);
  if (shown === 0) throw new ProtocolError('NOT_FOUND');
  const none = { timeZone: null, minutes: 30, payable: payable.has(producerId), offers: [], slots: [] };
  const [read] = offered;
  if (!read) return none;
  const { timeZone, gridMinutes: minutes } = read.setting;
  const { found, stateAt } = slotsOf(read, query, viewer);
  return { ...none, timeZone, minutes, ...describe(found, stateAt) };
}

/**
 * When each of these streamers can be booked next, in ms since 1970; those without a free slot in two weeks are missing.
 * Does not check that the viewer can see them.
 */
export async function nextSlotOf(
  viewer: Audience,
  producerIds: readonly string[],
): Promise<Map<string, number>> {
  const query = { from: Temporal.Now.plainDateISO('UTC').toString(), days: SEARCHED_DAYS, zone: 'UTC' };
  const next = new Map<string, number>();
  const { offered } = await readHours(db, viewer, producerIds, query);
  for (const read of offered) {
    if (!read.payable) continue;
    const { found, stateAt } = slotsOf(read, query, viewer);
    const free = [...found.keys()]
      .sort((one, other) => one - other)
      .find((at) => stateAt(at) === 'AVAILABLE');
    if (free !== undefined) next.set(read.producerId, free);
  }
  return next;
}

/** The starts of a streamer's slots with the hours that each belongs to, and what tells the state of each. */
function slotsOf(
  { producerId, setting, rules, exceptions, taken, payable }: HoursRead,
  query: SlotsQuery,
  viewer: Audience,
) {
  const range = rangeOf(query);
  const { gridMinutes: grid, noticeMinutes, horizonDays } = setting;
  const days = new LocalDays(range);
  const dates = datesIn(range);
  const off = new Timeline(
    merged(
      exceptions.flatMap((exception) =>
        exception.kind === 'OFF'
          ? datesOf(exception, dates).flatMap((day) => days.stretches({ day, hours: wholeDayOr(exception) }))
          : [],
      ),
    ),
  );
  const extra = exceptions.flatMap((exception) => {
    const hours = extraHours(exception);
    return hours ? datesOf(exception, dates).map((day) => ({ day, hours })) : [];
  });
  const weekly = rules.flatMap((hours) =>
    dates.filter((day) => dayOfWeek(day) === hours.dayOfWeek).map((day) => ({ day, hours })),
  );
  const found = firstOf<Offered>(
    days,
    [...extra, ...weekly],
    grid * MINUTE_MS,
    (slot) => slot.from < range.from || slot.from >= range.to || off.overlapping(slot).length > 0,
  );
  const now = Date.now();
  const open = { from: now + noticeMinutes * MINUTE_MS, to: now + horizonDays * DAY_MS };
  const stateIn = statesOf(taken, viewer, producerId, setting.restMinutes * MINUTE_MS);
  const stateAt = (start: number): SlotState => {
    const state = stateIn({ from: start, to: start + grid * MINUTE_MS });
    const isOpen = payable && start >= open.from && start <= open.to;
    return state === 'AVAILABLE' && !isOpen ? 'UNAVAILABLE' : state;
  };
  return { found, stateAt };
}

function describe(
  found: ReadonlyMap<number, Offered>,
  stateAt: (start: number) => SlotState,
): Pick<Slots, 'offers' | 'slots'> {
  const offers: Slots['offers'] = [];
  const indices = new Map<string, number>();
  const known = new Map<Offered, number>();
  const indexOf = (hours: Offered): number => {
    const priceMinor = shownMinor(hours.priceMinor, hours.currency);
    const offer = offerSchema.parse({ ...hours, priceMinor });
    const key = JSON.stringify(offer);
    const index = indices.get(key) ?? offers.push(offer) - 1;
    indices.set(key, index);
    known.set(hours, index);
    return index;
  };
  const slots = [...found]
    .sort(([one], [other]) => one - other)
    .map(([start, hours]) => ({
      start: new Date(start).toISOString(),
      state: stateAt(start),
      offer: known.get(hours) ?? indexOf(hours),
    }));
  return { offers, slots };
}

/** The dates that a stretch of time overlaps on any clock, each as its midnight in UTC. */
function datesIn({ from, to }: Stretch): number[] {
  // Local time is at most 14 hours ahead of UTC or 12 behind.
  const first = Math.floor(from / DAY_MS) - 1;
  const last = Math.floor(to / DAY_MS) + 1;
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * DAY_MS);
}

function datesOf({ firstDay, lastDay }: Exception, dates: readonly number[]): number[] {
  const [first, last] = [Date.parse(firstDay), Date.parse(lastDay)];
  return dates.filter((day) => first <= day && day <= last);
}

/** ISO 8601: 1 is Monday. 1970 began on a Thursday. */
const dayOfWeek = (day: number): number => ((day / DAY_MS + 3) % 7) + 1;

function wholeDayOr({ startMinute, endMinute, timeZone }: Exception): Hours {
  return { startMinute: startMinute ?? 0, endMinute: endMinute ?? DAY_MS / MINUTE_MS, timeZone };
}

/** Returns null only to satisfy the type: a constraint makes sure that extra hours have all these values. */
function extraHours(exception: Exception): Offered | null {
  const { startMinute, endMinute, timeZone, priceMinor, currency, minMinutes, maxMinutes } = exception;
  if (exception.kind !== 'EXTRA' || startMinute === null || endMinute === null) return null;
  if (priceMinor === null || currency === null || minMinutes === null || maxMinutes === null) return null;
  return { startMinute, endMinute, timeZone, priceMinor, currency, minMinutes, maxMinutes };
}
