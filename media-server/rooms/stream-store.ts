import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/client.ts';
import { isHeldPayment } from '#db/held-payment.ts';
import { type ABSENT_SIDES, booking, channel, payment, stream, streamTick } from '#db/schema/index.ts';
import type { Hold } from '#protocol/charge.ts';
import { type ChannelRow, type HeldRow, isHeld } from './channel-store.ts';

/** Time spent in each state, in ms. */
type Counts = { offeredMs: number; attendedMs: number; deliveredMs: number };

/** Totals of a stream since it began. */
export type Totals = Counts & {
  missedMs: number;
  /** In ms since 1970. */
  unofferedSince: number | null;
  absent: (typeof ABSENT_SIDES)[number] | null;
};

/** Counts since the last tick; `ms` is its length. */
export type Tick = Counts & { ms: number };

/** Limits of a call's length, which extensions change. Times in ms since 1970. */
export type Length = {
  /** The call ends after this much delivered time; null for a booking. */
  budgetMs: number | null;
  /** Absolute end of the room. */
  endsAt: number | null;
  /** What the call may cost, in the order in which it is charged. */
  holds: Hold[];
};

/** A stream as its meter takes it up. Times in ms since 1970. */
export type MeteredStream = Length & {
  id: string;
  priceMinor: number;
  currency: string;
  /** The booked time; null for a request. */
  booked: { from: number; to: number } | null;
  totals: Totals;
};

const holdsSchema = z.array(z.object({ amount: z.number(), feeBps: z.number() }));

/** The amounts held for a stream. */
const holds = sql`coalesce((
  select json_agg(json_build_object('amount', ${payment.amount}, 'feeBps', ${payment.feeBps}) order by ${payment.part})
  from ${payment}
  where (${payment.bookingId} = ${stream.bookingId} or ${payment.requestId} = ${stream.requestId}) and ${isHeldPayment}
), '[]')`.mapWith((value: unknown) => holdsSchema.parse(value));

/**
 * The streams of one database. The database decides whether a stream is still running: nothing is counted for a settled
 * one.
 */
export class StreamStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The stream of a room; null if the room is not paid, or its stream is settled. */
  async of({ streamId: id, endsAt }: ChannelRow): Promise<MeteredStream | null> {
    if (!id) return null;
    const [found] = await this.#db
      .select({ row: stream, holds, from: booking.startAt, to: booking.endAt })
      .from(stream)
      .leftJoin(booking, eq(booking.id, stream.bookingId))
      .where(and(eq(stream.id, id), isNull(stream.endedAt)));
    if (!found) return null;
    const { row, from, to } = found;
    const { priceMinor, currency, budgetMs, offeredMs, attendedMs, deliveredMs, missedMs, absent } = row;
    return {
      ...{ id, priceMinor, currency, budgetMs, holds: found.holds },
      endsAt: endsAt?.getTime() ?? null,
      booked: from && to && { from: from.getTime(), to: to.getTime() },
      totals: {
        ...{ offeredMs, attendedMs, deliveredMs, missedMs, absent },
        unofferedSince: row.unofferedSince?.getTime() ?? null,
      },
    };
  }

  /** Current limits of a call's length; null if its stream is settled. */
  async lengthOf(streamId: string, channelId: string): Promise<Length | null> {
    const [found] = await this.#db
      .select({ budgetMs: stream.budgetMs, endsAt: channel.endsAt, holds })
      .from(stream)
      .innerJoin(channel, eq(channel.streamId, stream.id))
      .where(and(eq(stream.id, streamId), eq(channel.id, channelId), isNull(stream.endedAt)));
    return found ? { ...found, endsAt: found.endsAt?.getTime() ?? null } : null;
  }

  /**
   * Writes a room's totals, unless another process has taken the room. Totals only grow, so a repeated write counts
   * once. One statement, because every paid call runs it every few seconds.
   * @returns false if another process has the room, or the stream is settled
   */
  async save(id: string, held: HeldRow, totals: Totals, tick: Tick): Promise<boolean> {
    const { offeredMs, attendedMs, deliveredMs, missedMs, absent } = totals;
    const since = totals.unofferedSince === null ? null : new Date(totals.unofferedSince);
    const saved = await this.#db.execute(sql`
      with running as (
        select id, offered_ms < ${offeredMs} or attended_ms < ${attendedMs} or missed_ms < ${missedMs} as grows
        from ${stream}
        where id = ${id} and ended_at is null and exists (select from ${channel} where ${isHeld(held)})
        for update
      ), saved as (
        update ${stream} set
          unoffered_since = ${sql.param(since, stream.unofferedSince)},
          absent = ${absent},
          offered_ms = greatest(offered_ms, ${offeredMs}),
          attended_ms = greatest(attended_ms, ${attendedMs}),
          delivered_ms = greatest(delivered_ms, ${deliveredMs}),
          missed_ms = greatest(missed_ms, ${missedMs}),
          started_at = coalesce(started_at, case when ${deliveredMs}::integer > 0 then now() end)
        where id = (select id from running)
        returning id
      ), ticked as (
        insert into ${streamTick} (stream_id, ms, offered_ms, attended_ms, delivered_ms)
        select id, ${tick.ms}, ${tick.offeredMs}, ${tick.attendedMs}, ${tick.deliveredMs}
        from running where grows and ${tick.ms}::integer > 0
      )
      select id from saved`);
    return saved.length > 0;
  }
}
