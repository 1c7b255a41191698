import { and, asc, gte, inArray, lte } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Audience } from '#app/http/viewers/viewer.ts';
import { payableOf } from '#app/payments/payouts/payouts.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { availabilityException, availabilityRule, producerSetting } from '#db/schema/index.ts';
import { DAY_MS, type Stretch } from './hours.server.ts';
import type { SlotsQuery } from './slot-schema.ts';
import { readTaken, type Taken } from './taken.server.ts';

/** What decides a streamer's slots. */
export type HoursRead = {
  producerId: string;
  setting: typeof producerSetting.$inferSelect;
  rules: (typeof availabilityRule.$inferSelect)[];
  exceptions: (typeof availabilityException.$inferSelect)[];
  /** Also the viewer's. */
  taken: Taken[];
  payable: boolean;
};

/**
 * Reads the hours of some streamers in a number of queries that does not depend on how many they are.
 * @returns `payable`: those who can be paid; `offered`: the hours of those who have settings
 */
export async function readHours(
  on: Database | Transaction,
  viewer: Audience,
  producerIds: readonly string[],
  query: SlotsQuery,
): Promise<{ payable: ReadonlySet<string>; offered: HoursRead[] }> {
  const { from, days, moving } = query;
  const range = rangeOf(query);
  const first = Temporal.PlainDate.from(from);
  const ids = [...producerIds];
  const [settings, rules, exceptions, taken, payable] = await Promise.all([
    on.select().from(producerSetting).where(inArray(producerSetting.userId, ids)),
    on
      .select()
      .from(availabilityRule)
      .where(inArray(availabilityRule.producerId, ids))
      .orderBy(asc(availabilityRule.createdAt), asc(availabilityRule.id)),
    on
      .select()
      .from(availabilityException)
      .where(
        and(
          inArray(availabilityException.producerId, ids),
          // The exceptions' clock may be up to 26 hours behind the viewer's: two days before the first. Ahead of it, the
          // viewer's last day ends on their next but one.
          lte(availabilityException.firstDay, first.add({ days: days + 1 }).toString()),
          gte(availabilityException.lastDay, first.subtract({ days: 2 }).toString()),
        ),
      )
      .orderBy(asc(availabilityException.createdAt), asc(availabilityException.id)),
    // One more day, as the rest after the last slot may overlap what follows.
    readTaken(on, viewer, ids, { from: range.from, to: range.to + DAY_MS }, moving),
    payableOf(ids, on),
  ]);
  const offered = settings.map((setting) => {
    const { userId: producerId } = setting;
    const isTheirs = (row: { producerId: string }) => row.producerId === producerId;
    return {
      producerId,
      setting,
      rules: rules.filter(isTheirs),
      exceptions: exceptions.filter(isTheirs),
      taken: taken.filter(({ userId }) => userId === producerId || userId === viewer?.id),
      payable: payable.has(producerId),
    };
  });
  return { payable, offered };
}

/** The instants of the days that are asked for. */
export function rangeOf({ from, days, zone }: SlotsQuery): Stretch {
  const first = Temporal.PlainDate.from(from);
  return {
    from: first.toZonedDateTime(zone).epochMilliseconds,
    to: first.add({ days }).toZonedDateTime(zone).epochMilliseconds,
  };
}
