import { and, count, desc, eq, gt, isNull, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '#app/platform/database.server.ts';
import { booking, user } from '#db/schema/index.ts';

/** More bookings a day of one customer with one streamer may be one person moving money between two accounts. */
const USUAL = 5;
const DAYS = 30;
const MOST = 50;

const streamer = alias(user, 'streamer');
const payer = alias(user, 'payer');

/** Customers with an unusual number of bookings with one streamer on one day (UTC), latest first. */
export function listManyBookings() {
  const day = sql<string>`(${booking.createdAt} at time zone 'UTC')::date::text`;
  return db
    .select({ day, count: count(), streamer: streamer.username, payer: payer.username })
    .from(booking)
    .innerJoin(streamer, eq(streamer.id, booking.producerId))
    .innerJoin(payer, eq(payer.id, booking.consumerId))
    .where(
      and(
        gt(booking.createdAt, sql`now() - ${DAYS} * interval '1 day'`),
        or(
          isNull(booking.endedReason),
          notInArray(booking.endedReason, ['NOT_PAID', 'PAY_TIMEOUT', 'MOVED']),
        ),
      ),
    )
    .groupBy(day, streamer.username, payer.username)
    .having(gt(count(), USUAL))
    .orderBy(desc(day), desc(count()))
    .limit(MOST);
}
export type ManyBookings = Awaited<ReturnType<typeof listManyBookings>>;
