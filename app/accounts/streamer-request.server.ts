import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { role, subscription, user } from '#db/schema/index.ts';

const isOfAccount = and(
  eq(sql`lower(${subscription.email})`, sql`lower(${user.email})`),
  isNotNull(user.emailVerifiedAt),
);

/** The requests of accounts that are not streamers yet; a declined request is deleted. */
export const streamerRequests = () =>
  db
    .select({ id: subscription.id })
    .from(subscription)
    .innerJoin(user, isOfAccount)
    .leftJoin(role, and(eq(role.userId, user.id), eq(role.rolename, 'PRODUCER')))
    .where(and(isNull(role.userId), isNull(user.suspendedAt)));

/** Finds the user's request to become a streamer: the one made with an address they have confirmed. */
export async function findRequest({ id }: SignedIn) {
  const { email, language, createdAt } = subscription;
  const [found] = await db
    .select({ email, language, createdAt })
    .from(user)
    .innerJoin(subscription, isOfAccount)
    .where(eq(user.id, id));
  return found ?? null;
}
