import { and, eq, gt, sql } from 'drizzle-orm';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { isPayable } from '#app/payments/payouts/payouts.server.ts';
import { db } from '#app/platform/database.server.ts';
import type { Database } from '#db/client.ts';
import { producerSetting } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** A streamer is available for this long unless a page prolongs it. */
const AVAILABLE_MINUTES = 120;

/**
 * Sets whether a streamer takes calls now.
 * @param onlyLonger only prolongs: fails if they take no calls
 * @returns until when, unless it is prolonged; null if they take none
 * @throws ProtocolError FORBIDDEN for people who are not streamers; WRONG_STATE before they have set up their time, or
 * if they take no calls with `onlyLonger`; NOT_PAYABLE if they cannot be paid
 */
export async function setAvailable(
  viewer: SignedIn,
  isAvailable: boolean,
  onlyLonger = false,
): Promise<Date | null> {
  if (!viewer.authorities.has('STREAM')) throw forbidden(viewer);
  if (isAvailable && !(await isPayable(viewer.id))) throw new ProtocolError('NOT_PAYABLE');
  const until = sql`now() + ${AVAILABLE_MINUTES} * interval '1 minute'`;
  const [saved] = await db
    .update(producerSetting)
    .set({ availableUntil: isAvailable ? until : null })
    .where(
      and(
        eq(producerSetting.userId, viewer.id),
        onlyLonger ? gt(producerSetting.availableUntil, sql`now()`) : undefined,
      ),
    )
    .returning({ until: producerSetting.availableUntil });
  if (!saved) throw new ProtocolError('WRONG_STATE');
  return saved.until;
}

/** Until when a streamer takes calls; null if they take none now. */
export async function availableUntil(
  userId: string,
  on: Pick<Database, 'select'> = db,
): Promise<Date | null> {
  const [found] = await on
    .select({
      until:
        sql<Date | null>`case when ${producerSetting.availableUntil} > now() then ${producerSetting.availableUntil} end`.mapWith(
          producerSetting.availableUntil,
        ),
    })
    .from(producerSetting)
    .where(eq(producerSetting.userId, userId));
  return found?.until ?? null;
}
