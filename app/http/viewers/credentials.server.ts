import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { hashToken } from '#app/platform/token.server.ts';
import { authority, role, session } from '#db/schema/index.ts';
import { siteCookie } from './cookie.server.ts';
import { lacksSecondFactor } from './second-factor.server.ts';
import { liveSessions, SESSION_LIFE_MS, sessionExpiry } from './session-life.server.ts';
import { AUTHORITIES, type SignedIn } from './viewer.ts';

/** Maximum lifetime of a cookie (draft-ietf-httpbis-rfc6265bis, section 5.5). */
const COOKIE_TTL_S = 400 * 24 * 60 * 60;
/** Minimum interval between updates of a session's last use, so that most requests only read. */
const SEEN_RESOLUTION_MS = 60_000;

/** Not signed: its value is a random token, which a signature would not make harder to guess. */
const sessionCookie = siteCookie('JSESSIONID', { httpOnly: true, maxAge: COOKIE_TTL_S });

/**
 * The `Set-Cookie` header that stores a session's token. Only the database determines when the session ends.
 */
export function serializeSession(token: string, request: Request): Promise<string> {
  return sessionCookie.serialize(token, request);
}

/** The `Set-Cookie` header for a session's new token; undefined if the request sent the old one as bearer. */
export async function serializeRenewed(token: string, request: Request): Promise<string | undefined> {
  const credentials = await credentialsOf(request);
  return credentials?.from === 'cookie' ? serializeSession(token, request) : undefined;
}

/** The `Set-Cookie` header that deletes it. */
export function clearSession(request: Request): Promise<string> {
  return sessionCookie.clear(request);
}

const cookieSchema = z.string().min(1);
const BEARER = /^Bearer(?:\s+(.*))?$/i;

/** A request's credentials. A bearer token takes precedence over the cookie, even if it is invalid. */
export type Credentials = { token: string; from: 'bearer' | 'cookie' } | null;

export async function credentialsOf(request: Request): Promise<Credentials> {
  const bearer = BEARER.exec(request.headers.get('Authorization') ?? '');
  if (bearer) return { token: bearer[1]?.trim() ?? '', from: 'bearer' };
  const cookie = cookieSchema.safeParse(await sessionCookie.read(request));
  return cookie.success ? { token: cookie.data, from: 'cookie' } : null;
}

const authoritySchema = z.enum(AUTHORITIES);

/**
 * Finds the user of a token's session and updates the session's last use; null if the session does not exist or has
 * ended.
 */
export async function findSession(token: string): Promise<SignedIn | null> {
  const now = Date.now();
  const rows = await db
    .select({
      id: session.userId,
      sessionId: session.id,
      createdAt: session.createdAt,
      confirmedAt: session.confirmedAt,
      lastSeenAt: session.lastSeenAt,
      authority: authority.name,
    })
    .from(session)
    .leftJoin(role, eq(role.userId, session.userId))
    .leftJoin(authority, eq(authority.rolename, role.rolename))
    .where(and(eq(session.tokenHash, hashToken(token)), liveSessions(now)));
  const [row] = rows;
  if (!row) return null;
  if (now - row.lastSeenAt.getTime() > SEEN_RESOLUTION_MS) {
    const end = row.createdAt.getTime() + SESSION_LIFE_MS;
    const expiresAt = new Date(Math.min((await sessionExpiry(now)).getTime(), end));
    await db
      .update(session)
      .set({ lastSeenAt: new Date(now), expiresAt })
      .where(eq(session.id, row.sessionId));
  }
  const { id, sessionId, confirmedAt } = row;
  const known = rows.flatMap(({ authority }) => authoritySchema.safeParse(authority).data ?? []);
  const authorities = new Set(known);
  const isSensitive = authorities.has('ADMINISTER') || authorities.has('FINANCE');
  const secondFactorMissing = isSensitive && (await lacksSecondFactor(id));
  if (secondFactorMissing) for (const one of ['ADMINISTER', 'FINANCE'] as const) authorities.delete(one);
  return { id, sessionId, confirmedAt, authorities, secondFactorMissing };
}
