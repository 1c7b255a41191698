import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { callEvent, callSample } from '#db/schema/index.ts';

/** Points at most: in a longer call each is the mean of several samples. */
const MOST_POINTS = 300;

const number = z.coerce.number().nullable();
const rowsSchema = z.array(
  z.object({
    seat: z.enum(['host', 'guest']),
    /** Seconds since 1970. */
    at: z.coerce.number(),
    sent_bitrate: number,
    received_bitrate: number,
    received_loss: number,
    round_trip_ms: number,
    width: number,
    height: number,
    frames: number,
    frozen: number,
    limitation: z.string().nullable(),
  }),
);

export type CallHealthPoint = ReturnType<typeof pointOf>;

/** The health of a call for both sides, and its events; null if there is no data, or no longer. */
export async function readCallHealth(channelId: string) {
  const events = await db
    .select({ at: callEvent.at, seat: callEvent.seat, kind: callEvent.kind, detail: callEvent.detail })
    .from(callEvent)
    .where(eq(callEvent.channelId, channelId))
    .orderBy(asc(callEvent.at));
  const rows = rowsSchema.parse([
    ...(await db.execute(sql`
      with own as (select * from ${callSample} where channel_id = ${channelId}),
        span as (
          select min(at) as first,
            greatest(10, ceil(extract(epoch from max(at) - min(at)) / ${MOST_POINTS})) as seconds
          from own
        )
      select seat, extract(epoch from max(at)) as at,
        avg(sent_bitrate) as sent_bitrate, avg(received_bitrate) as received_bitrate,
        avg(received_loss) as received_loss, avg(round_trip_ms) as round_trip_ms,
        max(width) as width, max(height) as height, avg(frames_per_second) as frames,
        sum(frozen_ms)::float / nullif(sum(watched_ms), 0) as frozen,
        mode() within group (order by limitation) as limitation
      from own, span
      group by seat, floor(extract(epoch from at - first) / seconds)
      order by at`)),
  ]);
  if (rows.length === 0 && events.length === 0) return null;
  const of = (wanted: string) => rows.filter(({ seat }) => seat === wanted).map(pointOf);
  return {
    host: of('host'),
    guest: of('guest'),
    events: events.map((event) => ({ ...event, at: event.at.getTime() / 1000 })),
  };
}
export type CallHealth = NonNullable<Awaited<ReturnType<typeof readCallHealth>>>;

/** `at` in seconds since 1970, bit rates in bit/s, shares from 0 to 1. */
function pointOf(row: z.infer<typeof rowsSchema>[number]) {
  return {
    at: row.at,
    sent: row.sent_bitrate,
    received: row.received_bitrate,
    loss: row.received_loss,
    roundTripMs: row.round_trip_ms,
    size: row.width && row.height ? `${row.width} × ${row.height}` : null,
    frames: row.frames,
    frozen: row.frozen,
    limitation: row.limitation === 'none' ? null : row.limitation,
  };
}
