import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { booking } from '#db/schema/index.ts';

/** Strikes count for so many days. */
const STRIKE_DAYS = 30;
/** A streamer with too many of them is not listed for so many days. */
export const HIDDEN_DAYS = 7;

/**
 * Condition on a booking: its streamer cancelled it after they had confirmed it, or did not come. Where the rules of its
 * clock have changed they may cancel.
 */
export const isStrike: SQL | undefined = or(
  and(eq(booking.status, 'CANCELLED'), eq(booking.endedReason, 'PRODUCER'), isNull(booking.waived)),
  eq(booking.outcome, 'PRODUCER_ABSENT'),
);

const struckAt = sql`case when ${booking.outcome} is null then ${booking.updatedAt} else ${booking.endAt} end`;

/** A streamer's strikes that count, the latest first. */
export function strikesOf(on: Database | Transaction, producerId: string) {
  const { id, startAt, endAt, outcome } = booking;
  return on
    .select({ id, startAt, endAt, outcome })
    .from(booking)
    .where(
      and(
        eq(booking.producerId, producerId),
        isStrike,
        gt(struckAt, sql`now() - ${STRIKE_DAYS} * interval '1 day'`),
      ),
    )
    .orderBy(desc(startAt));
}
