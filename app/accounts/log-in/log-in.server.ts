import { eq, sql } from 'drizzle-orm';
import { refuseBlockedAddress } from '#app/http/limits/blocked-networks.server.ts';
import { refund, spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf, refuseCrossSite } from '#app/http/origin.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import {
  clearSession,
  credentialsOf,
  findSession,
  serializeSession,
} from '#app/http/viewers/credentials.server.ts';
import { db } from '#app/platform/database.server.ts';
import { credential, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { whereEmailConfirmed } from '../addresses/email-owners.server.ts';
import { tellOwner } from '../addresses/owner-notice.server.ts';
import { verifyPassword } from '../passwords/passwords.server.ts';
import { recordLockOut, recordRefusedLogIn } from '../passwords/refused-log-in.server.ts';
import { deviceName } from '../sessions/device-name.server.ts';
import { createSession, endSession } from '../sessions/sessions.server.ts';
import { noteDevice } from './known-devices.server.ts';

export type LogIn = {
  /** Username or verified email address. */
  username: string;
  password: string;
};

/**
 * Checks a username and password. An unknown name gets the same answer as a wrong password, after the same work.
 * @param address the client's
 * @returns the user's id
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED, ADDRESS_BLOCKED
 */
export async function authenticate({ username, password }: LogIn, address: string): Promise<string> {
  await refuseBlockedAddress(address);
  // Counted before the check, so that parallel attempts cannot exceed the limit.
  await spend('login', address, () => recordLockOut('login', undefined));
  const name = await canonicalName(username.trim().normalize('NFKC'));
  await spend('loginName', name, async () => recordLockOut('loginName', (await findAccount(name))?.id));
  const account = await findAccount(name);
  await spend('loggedIn', address, () => recordLockOut('loggedIn', undefined));
  if (account) {
    const { id } = account;
    await spend('loggedInAccount', id, () => recordLockOut('loggedInAccount', id));
  }
  const fits = await verifyPassword(account?.passwordHash, password);
  if (!account || !fits) {
    await refund('loggedIn', address);
    if (account) await refund('loggedInAccount', account.id);
    await recordRefusedLogIn(account?.id);
    throw new ProtocolError('WRONG_CREDENTIALS');
  }
  await refund('login', address);
  await refund('loginName', name);
  return account.id;
}

/**
 * Normalises a name as the account lookup does, for limits per name. PostgreSQL's lower() is not JavaScript's: it turns
 * İ into i. Not the account's id: if a username and an address shared a limit, that would reveal whose address it is.
 */
async function canonicalName(name: string): Promise<string> {
  const [row] = await db.execute<{ name: string }>(sql`select lower(${name}) as name`);
  return row?.name ?? name;
}

async function findAccount(name: string): Promise<{ id: string; passwordHash: string } | undefined> {
  const [account] = await db
    .select({ id: user.id, passwordHash: credential.passwordHash })
    .from(user)
    .innerJoin(credential, eq(credential.userId, user.id))
    // Usernames contain no @.
    .where(name.includes('@') ? whereEmailConfirmed(name) : eq(sql`lower(${user.username})`, name));
  return account;
}

export type NewSession = { id: string; token: string; setCookie: string[] };

type Opening = {
  /** The client's address. */
  address: string;
  userAgentType?: string | undefined;
  /** The account is new, so no email about the login is needed. */
  isFirst?: boolean;
};

/**
 * Starts a session for the requesting device. Always issues a new token (prevents session fixation) and ends the
 * session of the request's cookie. Emails the user if the device is new.
 */
export async function openSession(
  userId: string,
  request: Request,
  { address, userAgentType, isFirst = false }: Opening,
): Promise<NewSession> {
  const userAgent = request.headers.get('User-Agent');
  const session = await createSession(userId, { userAgent, userAgentType: userAgentType ?? null, address });
  const device = await noteDevice(userId, request, address);
  if (!device.isKnown && !isFirst) {
    const at = new Date().toISOString();
    const login = { sessionId: session.id, device: deviceName(userAgent), address, at };
    await tellOwner(db, userId, 'newLogin', originOf(request), { login });
  }
  const before = await credentialsOf(request);
  const old = before?.from === 'cookie' ? await findSession(before.token) : null;
  if (old) await endSession(old.id, old.sessionId);
  return { ...session, setCookie: [await serializeSession(session.token, request), device.setCookie] };
}

/**
 * Logs out: ends the request's own session, which may have expired, or another session of the same user.
 * @returns the header that clears the cookie, unless another session was ended
 * @throws ProtocolError NOT_FOUND if the user has no session `sessionId`, CONFIRM_AGAIN to end another, CROSS_SITE
 */
export async function closeSession(request: Request, sessionId?: string): Promise<string | undefined> {
  const credentials = await credentialsOf(request);
  // Checked even for GET: another site must not log anyone out.
  if (credentials?.from === 'cookie') refuseCrossSite(request);
  const viewer = credentials && (await findSession(credentials.token));
  if (viewer) {
    if (sessionId && sessionId !== viewer.sessionId) requireConfirmed(viewer);
    const ended = await endSession(viewer.id, sessionId ?? viewer.sessionId);
    if (!ended && sessionId) throw new ProtocolError('NOT_FOUND');
    if (sessionId && sessionId !== viewer.sessionId) return undefined;
  }
  return clearSession(request);
}
