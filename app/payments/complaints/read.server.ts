import { and, eq, sql } from 'drizzle-orm';
import { isStreamOf } from '#app/entities/stream/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { callFeeBps } from '#app/marketplace/payments/earned.server.ts';
import { db } from '#app/platform/database.server.ts';
import { complaint, stream } from '#db/schema/index.ts';
import { complaintUntil } from './complain.server.ts';

/**
 * What one of a call's two people sees of its complaint: the complaint, or the deadline for making one; null if neither
 * applies.
 */
export async function complaintAbout(viewer: SignedIn, streamId: string) {
  const isPayer = sql`${stream.consumerId} = ${viewer.id}`;
  const [found] = await db
    .select({
      streamId: stream.id,
      charge: stream.charge,
      currency: stream.currency,
      feeBps: callFeeBps,
      isPayer: sql<boolean>`coalesce(${isPayer}, false)`,
      until: sql<Date | null>`case when ${isPayer} and ${stream.charge} > 0 and ${complaintUntil} > now()
        then ${complaintUntil} end`.mapWith(stream.endedAt),
      made: complaint,
    })
    .from(stream)
    .leftJoin(complaint, eq(complaint.streamId, stream.id))
    .where(and(eq(stream.id, streamId), isStreamOf(viewer)));
  if (!found || !(found.made || found.until)) return null;
  const { made, ...call } = found;
  if (!made) return { ...call, made: null };
  const { id, kind, text, wanted, status, answer, conceded, reason, decided } = made;
  return { ...call, made: { id, kind, text, wanted, status, answer, conceded, reason, decided } };
}
export type ComplaintAbout = NonNullable<Awaited<ReturnType<typeof complaintAbout>>>;
