import { and, asc, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SignedIn } from '#app/http/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { booking, user } from '#db/schema/index.ts';

/** Bookings on a page of the list. */
export const BOOKINGS_A_PAGE = 20;

export type Side = 'consumer' | 'producer';

/** A person's bookings in one role: those to come, the next first, then those that are over, the latest first. */
export async function listOwnBookings({ id }: SignedIn, side: Side, page: number) {
  const other = alias(user, 'other');
  const [mine, theirs] =
    side === 'consumer' ? [booking.consumerId, booking.producerId] : [booking.producerId, booking.consumerId];
  const own = eq(mine, id);
  const read = (condition: SQL, order: SQL) =>
    db
      .select({
        id: booking.id,
        status: booking.status,
        startAt: booking.startAt,
        endAt: booking.endAt,
        amount: booking.amount,
        currency: booking.currency,
        confirmBy: booking.confirmBy,
        endedReason: booking.endedReason,
        name: other.username,
        urlname: other.urlname,
      })
      .from(booking)
      .leftJoin(other, eq(other.id, theirs))
      .where(and(own, condition))
      .orderBy(order)
      .limit(BOOKINGS_A_PAGE);
  const now = sql`now()`;
  const [coming, past, total] = await Promise.all([
    page === 1 ? read(gt(booking.endAt, now), asc(booking.startAt)) : [],
    read(lte(booking.endAt, now), desc(booking.startAt)).offset((page - 1) * BOOKINGS_A_PAGE),
    db.$count(booking, and(own, lte(booking.endAt, now))),
  ]);
  return { coming, past, total };
}
export type OwnBooking = Awaited<ReturnType<typeof listOwnBookings>>['coming'][number];
