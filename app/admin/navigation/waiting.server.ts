import { inArray, isNull, sql } from 'drizzle-orm';
import { streamerRequests } from '#app/accounts/streamer-request.server.ts';
import { unansweredDisputes } from '#app/payments/disputes/evidence.server.ts';
import { listApprovals } from '#app/payments/holds/approval.server.ts';
import { db } from '#app/platform/database.server.ts';
import { complaint, inquiry } from '#db/schema/index.ts';

const countOf = (rows: { getSQL(): ReturnType<typeof sql> }) =>
  sql`(select count(*) from (${rows}) waiting)`.mapWith(Number);

/** Numbers of rows that wait for an administrator, by section. */
export async function countWaiting() {
  const unanswered = db.select({ id: inquiry.id }).from(inquiry).where(isNull(inquiry.answeredAt));
  const open = inArray(complaint.status, ['OPEN', 'DECLINED']);
  const [counts] = await db
    .select({
      inquiry: countOf(unanswered),
      /** They await an answer or a decision. */
      complaint: countOf(db.select({ id: complaint.id }).from(complaint).where(open)),
      /** Earnings of suspended streamers. */
      payment: countOf(listApprovals()),
      dispute: countOf(unansweredDisputes()),
      /** People who ask to become streamers. */
      subscription: countOf(streamerRequests()),
    })
    .from(sql`(values (1)) as one`);
  return counts ?? { inquiry: 0, complaint: 0, payment: 0, dispute: 0, subscription: 0 };
}
export type Waiting = Awaited<ReturnType<typeof countWaiting>>;
