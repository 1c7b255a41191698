import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { id as uuid } from '#app/entities/fields.ts';
import { isStreamOf } from '#app/entities/stream/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { booking, channel, payment, stream, streamTick, user } from '#db/schema/index.ts';
import { REVIEWABLE_MS } from '#protocol/charge.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { paidFor } from './paid.server.ts';
import { type Stretch, stripOf } from './strip.ts';

const other = alias(user, 'other');

/** SQL condition: the payment is for the stream's call. */
export const ofStream = sql`${payment.bookingId} = ${stream.bookingId} or ${payment.requestId} = ${stream.requestId}`;

const paid = paidFor(ofStream);

function select(viewer: SignedIn) {
  const isProducer = eq(stream.producerId, viewer.id);
  return db
    .select({
      id: stream.id,
      createdAt: stream.createdAt,
      bookingId: stream.bookingId,
      startAt: booking.startAt,
      endAt: booking.endAt,
      outcome: booking.outcome,
      priceMinor: stream.priceMinor,
      currency: stream.currency,
      budgetMs: stream.budgetMs,
      offeredMs: stream.offeredMs,
      attendedMs: stream.attendedMs,
      deliveredMs: stream.deliveredMs,
      missedMs: stream.missedMs,
      endedAt: stream.endedAt,
      /** A call that was requested has ended, whether or not it is settled. */
      isOver: sql<boolean>`${stream.endedAt} is not null or (${stream.requestId} is not null and not exists (
        select 1 from ${channel} room where room.stream_id = ${stream.id} and room.ended_at is null))`,
      charge: stream.charge,
      isProducer: sql<boolean>`coalesce(${isProducer}, false)`,
      /** Null for the customer. */
      earned: sql<number | null>`case when ${isProducer} then ${paid.earned} end`.mapWith(Number),
      paid: {
        isCharged: paid.isCharged,
        captured: paid.captured,
        refunded: paid.refunded,
        due: paid.due,
        captureAt: paid.captureAt,
        /** Always false for the customer. */
        waits: sql<boolean>`coalesce(${isProducer} and ${paid.waits}, false)`,
      },
      name: other.username,
      /** The profile that the viewer may review; null if none. */
      reviewable: sql<
        string | null
      >`case when ${stream.consumerId} = ${viewer.id} and (${stream.deliveredMs} >= ${REVIEWABLE_MS}
        or ${booking.outcome} = 'PRODUCER_ABSENT') then ${other.urlname} end`,
    })
    .from(stream)
    .leftJoin(booking, eq(booking.id, stream.bookingId))
    .leftJoinLateral(paid, sql`true`)
    .leftJoin(
      other,
      sql`${other.id} = case when ${isProducer} then ${stream.consumerId} else ${stream.producerId} end`,
    );
}
export type OwnStream = Awaited<ReturnType<typeof select>>[number];

/** A stream's counted times, with the strip over time while its ticks are kept. */
export type StreamDetails = { stream: OwnStream; strip: Stretch[] };

/** Reads one of a person's streams. @throws ProtocolError NOT_FOUND */
export async function readOwnStream(viewer: SignedIn, streamId: string): Promise<StreamDetails> {
  const parsed = uuid.safeParse(streamId);
  const [found] = parsed.success
    ? await select(viewer).where(and(eq(stream.id, parsed.data), isStreamOf(viewer)))
    : [];
  if (!found) throw new ProtocolError('NOT_FOUND');
  return withStrip(found);
}

/** Reads anyone's stream, for administrators. @throws ProtocolError NOT_FOUND */
export async function readStream(viewer: SignedIn, streamId: string): Promise<StreamDetails> {
  const [found] = await select(viewer).where(eq(stream.id, streamId));
  if (!found) throw new ProtocolError('NOT_FOUND');
  return withStrip(found);
}

/** The stream of a finished booking; null before, and if nobody entered its room. */
export async function streamOfBooking(viewer: SignedIn, bookingId: string): Promise<StreamDetails | null> {
  const [found] = await select(viewer).where(and(eq(stream.bookingId, bookingId), isStreamOf(viewer)));
  return found?.endedAt ? withStrip(found) : null;
}

async function withStrip(found: OwnStream): Promise<StreamDetails> {
  const { at, ms, offeredMs, attendedMs, deliveredMs } = streamTick;
  const ticks = await db
    .select({ at, ms, offeredMs, attendedMs, deliveredMs })
    .from(streamTick)
    .where(eq(streamTick.streamId, found.id))
    .orderBy(asc(at));
  const { startAt, endAt } = found;
  return { stream: found, strip: stripOf(ticks, startAt && endAt && { from: startAt, to: endAt }) };
}
