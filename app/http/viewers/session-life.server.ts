import { and, gt } from 'drizzle-orm';
import { currentParameters } from '#app/platform/parameters.server.ts';
import { session } from '#db/schema/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends after this time, even if it is used. */
export const SESSION_LIFE_MS = 90 * DAY_MS;

/** Expiry of a session used now and not again. @param now ms since 1970 */
export async function sessionExpiry(now: number): Promise<Date> {
  return new Date(now + (await currentParameters()).number('session-days') * DAY_MS);
}

/** Condition: the session has not ended. @param now ms since 1970 */
export function liveSessions(now: number) {
  return and(gt(session.expiresAt, new Date(now)), gt(session.createdAt, new Date(now - SESSION_LIFE_MS)));
}
