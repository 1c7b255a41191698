import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { booking } from '#db/schema/index.ts';

/** Days for which a strike counts. */
const STRIKE_DAYS = 30;
/** Days for which a streamer with too many strikes is not listed. */
export const HIDDEN_DAYS = 7;

/**
 * SQL condition on a booking: its streamer ended it after confirming, or did not come. Ending it because the time zone
 * rules changed does not count.
 */
export const isStrike: SQL | undefined = or(
  and(eq(booking.endedBy, 'PRODUCER'), isNull(booking.waived)),
  eq(booking.outcome, 'PRODUCER_ABSENT'),
);

const struckAt = sql`case when ${booking.outcome} is null then ${booking.updatedAt} else ${booking.endAt} end`;

/** A streamer's strikes that still count, latest first. */
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
