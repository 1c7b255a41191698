import { eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { toldEnding } from '#app/entities/booking/descriptor.server.ts';
import type { ToldEnding } from '#app/entities/booking/schema.ts';
import { validForDisplay } from '#app/entities/user/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { complaintUntil } from '#app/payments/complaints/complain.server.ts';
import { db } from '#app/platform/database.server.ts';
import {
  booking,
  callRequest,
  channel,
  complaint,
  freeCall,
  payment,
  review,
  stream,
  user,
} from '#db/schema/index.ts';
import { REVIEWABLE_MS } from '#protocol/charge.ts';
import { type Cost, costOf, type Side } from './call-cost.ts';
import { type CallKey, type CallKind, keysOfCalls } from './call-keys.server.ts';
import { type CallState, isDecided, stateOfBooking, stateOfRung } from './call-state.ts';
import { paidFor } from './paid.server.ts';

type Row = {
  id: string;
  /** In a call that is free and did not ring: the guest, who came to the other. */
  side: Side;
  state: CallState;
  /** Why a booking was rejected or cancelled. */
  ending: ToldEnding | null;
  startAt: Date;
  /** End of the booked time. */
  endAt: Date | null;
  /** How long a picture was delivered, or how long a free call lasted; null if there was none. */
  lengthMs: number | null;
  /** Path of its page, without the language. */
  page: string | null;
  otherId: string | null;
  /** Null if it is free. */
  cost: Cost | null;
  /** The payer has been charged. */
  hasReceipt: boolean;
  /** The state of its complaint, or until when the viewer can make one. */
  complaint: { status: (typeof complaint.$inferSelect)['status'] } | { until: Date } | null;
  /** Its viewer may review the other person, if that is a streamer. */
  isReviewable: boolean;
};

/** A call as one of its two people sees it in their list. */
export type OwnCall = Omit<Row, 'otherId' | 'isReviewable'> & {
  kind: CallKind;
  /** The other person's username; null if the account is deleted. */
  name: string | null;
  /** URL name of their profile; null if they have none that the viewer may see. */
  profile: string | null;
  /** The viewer's review of them: its stars, or null if it can still be written; undefined if it cannot. */
  stars?: number | null;
};

/** A page of all calls of a person, in both roles, those that go on or are to come apart. */
export async function listOwnCalls(viewer: SignedIn, page: number) {
  const { open, over, ...rest } = await keysOfCalls(viewer, page);
  const calls = await readCalls(viewer, [...open, ...over]);
  const shown = (keys: readonly CallKey[]) => keys.flatMap(({ id }) => calls.get(id) ?? []);
  return { ...rest, open: shown(open), over: shown(over) };
}

/** Reads calls in one query for each kind, and one for the other people. */
async function readCalls(viewer: SignedIn, keys: readonly CallKey[]): Promise<Map<string, OwnCall>> {
  const kinds = ['BOOKING', 'REQUEST', 'FREE', 'ROOM'] as const;
  const read = await Promise.all(
    kinds.map(async (kind) => {
      const of = keys.filter((key) => key.kind === kind);
      const opens = new Map(of.map(({ id, isOpen }) => [id, isOpen]));
      const rows =
        of.length > 0
          ? await READ[kind](
              viewer,
              of.map(({ id }) => id),
              opens,
            )
          : [];
      return rows.map((row) => ({ ...row, kind }));
    }),
  );
  const rows = read.flat();
  const people = await othersOf(viewer, [...new Set(rows.flatMap(({ otherId }) => otherId ?? []))]);
  return new Map(
    rows.map(({ otherId, isReviewable, ...row }) => {
      const other = people.get(otherId ?? '');
      const profile = other?.profile ?? null;
      const stars = isReviewable && profile ? { stars: other?.stars ?? null } : {};
      return [row.id, { ...row, name: other?.name ?? null, profile, ...stars }];
    }),
  );
}

async function othersOf(viewer: SignedIn, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .select({
      id: user.id,
      name: user.username,
      profile: sql<string | null>`case when ${validForDisplay(viewer)} then ${user.urlname} end`,
      stars: review.rating,
    })
    .from(user)
    .leftJoin(review, sql`${review.producerId} = ${user.id} and ${review.authorId} = ${viewer.id}`)
    .where(inArray(user.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

type Read = (viewer: SignedIn, ids: string[], opens: ReadonlyMap<string, boolean>) => Promise<Row[]>;

const READ: Record<CallKind, Read> = {
  BOOKING: readBookings,
  REQUEST: readRequests,
  FREE: readFreeCalls,
  ROOM: readRooms,
};

/** What is read of every paid call, in queries that join `stream` and `complaint`. */
function ofPaid(viewer: SignedIn, paid: ReturnType<typeof paidFor>, producerId: SQL, consumerId: SQL) {
  const isProducer = sql`coalesce(${producerId} = ${viewer.id}, false)`;
  return {
    side: sql<Side>`case when ${isProducer} then 'producer' else 'consumer' end`,
    otherId: sql<string | null>`case when ${isProducer} then ${consumerId} else ${producerId} end`,
    streamId: stream.id,
    deliveredMs: stream.deliveredMs,
    settledAt: stream.endedAt,
    complaint: complaint.status,
    until: sql<Date | null>`case when ${stream.consumerId} = ${viewer.id} and ${stream.charge} > 0
      and ${complaintUntil} > now() then ${complaintUntil} end`.mapWith(stream.endedAt),
    paid: {
      captured: paid.captured,
      due: paid.due,
      refunded: paid.refunded,
      earned: paid.earned,
      captureAt: paid.captureAt,
      isCharged: paid.isCharged,
      waits: paid.waits,
      isUnpaid: paid.isUnpaid,
      feeBps: paid.feeBps,
    },
  };
}

const complaintOf = (status: (typeof complaint.$inferSelect)['status'] | null, until: Date | null) =>
  status ? { status } : until && { until };

async function readBookings(viewer: SignedIn, ids: string[]): Promise<Row[]> {
  const paid = paidFor(eq(payment.bookingId, booking.id));
  const rows = await db
    .select({
      ...ofPaid(viewer, paid, sql`${booking.producerId}`, sql`${booking.consumerId}`),
      id: booking.id,
      status: booking.status,
      outcome: booking.outcome,
      ending: toldEnding,
      startAt: booking.startAt,
      endAt: booking.endAt,
      amount: booking.amount,
      currency: booking.currency,
    })
    .from(booking)
    .leftJoin(stream, eq(stream.bookingId, booking.id))
    .leftJoin(complaint, eq(complaint.streamId, stream.id))
    .innerJoinLateral(paid, sql`true`)
    .where(inArray(booking.id, ids));
  return rows.map((row) => {
    const { id, side, outcome, ending, startAt, endAt, deliveredMs, otherId } = row;
    const state = stateOfBooking(row, Date.now());
    const isMet = (deliveredMs ?? 0) >= REVIEWABLE_MS || outcome === 'PRODUCER_ABSENT';
    return {
      ...{ id, side, state, ending, startAt, endAt, otherId },
      lengthMs: outcome ? deliveredMs : null,
      page: `/personal/booking/${id}`,
      cost: costOf({ ...row, isMost: false, isDecided: isDecided(state) }),
      hasReceipt: side === 'consumer' && row.paid.captured > 0,
      complaint: complaintOf(row.complaint, row.until),
      isReviewable: side === 'consumer' && outcome !== null && isMet,
    };
  });
}

async function readRequests(
  viewer: SignedIn,
  ids: string[],
  opens: ReadonlyMap<string, boolean>,
): Promise<Row[]> {
  const paid = paidFor(eq(payment.requestId, callRequest.id));
  const rows = await db
    .select({
      ...ofPaid(viewer, paid, sql`${callRequest.producerId}`, sql`${callRequest.consumerId}`),
      id: callRequest.id,
      status: callRequest.status,
      startAt: callRequest.createdAt,
      amount: callRequest.amount,
      currency: callRequest.currency,
    })
    .from(callRequest)
    .leftJoin(stream, eq(stream.requestId, callRequest.id))
    .leftJoin(complaint, eq(complaint.streamId, stream.id))
    .innerJoinLateral(paid, sql`true`)
    .where(inArray(callRequest.id, ids));
  return rows.map((row) => {
    const { id, side, startAt, streamId, deliveredMs, settledAt, otherId } = row;
    const isOpen = opens.get(id) ?? false;
    const hasMet = settledAt || !streamId ? (deliveredMs ?? 0) > 0 : null;
    const state = stateOfRung({ ...row, isOpen, hasMet });
    return {
      ...{ id, side, state, ending: null, startAt, endAt: null, otherId },
      lengthMs: isOpen ? null : deliveredMs,
      page: streamId && !isOpen ? `/personal/stream/${streamId}` : `/request/${id}`,
      cost: costOf({ ...row, isMost: true, isDecided: isDecided(state) }),
      hasReceipt: side === 'consumer' && row.paid.captured > 0,
      complaint: complaintOf(row.complaint, row.until),
      isReviewable: side === 'consumer' && settledAt !== null && (deliveredMs ?? 0) >= REVIEWABLE_MS,
    };
  });
}

const lengthOf = ({ startedAt, endedAt }: { startedAt: Date | null; endedAt: Date | null }): number | null =>
  startedAt && endedAt && endedAt.getTime() - startedAt.getTime();

const FREE = { ending: null, endAt: null, cost: null, hasReceipt: false, complaint: null };

async function readFreeCalls(
  viewer: SignedIn,
  ids: string[],
  opens: ReadonlyMap<string, boolean>,
): Promise<Row[]> {
  const { callerId, calleeId } = freeCall;
  const rows = await db
    .select({
      id: freeCall.id,
      status: freeCall.status,
      startAt: freeCall.createdAt,
      callerId,
      calleeId,
      urlname: sql<string>`(select u.urlname from ${user} u where u.id = ${freeCall.calleeId})`,
      room: { startedAt: channel.startedAt, endedAt: channel.endedAt },
    })
    .from(freeCall)
    .leftJoin(channel, eq(channel.id, freeCall.channelId))
    .where(inArray(freeCall.id, ids));
  return rows.map(({ id, startAt, room, urlname, ...row }) => {
    const side = row.callerId === viewer.id ? 'consumer' : 'producer';
    const isOpen = opens.get(id) ?? false;
    const hasMet = room === null || room.startedAt !== null;
    return {
      ...{ ...FREE, id, side, startAt, state: stateOfRung({ ...row, side, isOpen, hasMet }) },
      otherId: side === 'consumer' ? row.calleeId : row.callerId,
      lengthMs: room && lengthOf(room),
      page: isOpen ? `/call/${urlname}/${id}` : null,
      isReviewable: row.status === 'ACCEPTED' && room !== null && room.startedAt !== null,
    };
  });
}

async function readRooms(viewer: SignedIn, ids: string[]): Promise<Row[]> {
  const { id, startedAt, endedAt, hostUserId, guestUserId } = channel;
  const isIts = or(eq(hostUserId, viewer.id), eq(guestUserId, viewer.id));
  const rows = await db
    .select({ id, startedAt, endedAt, createdAt: channel.createdAt, hostUserId, guestUserId })
    .from(channel)
    .where(sql`${isIts} and ${inArray(id, ids)}`);
  return rows.map((row) => ({
    ...{ ...FREE, id: row.id, side: row.guestUserId === viewer.id ? 'consumer' : 'producer' },
    state: row.endedAt ? 'DELIVERED' : 'GOING',
    startAt: row.startedAt ?? row.createdAt,
    otherId: row.hostUserId === viewer.id ? row.guestUserId : row.hostUserId,
    lengthMs: lengthOf(row),
    page: null,
    isReviewable: true,
  }));
}
