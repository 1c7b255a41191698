import { and, asc, eq, gte, lte, or, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { validForDisplay } from '#app/entities/user/descriptor.server.ts';
import type { Audience } from '#app/http/viewers/viewer.ts';
import { isPayable } from '#app/payments/payouts/payouts.server.ts';
import { db } from '#app/platform/database.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { availabilityException, availabilityRule, producerSetting, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type Hours, LocalDays, type Stretch } from './hours.server.ts';
import { offerSchema, type SlotState, type Slots, type SlotsQuery } from './slot-schema.ts';
import { readTaken, stateOf } from './taken.server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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
  const days = new LocalDays();
  const off = exceptions.flatMap((exception) =>
    exception.kind === 'OFF'
      ? datesOf(exception, range).flatMap((date) => days.stretches(date, wholeDayOr(exception)))
      : [],
  );
  const found = new Map<number, Offered>();
  const add = (date: Temporal.PlainDate, hours: Offered) => {
    for (const start of days.slots(date, hours, off, grid))
      if (start >= range.from && start < range.to && !found.has(start)) found.set(start, hours);
  };
  for (const exception of exceptions) {
    const hours = extraHours(exception);
    if (hours) for (const date of datesOf(exception, range)) add(date, hours);
  }
  for (const rule of rules)
    for (const date of datesIn(range, rule.timeZone)) if (date.dayOfWeek === rule.dayOfWeek) add(date, rule);
  const now = Date.now();
  const open = { from: now + noticeMinutes * MINUTE_MS, to: now + horizonDays * DAY_MS };
  const restMs = setting.restMinutes * MINUTE_MS;
  const stateAt = (start: number): SlotState => {
    const state = stateOf({ from: start, to: start + grid * MINUTE_MS }, taken, viewer, producerId, restMs);
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
  const indexOf = (hours: Offered): number => {
    const offer = offerSchema.parse(hours);
    const key = JSON.stringify(offer);
    const index = indices.get(key) ?? offers.push(offer) - 1;
    indices.set(key, index);
    return index;
  };
  const slots = [...found]
    .sort(([one], [other]) => one - other)
    .map(([start, hours]) => ({
      start: new Date(start).toISOString(),
      state: stateAt(start),
      offer: indexOf(hours),
    }));
  return { offers, slots };
}

/** The local days that overlap a stretch of time. */
function datesIn({ from, to }: Stretch, timeZone: string): Temporal.PlainDate[] {
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const dates: Temporal.PlainDate[] = [];
  const last = dateOf(to - 1);
  for (let date = dateOf(from); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 }))
    dates.push(date);
  return dates;
}

function datesOf({ firstDay, lastDay, timeZone }: Exception, range: Stretch): Temporal.PlainDate[] {
  return datesIn(range, timeZone).filter((date) => {
    const day = date.toString();
    return firstDay <= day && day <= lastDay;
  });
}

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
