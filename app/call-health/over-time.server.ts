import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { callHealth, channel } from '#db/schema/index.ts';
import type { Span } from './spans.ts';

/** The parts of each span, in UTC; the last one is the current one. */
const PARTS = {
  day: { unit: 'hour', back: '23 hours', step: '1 hour' },
  month: { unit: 'day', back: '29 days', step: '1 day' },
  year: { unit: 'month', back: '11 months', step: '1 month' },
} as const satisfies Record<Span, object>;

const share = z.coerce.number().nullable();
const rowsSchema = z.array(
  z.object({
    at: z.coerce.number(),
    calls: z.coerce.number(),
    success: share,
    loss: share,
    frozen: share,
  }),
);

/**
 * Counts calls that a guest has entered, over time. `at`: start of the part, in seconds since 1970. Shares from 0 to 1,
 * null if there is nothing to divide by; `success`: share of the ended calls in which both people had a picture and
 * that did not fail.
 */
export async function callsOverTime(span: Span) {
  const { unit, back, step } = PARTS[span];
  const rows = await db.execute(sql`
    with part as (
      select generate_series(date_trunc(${unit}, now(), 'UTC') - ${back}::interval,
        date_trunc(${unit}, now(), 'UTC'), ${step}::interval, 'UTC') as start
    ),
    call as (
      select id, started_at, ended_at, status, date_trunc(${unit}, created_at, 'UTC') as part from ${channel}
      where guest_key is not null and created_at >= (select min(start) from part)
    ),
    went as (
      select call.part, sum(loss_sum) / nullif(sum(losses), 0) as loss,
        sum(frozen_ms)::float / nullif(sum(watched_ms), 0) as frozen
      from call join ${callHealth} on channel_id = call.id group by call.part
    )
    select extract(epoch from start) as at, count(call.id) as calls, min(went.loss) as loss, min(went.frozen) as frozen,
      count(call.id) filter (where call.started_at is not null and call.status = 'FINISHED')::float
        / nullif(count(call.id) filter (where call.ended_at is not null), 0) as success
    from part left join call on call.part = start left join went on went.part = start
    group by start order by start`);
  return rowsSchema.parse([...rows]);
}
export type CallsOverTime = Awaited<ReturnType<typeof callsOverTime>>;
