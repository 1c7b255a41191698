import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { currentRequest } from '#app/platform/request-context.server.ts';
import { hashToken } from '#app/platform/token.server.ts';
import { apiKey, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { KEY_SCOPES } from '#protocol/key-scopes.ts';
import { spendShare } from '../limits/rate-limits.server.ts';
import { credentialsOf } from './credentials.server.ts';

export type KeyScope = (typeof KEY_SCOPES)[number];

/** Prefix of keys, by which people and secret scanners recognise them. */
export const KEY_PREFIX = 'pk_';

/** Minimum interval between updates of a key's last use, so that most requests only read. */
const USED_RESOLUTION = sql`interval '1 minute'`;

/** API key of a request. It acts for its owner only in the calls that require it. */
export type Key = { id: string; ownerId: string; origins: readonly string[] };

/** Keys that are neither revoked nor expired. */
export const isKeyCurrent = and(
  isNull(apiKey.revokedAt),
  or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`now()`)),
);

/** Current keys of accounts that are not suspended. */
export const isKeyValid = and(isKeyCurrent, isNull(user.suspendedAt));

/**
 * Finds the key of a request's `Authorization: Bearer pk_…` and updates its last use. A session's token is not
 * accepted: users have other calls.
 * @throws ProtocolError NOT_SIGNED_IN without a valid key; RATE_LIMITED; FORBIDDEN if the key lacks the scope
 */
export async function requireKey(request: Request, scope: KeyScope): Promise<Key> {
  const credentials = await credentialsOf(request);
  if (credentials?.from !== 'bearer' || !credentials.token.startsWith(KEY_PREFIX))
    throw new ProtocolError('NOT_SIGNED_IN');
  const { id, userId, scopes, origins, perMinute, lastUsedAt } = apiKey;
  const [found] = await db
    .select({ id, ownerId: userId, scopes, origins, perMinute, lastUsedAt })
    .from(apiKey)
    .innerJoin(user, eq(user.id, userId))
    .where(and(eq(apiKey.tokenHash, hashToken(credentials.token)), isKeyValid));
  if (!found) throw new ProtocolError('NOT_SIGNED_IN');
  await spendShare('key', found.id, found.perMinute);
  await db
    .update(apiKey)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(id, found.id), or(isNull(lastUsedAt), sql`${lastUsedAt} < now() - ${USED_RESOLUTION}`)));
  const context = currentRequest();
  if (context) context.viewer = { id: found.ownerId, administers: false };
  if (!found.scopes.includes(scope)) throw new ProtocolError('FORBIDDEN');
  return { id: found.id, ownerId: found.ownerId, origins: found.origins };
}
