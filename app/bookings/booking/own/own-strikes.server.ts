import { and, eq, gt, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { strikesOf } from '#app/marketplace/bookings/strikes.server.ts';
import { readPolicy } from '#app/marketplace/read-policy.server.ts';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';

/** A streamer's strikes, the number at which they are hidden from the lists, and until when they are hidden now. */
export async function readOwnStrikes({ id }: SignedIn) {
  const [strikes, numberOf, [hidden]] = await Promise.all([
    strikesOf(db, id),
    readPolicy(db),
    db
      .select({ until: user.hiddenUntil })
      .from(user)
      .where(and(eq(user.id, id), gt(user.hiddenUntil, sql`now()`))),
  ]);
  return { strikes, most: numberOf('strikes-hide'), hiddenUntil: hidden?.until ?? null };
}
export type OwnStrikes = Awaited<ReturnType<typeof readOwnStrikes>>;
