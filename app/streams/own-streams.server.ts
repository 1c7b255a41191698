import { and, asc, count, desc, eq, gte, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { id as uuid } from '#app/entities/fields.ts';
import { isStreamOf } from '#app/entities/stream/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { booking, channel, ledger, payment, stream, streamTick, user } from '#db/schema/index.ts';
import { REVIEWABLE_MS } from '#protocol/charge.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type Stretch, stripOf } from './strip.ts';
import { WEEKS, weeksOf } from './weeks.ts';

export const STREAMS_A_PAGE = 20;

const other = alias(user, 'other');

/**
 * What the streamer earns from a payment: by the ledger once it is captured; before, the amount to capture less the
 * site's share. In the currency's smallest unit.
 */
const earned = sql<number>`case
  when ${payment.status} = 'CAPTURED' and ${payment.viaSite} and ${payment.transfer} is null then
    ${payment.captured} - ${payment.refunded} - ((${payment.captured} - ${payment.refunded})::bigint * ${payment.feeBps} + 5000) / 10000
  when ${payment.status} = 'CAPTURED' then (select coalesce(sum(l.amount), 0) from ${ledger} l
    where l.payment_id = ${payment.id} and l.account = 'STREAMER')
  when ${payment.status} in ('NEW', 'HELD', 'CAPTURING') then
    coalesce(${payment.toCapture} - (${payment.toCapture}::bigint * ${payment.feeBps} + 5000) / 10000, 0)
  else 0 end`.mapWith(Number);

const ofStream = sql`${payment.bookingId} = ${stream.bookingId} or ${payment.requestId} = ${stream.requestId}`;

/** Sums over all payments of a stream; an extended one has several holds. */
const paid = db
  .select({
    captured: sql<number>`coalesce(sum(${payment.captured}), 0)`.mapWith(Number).as('captured'),
    refunded: sql<number>`coalesce(sum(${payment.refunded}), 0)`.mapWith(Number).as('refunded'),
    /** The amount charged, or to be charged. */
    due: sql<number>`coalesce(sum(case when ${payment.status} in ('NEW', 'HELD', 'CAPTURING')
      then coalesce(${payment.toCapture}, 0) else ${payment.captured} end), 0)`
      .mapWith(Number)
      .as('due'),
    earned: sql<number>`coalesce(sum(${earned}), 0)`.mapWith(Number).as('earned'),
    captureAt: sql<Date | null>`max(${payment.captureAt})`.mapWith(payment.captureAt).as('capture_at'),
    /** Nothing remains to be captured. */
    isCharged: sql<boolean>`coalesce(not bool_or(${payment.status} in ('HELD', 'CAPTURING')
      or (${payment.status} = 'NEW' and ${payment.toCapture} is not null)), true)`.as('is_charged'),
    /** Some of it waits for the streamer's payout account. */
    waits: sql<boolean>`coalesce(bool_or(${payment.status} = 'CAPTURED' and ${payment.viaSite}
      and ${payment.transfer} is null), false)`.as('waits'),
  })
  .from(payment)
  .where(ofStream)
  .as('paid');

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

/** A person's streams as a streamer, latest first, with totals and the earnings of the last weeks. */
export async function listProduced(viewer: SignedIn, page: number) {
  const produced = eq(stream.producerId, viewer.id);
  const recent = and(produced, gte(stream.createdAt, sql`now() - ${WEEKS * 7} * interval '1 day'`));
  const [streams, [totals], sums, latest] = await Promise.all([
    select(viewer)
      .where(produced)
      .orderBy(desc(stream.createdAt), desc(stream.id))
      .limit(STREAMS_A_PAGE)
      .offset((page - 1) * STREAMS_A_PAGE),
    db
      .select({
        streams: count(),
        deliveredMs: sql<number>`coalesce(sum(${stream.deliveredMs}), 0)`.mapWith(Number),
      })
      .from(stream)
      .where(produced),
    db
      .select({ currency: stream.currency, earned: sum(earned).mapWith(Number) })
      .from(stream)
      .innerJoin(payment, ofStream)
      .where(produced)
      .groupBy(stream.currency)
      .orderBy(asc(stream.currency)),
    db
      .select({ createdAt: stream.createdAt, currency: stream.currency, earned })
      .from(stream)
      .innerJoin(payment, ofStream)
      .where(recent),
  ]);
  return {
    streams,
    total: totals?.streams ?? 0,
    deliveredMs: totals?.deliveredMs ?? 0,
    sums: sums.filter((row) => row.earned > 0),
    weeks: weeksOf(latest, Date.now()),
  };
}

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
