import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { type ABSENT_SIDES, booking, channel, payment, stream, streamTick } from '#db/schema/index.ts';
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
};

/** A stream as its meter takes it up. Times in ms since 1970. */
export type MeteredStream = Length & {
  id: string;
  priceMinor: number;
  currency: string;
  /** The site's share, in hundredths of a percent. */
  feeBps: number;
  /** The booked time; null for a request. */
  booked: { from: number; to: number } | null;
  totals: Totals;
};

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
      .select({ row: stream, feeBps: payment.feeBps, from: booking.startAt, to: booking.endAt })
      .from(stream)
      .leftJoin(booking, eq(booking.id, stream.bookingId))
      .leftJoin(
        payment,
        and(
          or(eq(payment.bookingId, stream.bookingId), eq(payment.requestId, stream.requestId)),
          eq(payment.part, 1),
        ),
      )
      .where(and(eq(stream.id, id), isNull(stream.endedAt)));
    if (!found) return null;
    const { row, feeBps, from, to } = found;
    const { priceMinor, currency, budgetMs, offeredMs, attendedMs, deliveredMs, missedMs, absent } = row;
    return {
      ...{ id, priceMinor, currency, budgetMs, feeBps: feeBps ?? 0 },
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
      .select({ budgetMs: stream.budgetMs, endsAt: channel.endsAt })
      .from(stream)
      .innerJoin(channel, eq(channel.streamId, stream.id))
      .where(and(eq(stream.id, streamId), eq(channel.id, channelId), isNull(stream.endedAt)));
    return found ? { budgetMs: found.budgetMs, endsAt: found.endsAt?.getTime() ?? null } : null;
  }

  /**
   * Writes a room's totals, unless another process has taken the room. Totals only grow, so a repeated write counts
   * once. One statement, because every paid call runs it every few seconds.
   */
  async save(id: string, held: HeldRow, totals: Totals, tick: Tick): Promise<void> {
    const { offeredMs, attendedMs, deliveredMs, missedMs, absent } = totals;
    const since = totals.unofferedSince === null ? null : new Date(totals.unofferedSince);
    await this.#db.execute(sql`
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
      )
      insert into ${streamTick} (stream_id, ms, offered_ms, attended_ms, delivered_ms)
      select id, ${tick.ms}, ${tick.offeredMs}, ${tick.attendedMs}, ${tick.deliveredMs}
      from running where grows and ${tick.ms}::integer > 0`);
  }
}
