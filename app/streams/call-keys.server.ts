import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { isBookingOf } from '#app/entities/booking/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { hasRung } from '#app/marketplace/requests/change-requests.server.ts';
import { freeCallRings } from '#app/marketplace/requests/free-calls.server.ts';
import { db } from '#app/platform/database.server.ts';
import { booking, callRequest, channel, freeCall, stream } from '#db/schema/index.ts';

/** Calls that are over, per page. */
export const CALLS_A_PAGE = 20;
/** Calls that go on or are to come, of which a streamer may have hundreds, on the first page. */
const MAX_OPEN = 20;

/** `FREE`: it rang by a lasting link. `ROOM`: free, by a code or an invitation link. */
export type CallKind = 'BOOKING' | 'REQUEST' | 'FREE' | 'ROOM';

/** A call of a person. `isOpen`: it goes on or is to come. */
export type CallKey = { kind: CallKind; id: string; isOpen: boolean };

const now = sql`now()`;
const some = { one: sql`1` };
const roomGoesOn = isNull(channel.endedAt);

/** SQL condition: the booking is to come, or its time is not over. */
const isOpenBooking = and(
  inArray(booking.status, ['PAYING', 'WAITING', 'CONFIRMED']),
  isNull(booking.outcome),
  gt(booking.endAt, now),
);

/** SQL condition: the request is to be paid or rings, or its call goes on. */
const isOpenRequest = or(
  eq(callRequest.status, 'PAYING'),
  and(eq(callRequest.status, 'RINGING'), gt(callRequest.ringUntil, now)),
  and(
    eq(callRequest.status, 'ACCEPTED'),
    isNull(callRequest.overAt),
    gt(callRequest.endsAt, now),
    exists(
      db
        .select(some)
        .from(stream)
        .innerJoin(channel, eq(channel.streamId, stream.id))
        .where(and(eq(stream.requestId, callRequest.id), roomGoesOn)),
    ),
  ),
);

/** SQL condition: the free call rings or goes on. */
const isOpenFreeCall = or(
  freeCallRings,
  exists(
    db
      .select(some)
      .from(channel)
      .where(and(eq(channel.id, freeCall.channelId), roomGoesOn)),
  ),
);

/** One that was cancelled may have been for next month. */
const bookingAt = sql`case when ${booking.status} in ('REJECTED', 'CANCELLED')
  then least(${booking.startAt}, ${booking.updatedAt}) else ${booking.startAt} end`;

const keyOf = (kind: CallKind, id: PgColumn, at: SQL | PgColumn, isOpen: SQL | undefined) => ({
  kind: sql<CallKind>`${sql.raw(`'${kind}'`)}`.as('kind'),
  id: sql<string>`${id}`.as('id'),
  at: sql`${at}`.mapWith(booking.startAt).as('at'),
  isOpen: sql<boolean>`coalesce((${isOpen}), false)`.as('is_open'),
});

/**
 * All calls of a person, in both roles: bookings, requests, free calls by a lasting link to or from somebody with an
 * account, and other free calls in which two accounts met. Of bookings that were not paid and calls that never rang
 * only their customer or caller is told.
 */
function callsOf(viewer: SignedIn) {
  const me = viewer.id;
  const { hostUserId, guestUserId } = channel;
  const isRequested = or(eq(callRequest.consumerId, me), and(eq(callRequest.producerId, me), hasRung));
  const isCalled = and(eq(freeCall.calleeId, me), isNotNull(freeCall.callerId), ne(freeCall.status, 'BUSY'));
  const met = or(and(eq(hostUserId, me), ne(guestUserId, me)), and(eq(guestUserId, me), ne(hostUserId, me)));
  const rang = db
    .select(some)
    .from(freeCall)
    .where(and(eq(freeCall.channelId, channel.id), isNotNull(freeCall.callerId)));
  const isFreeRoom = and(isNull(channel.bookingId), isNull(channel.streamId), isNotNull(channel.startedAt));
  return unionAll(
    db
      .select(keyOf('BOOKING', booking.id, bookingAt, isOpenBooking))
      .from(booking)
      .where(isBookingOf(viewer)),
    db
      .select(keyOf('REQUEST', callRequest.id, callRequest.createdAt, isOpenRequest))
      .from(callRequest)
      .where(isRequested),
    db
      .select(keyOf('FREE', freeCall.id, freeCall.createdAt, isOpenFreeCall))
      .from(freeCall)
      .where(or(isCalled, eq(freeCall.callerId, me))),
    db
      .select(keyOf('ROOM', channel.id, channel.startedAt, roomGoesOn))
      .from(channel)
      .where(and(met, isFreeRoom, notExists(rang))),
  ).as('mine');
}

/**
 * A page of a person's calls: on the first those that go on or are to come, the next first; and those that are over,
 * latest first. `hasMore`: not all that are to come are there; `total`: all that are over.
 */
export async function keysOfCalls(viewer: SignedIn, page: number) {
  const mine = callsOf(viewer);
  const { kind, id, at, isOpen } = mine;
  const isOver = sql`not ${isOpen}`;
  const [open, over, [counted]] = await Promise.all([
    page === 1
      ? db
          .select({ kind, id, isOpen })
          .from(mine)
          .where(sql`${isOpen}`)
          .orderBy(asc(at), asc(id))
          .limit(MAX_OPEN + 1)
      : [],
    db
      .select({ kind, id, isOpen })
      .from(mine)
      .where(isOver)
      .orderBy(desc(at), desc(id))
      .limit(CALLS_A_PAGE)
      .offset((page - 1) * CALLS_A_PAGE),
    db.select({ total: count() }).from(mine).where(isOver),
  ]);
  return {
    open: open.slice(0, MAX_OPEN),
    hasMore: open.length > MAX_OPEN,
    over,
    total: counted?.total ?? 0,
  };
}
