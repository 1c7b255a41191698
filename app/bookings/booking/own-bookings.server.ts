import { and, asc, count, desc, eq, gt, inArray, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isBookingOf, isVisibleToStreamer, toldEnding } from '#app/entities/booking/descriptor.server.ts';
import { id as uuid } from '#app/entities/fields.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { cardEnds } from '#app/marketplace/bookings/card-ends.server.ts';
import { earned, waitsForPayout } from '#app/marketplace/payments/earned.server.ts';
import { db } from '#app/platform/database.server.ts';
import { booking, channel, payment, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Past bookings per page of the list; upcoming ones are all on the first page. */
export const BOOKINGS_A_PAGE = 20;
/** Upcoming bookings that will not take place, of which anybody can make many, on the first page. */
const MAX_ENDED = 50;
const LIVE: (typeof booking.$inferSelect)['status'][] = ['PAYING', 'WAITING', 'CONFIRMED'];

/** A person's role in a booking: the customer, or the streamer. */
export type Side = 'consumer' | 'producer';

const other = alias(user, 'other');
/** The booking that this one has replaced, or will. */
const former = alias(booking, 'former');
/** The booking that will replace this one, or has; hidden from the streamer until it is paid. */
const next = alias(booking, 'next');

/** Selects a person's bookings with the other person; the two of a booking are never the same. */
function select(id: string) {
  const side = sql<Side>`case when ${booking.producerId} = ${id}::uuid then 'producer' else 'consumer' end`;
  return db
    .select({
      id: booking.id,
      side,
      /** When the booking was read, in ms since 1970. */
      now: sql<number>`extract(epoch from now()) * 1000`.mapWith(Number),
      producerId: booking.producerId,
      status: booking.status,
      startAt: booking.startAt,
      endAt: booking.endAt,
      priceMinor: booking.priceMinor,
      amount: booking.amount,
      currency: booking.currency,
      timeZone: booking.timeZone,
      createdAt: booking.createdAt,
      terms: booking.terms,
      waived: booking.waived,
      former: {
        id: former.id,
        status: former.status,
        startAt: former.startAt,
        endAt: former.endAt,
        amount: former.amount,
        currency: former.currency,
        /** The site's share, in hundredths of a percent; 0 without a payment. */
        feeBps:
          sql<number>`coalesce((select p.fee_bps from ${payment} p where p.booking_id = ${former.id}), 0)`.mapWith(
            Number,
          ),
      },
      next: { id: next.id, status: next.status, startAt: next.startAt, endAt: next.endAt },
      payBy: booking.payBy,
      confirmBy: booking.confirmBy,
      paid: {
        id: payment.id,
        status: payment.status,
        cardBrand: payment.cardBrand,
        cardLast4: payment.cardLast4,
        refusal: payment.refusal,
        changedAt: payment.changedAt,
        holdAt: payment.holdAt,
        captureAt: payment.captureAt,
        toCapture: payment.toCapture,
        captured: payment.captured,
        fee: payment.fee,
        refunded: payment.refunded,
        feeBps: payment.feeBps,
        earned,
        capturedAt: payment.capturedAt,
        /** The card chosen for a later hold is gone, or expires before the booking ends. */
        cardEnds: sql<boolean>`coalesce(${cardEnds}, false)`,
        /** The streamer is paid once their payout account is ready; always false for the customer. */
        waits: sql<boolean>`${booking.producerId} = ${id}::uuid and ${waitsForPayout}`,
      },
      endedReason: toldEnding,
      endedNote: booking.endedNote,
      outcome: booking.outcome,
      /** The person has been in the booking's room, and the call is still open. */
      entered: sql<boolean>`exists (select 1 from ${channel} room where room.booking_id = ${booking.id}
        and room.ended_at is null and case when ${booking.producerId} = ${id}::uuid then room.camera_type
        else room.guest_key end is not null)`,
      name: other.username,
      urlname: other.urlname,
    })
    .from(booking)
    .leftJoin(payment, eq(payment.bookingId, booking.id))
    .leftJoin(former, eq(former.id, booking.movedFrom))
    .leftJoin(
      next,
      and(
        eq(next.movedFrom, booking.id),
        or(
          inArray(next.status, ['WAITING', 'CONFIRMED']),
          and(eq(next.status, 'PAYING'), eq(next.consumerId, id)),
        ),
      ),
    )
    .leftJoin(
      other,
      sql`${other.id} = case when ${booking.producerId} = ${id}::uuid then ${booking.consumerId} else ${booking.producerId} end`,
    );
}
export type OwnBooking = Awaited<ReturnType<typeof select>>[number];

/** A person's bookings in one role: upcoming ones, earliest first, then past ones, latest first. */
export async function listOwnBookings(viewer: SignedIn, side: Side, page: number) {
  const own = side === 'consumer' ? eq(booking.consumerId, viewer.id) : isVisibleToStreamer(viewer);
  const read = (condition: SQL | undefined, order: SQL) =>
    select(viewer.id).where(and(own, condition)).orderBy(order);
  const now = sql`now()`;
  const isComing = gt(booking.endAt, now);
  const isLive = inArray(booking.status, LIVE);
  const [live, ended, past, total] = await Promise.all([
    page === 1 ? read(and(isComing, isLive), asc(booking.startAt)) : [],
    page === 1 ? read(and(isComing, not(isLive)), asc(booking.startAt)).limit(MAX_ENDED) : [],
    read(lte(booking.endAt, now), desc(booking.startAt))
      .limit(BOOKINGS_A_PAGE)
      .offset((page - 1) * BOOKINGS_A_PAGE),
    db.$count(booking, and(own, lte(booking.endAt, now))),
  ]);
  const coming = [...live, ...ended].sort((one, other) => one.startAt.getTime() - other.startAt.getTime());
  return { coming, past, total };
}

/** How many bookings to come wait for a person in each role: to be paid for, or to be confirmed. */
export async function countWaiting(viewer: SignedIn): Promise<Record<Side, number>> {
  const { producerId, consumerId, status, startAt } = booking;
  const toPay = or(eq(status, 'PAYING'), and(inArray(status, LIVE), eq(payment.status, 'ACTION')));
  const toConfirm = and(eq(producerId, viewer.id), eq(status, 'WAITING'));
  const [waiting] = await db
    .select({
      consumer: count(sql`case when ${and(eq(consumerId, viewer.id), toPay)} then 1 end`),
      producer: count(sql`case when ${toConfirm} then 1 end`),
    })
    .from(booking)
    .leftJoin(payment, eq(payment.bookingId, booking.id))
    .where(and(isBookingOf(viewer), gt(startAt, sql`now()`)));
  return waiting ?? { consumer: 0, producer: 0 };
}

/** Reads one of a person's bookings. @throws ProtocolError NOT_FOUND */
export async function readOwnBooking(viewer: SignedIn, bookingId: string): Promise<OwnBooking> {
  const parsed = uuid.safeParse(bookingId);
  const [found] = parsed.success
    ? await select(viewer.id).where(and(eq(booking.id, parsed.data), isBookingOf(viewer)))
    : [];
  if (!found) throw new ProtocolError('NOT_FOUND');
  return found;
}

/**
 * A person's bookings in both roles that are neither cancelled nor rejected, by start. @param from ms since 1970, as
 * `to`
 */
export function bookingsBetween(viewer: SignedIn, from: number, to: number): Promise<OwnBooking[]> {
  return select(viewer.id)
    .where(
      and(
        isBookingOf(viewer),
        inArray(booking.status, LIVE),
        lt(booking.startAt, new Date(to)),
        gt(booking.endAt, new Date(from)),
      ),
    )
    .orderBy(asc(booking.startAt));
}
