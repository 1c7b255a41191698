import { and, asc, count, eq, gte, sql, sum } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { earned } from '#app/marketplace/payments/earned.server.ts';
import { db } from '#app/platform/database.server.ts';
import { payment, stream } from '#db/schema/index.ts';
import { ofStream } from './own-streams.server.ts';
import { WEEKS, weeksOf } from './weeks.ts';

/** What a person has delivered and earned as a streamer, in all and in the last weeks. */
export async function readEarnings(viewer: SignedIn) {
  const produced = eq(stream.producerId, viewer.id);
  const isTheirs = eq(payment.payeeId, viewer.id);
  // A fee for cancelling has no call.
  const at = sql<Date>`coalesce(${stream.createdAt}, ${payment.capturedAt}, ${payment.changedAt})`;
  const recent = gte(at, sql`now() - ${WEEKS * 7} * interval '1 day'`);
  const [[totals], sums, latest] = await Promise.all([
    db
      .select({
        streams: count(),
        deliveredMs: sql<number>`coalesce(sum(${stream.deliveredMs}), 0)`.mapWith(Number),
      })
      .from(stream)
      .where(produced),
    db
      .select({ currency: payment.currency, earned: sum(earned).mapWith(Number) })
      .from(payment)
      .where(isTheirs)
      .groupBy(payment.currency)
      .orderBy(asc(payment.currency)),
    db
      .select({ at: at.mapWith(stream.createdAt), currency: payment.currency, earned })
      .from(payment)
      .leftJoin(stream, ofStream)
      .where(and(isTheirs, recent)),
  ]);
  return {
    total: totals?.streams ?? 0,
    deliveredMs: totals?.deliveredMs ?? 0,
    sums: sums.filter((row) => row.earned > 0),
    weeks: weeksOf(latest, Date.now()),
  };
}
