import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { subscription, user } from '#db/schema/index.ts';

/** Finds the user's request to become a streamer: the one made with an address they have confirmed. */
export async function findRequest({ id }: SignedIn) {
  const { email, language, createdAt } = subscription;
  const [found] = await db
    .select({ email, language, createdAt })
    .from(user)
    .innerJoin(subscription, eq(sql`lower(${email})`, sql`lower(${user.email})`))
    .where(and(eq(user.id, id), isNotNull(user.emailVerifiedAt)));
  return found ?? null;
}
