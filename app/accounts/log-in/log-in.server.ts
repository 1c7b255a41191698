import { eq, sql } from 'drizzle-orm';
import { refuseBlockedAddress } from '#app/http/blocked-networks.server.ts';
import { clearSession, credentialsOf, findSession, serializeSession } from '#app/http/credentials.server.ts';
import { refuseCrossSite } from '#app/http/origin.server.ts';
import { refund, spend } from '#app/http/rate-limits.server.ts';
import { db } from '#app/platform/database.server.ts';
import { credential, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { provedEmail } from '../email-owners.server.ts';
import { verifyPassword } from '../passwords.server.ts';
import { createSession, endSession } from '../sessions.server.ts';

export type LogIn = {
  /** Or an e-mail address that was proved. */
  username: string;
  password: string;
};

/**
 * Whose name and password these are. A name that is nobody's is answered like a wrong password, after the same work.
 * @param address the client's
 * @returns the user's id
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED, FORBIDDEN for a blocked network
 */
export async function authenticate({ username, password }: LogIn, address: string): Promise<string> {
  await refuseBlockedAddress(address);
  const name = username.trim().toLowerCase();
  // Counted before the work, so that many tries at once count as many.
  await spend('login', address);
  await spend('loginName', name);
  const account = await findAccount(username.trim());
  const fits = await verifyPassword(account?.passwordHash, password);
  if (!account || !fits) throw new ProtocolError('WRONG_CREDENTIALS');
  await refund('login', address);
  await refund('loginName', name);
  return account.id;
}

async function findAccount(name: string): Promise<{ id: string; passwordHash: string } | undefined> {
  const [account] = await db
    .select({ id: user.id, passwordHash: credential.passwordHash })
    .from(user)
    .innerJoin(credential, eq(credential.userId, user.id))
    // No username has an at sign.
    .where(name.includes('@') ? provedEmail(name) : eq(sql`lower(${user.username})`, sql`lower(${name})`));
  return account;
}

export type NewSession = { id: string; token: string; setCookie: string };

/**
 * Signs somebody in on the device that asks. It gets a new token whatever it came with, and the session that its
 * cookie had ends.
 */
export async function openSession(
  userId: string,
  request: Request,
  userAgentType: string | null = null,
): Promise<NewSession> {
  const session = await createSession(userId, {
    userAgent: request.headers.get('User-Agent'),
    userAgentType,
  });
  const before = await credentialsOf(request);
  const old = before?.from === 'cookie' ? await findSession(before.token) : null;
  if (old) await endSession(old.id, old.sessionId);
  return { ...session, setCookie: await serializeSession(session.token, request) };
}

/**
 * Signs out: the request's own session, whatever is left of it, or another one of the same user.
 * @returns the header that clears the cookie, unless another session was ended
 * @throws ProtocolError NOT_FOUND if `sessionId` is no session of theirs, CROSS_SITE
 */
export async function closeSession(request: Request, sessionId?: string): Promise<string | undefined> {
  const credentials = await credentialsOf(request);
  // Although it may be a GET: another site must not sign anybody out.
  if (credentials?.from === 'cookie') refuseCrossSite(request);
  const viewer = credentials && (await findSession(credentials.token));
  if (viewer) {
    const ended = await endSession(viewer.id, sessionId ?? viewer.sessionId);
    if (!ended && sessionId) throw new ProtocolError('NOT_FOUND');
    if (sessionId && sessionId !== viewer.sessionId) return undefined;
  }
  return clearSession(request);
}
