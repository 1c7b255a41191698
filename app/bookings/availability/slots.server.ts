import { and, asc, eq, gte, lte, or, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { validForDisplay } from '#app/entities/user/descriptor.server.ts';
import type { Audience } from '#app/http/viewers/viewer.ts';
import { isPayable } from '#app/payments/payouts/payouts.server.ts';
import { db } from '#app/platform/database.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { availabilityException, availabilityRule, producerSetting, user } from '#db/schema/index.ts';
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
import { offerSchema, type SlotState, type Slots, type SlotsQuery } from './slot-schema.ts';
import { readTaken, statesOf } from './taken.server.ts';

type Rule = typeof availabilityRule.$inferSelect;
type Exception = typeof availabilityException.$inferSelect;
type Offered = Hours & Pick<Rule, 'priceMinor' | 'currency' | 'minMinutes' | 'maxMinutes'>;

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
  const range = rangeOf(query);
  const { setting, rules, exceptions, taken, payable } = await readHours(
    on,
    viewer,
    producerId,
    query,
    range,
  );
  if (!setting) return { timeZone: null, minutes: 30, payable, offers: [], slots: [] };
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
  return { timeZone: setting.timeZone, minutes: grid, payable, ...describe(found, stateAt) };
}

function describe(
  found: ReadonlyMap<number, Offered>,
  stateAt: (start: number) => SlotState,
): Pick<Slots, 'offers' | 'slots'> {
  const offers: Slots['offers'] = [];
  const indices = new Map<string, number>();
  const known = new Map<Offered, number>();
  const indexOf = (hours: Offered): number => {
    const offer = offerSchema.parse(hours);
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

/** @throws ProtocolError NOT_FOUND */
async function readHours(
  on: Database | Transaction,
  viewer: Audience,
  producerId: string,
  { from, days, moving }: SlotsQuery,
  range: Stretch,
) {
  const own = viewer ? eq(user.id, viewer.id) : sql`false`;
  const first = Temporal.PlainDate.from(from);
  const [shown, [setting], rules, exceptions, taken, payable] = await Promise.all([
    on.$count(user, and(eq(user.id, producerId), or(own, validForDisplay(viewer)))),
    on.select().from(producerSetting).where(eq(producerSetting.userId, producerId)),
    on
      .select()
      .from(availabilityRule)
      .where(eq(availabilityRule.producerId, producerId))
      .orderBy(asc(availabilityRule.createdAt), asc(availabilityRule.id)),
    on
      .select()
      .from(availabilityException)
      .where(
        and(
          eq(availabilityException.producerId, producerId),
          // One more day on both sides, as the hours' time zone may be a day ahead of the viewer's, or behind.
          lte(availabilityException.firstDay, first.add({ days: days + 1 }).toString()),
          gte(availabilityException.lastDay, first.subtract({ days: 1 }).toString()),
        ),
      )
      .orderBy(asc(availabilityException.createdAt), asc(availabilityException.id)),
    // One more day, as the rest after the last slot may overlap what follows.
    readTaken(on, viewer, producerId, { from: range.from, to: range.to + DAY_MS }, moving),
    isPayable(producerId, on),
  ]);
  if (shown === 0) throw new ProtocolError('NOT_FOUND');
  return { setting, rules, exceptions, taken, payable };
}

function rangeOf({ from, days, zone }: SlotsQuery): Stretch {
  const first = Temporal.PlainDate.from(from);
  return {
    from: first.toZonedDateTime(zone).epochMilliseconds,
    to: first.add({ days }).toZonedDateTime(zone).epochMilliseconds,
  };
}
