import { and, desc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { recordAudit } from '#app/audit/record.server.ts';
import { id, instant } from '#app/entities/fields.ts';
import { liveSessions, sessionExpiry } from '#app/http/viewers/session-life.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { hashToken, newToken } from '#app/platform/token.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { knownDevice, session, user } from '#db/schema/index.ts';
import { AccountSuspended, ProtocolError } from '#protocol/errors.ts';
import { consumeLink, ENDING_PURPOSES } from '../addresses/email-links.server.ts';

export type Device = {
  userAgent: string | null;
  userAgentType: string | null;
  /** The client's address. */
  address: string;
};

/** Sessions of one user at most: nobody has more devices, and a longer list would hide a stranger's. */
const MAX_SESSIONS = 20;

/**
 * Creates a session, always with a new token (prevents session fixation). Above the maximum, the least recently used
 * sessions end.
 * @throws AccountSuspended
 */
export async function createSession(userId: string, device: Device): Promise<{ id: string; token: string }> {
  const token = newToken();
  const expiresAt = await sessionExpiry(Date.now());
  const id = await inTransaction(async (tx) => {
    // Serialises a user's logins, so that each counts the sessions of those before it.
    const [account] = await tx
      .select({ suspensionReason: user.suspensionReason })
      .from(user)
      .where(eq(user.id, userId))
      .for('no key update');
    // All logins pass this check. A suspension waits for the lock, so that it ends this session too.
    if (account?.suspensionReason) throw new AccountSuspended(account.suspensionReason);
    const [row] = await tx
      .insert(session)
      .values({
        userId,
        tokenHash: hashToken(token),
        userAgent: device.userAgent?.slice(0, 400),
        userAgentType: device.userAgentType?.slice(0, 40),
        address: device.address.slice(0, 45),
        expiresAt,
      })
      .returning({ id: session.id });
    if (!row) throw new Error('The session was not written');
    const surplus = tx
      .select({ id: session.id })
      .from(session)
      .where(and(eq(session.userId, userId), ne(session.id, row.id)))
      .orderBy(desc(session.lastSeenAt), desc(session.id))
      .offset(MAX_SESSIONS - 1);
    await tx.delete(session).where(inArray(session.id, surplus));
    const after = { sessionId: row.id, userAgent: device.userAgent };
    await recordAudit(tx, { action: 'LOG_IN', entity: 'user', rowId: userId, actorId: userId, after });
    return row.id;
  });
  return { id, token };
}

/** Replaces a session's token, which logs out anyone else who had the old one. @returns the new token */
export async function renewToken(tx: Transaction, sessionId: string): Promise<string> {
  const token = newToken();
  await tx
    .update(session)
    .set({ tokenHash: hashToken(token) })
    .where(eq(session.id, sessionId));
  return token;
}

export const sessionSchema = z.object({
  id,
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  userAgent: z.string().nullable(),
  userAgentType: z.string().nullable(),
  address: z.string().nullable().meta({ description: 'The address that its login came from' }),
});
export type SessionView = z.output<typeof sessionSchema>;

/** The user's live sessions, most recently seen first. */
export function listSessions(userId: string): Promise<SessionView[]> {
  return db
    .select({
      id: session.id,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      expiresAt: session.expiresAt,
      userAgent: session.userAgent,
      userAgentType: session.userAgentType,
      address: session.address,
    })
    .from(session)
    .where(and(eq(session.userId, userId), liveSessions(Date.now())))
    .orderBy(desc(session.lastSeenAt), desc(session.id));
}

/**
 * A user's live sessions, for administrators.
 * @throws ProtocolError FORBIDDEN; NOT_FOUND if there is no such user
 */
export async function listSessionsOf(viewer: SignedIn, userId: string) {
  if (!viewer.authorities.has('ADMINISTER')) throw new ProtocolError('FORBIDDEN');
  if ((await db.$count(user, eq(user.id, userId))) === 0) throw new ProtocolError('NOT_FOUND');
  const sessions = await listSessions(userId);
  return sessions.map((each) => ({ ...each, current: each.id === viewer.sessionId }));
}

/** @returns whether the user had that session */
export async function endSession(userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .delete(session)
    .where(and(eq(session.id, sessionId), eq(session.userId, userId)))
    .returning({ id: session.id });
  return ended.length > 0;
}

/** Ends the session named by an emailed link. @throws ProtocolError LINK_INVALID */
export async function endLinkedSession(token: string): Promise<void> {
  await inTransaction(async (tx) => {
    const { userId, sessionId } = await consumeLink(tx, token, ENDING_PURPOSES);
    if (sessionId) await tx.delete(session).where(and(eq(session.id, sessionId), eq(session.userId, userId)));
    // A later login with its device is announced again.
    await tx.delete(knownDevice).where(eq(knownDevice.userId, userId));
  });
}

/**
 * Ends one of the viewer's sessions; an administrator may end anyone's, which the audit trail records.
 * @throws ProtocolError NOT_FOUND
 */
export async function endSessionAs(viewer: SignedIn, sessionId: string): Promise<void> {
  const reach = viewer.authorities.has('ADMINISTER') ? undefined : eq(session.userId, viewer.id);
  await inTransaction((tx) => endSessions(tx, viewer, and(eq(session.id, sessionId), reach)));
}

/**
 * Ends all sessions of a user except the viewer's own.
 * @throws ProtocolError FORBIDDEN for all but administrators, NOT_FOUND if there are none
 */
export async function endSessionsOf(viewer: SignedIn, userId: string): Promise<void> {
  if (!viewer.authorities.has('ADMINISTER')) throw new ProtocolError('FORBIDDEN');
  const theirs = and(eq(session.userId, userId), ne(session.id, viewer.sessionId));
  await inTransaction((tx) => endSessions(tx, viewer, theirs));
}

async function endSessions(tx: Transaction, viewer: SignedIn, which: SQL | undefined): Promise<void> {
  const ended = await tx
    .delete(session)
    .where(which)
    .returning({ userId: session.userId, id: session.id, userAgent: session.userAgent });
  const [first] = ended;
  if (!first) throw new ProtocolError('NOT_FOUND');
  if (first.userId === viewer.id) return;
  const before = { sessions: ended.map(({ id, userAgent }) => [userAgent, id].filter(Boolean).join(', ')) };
  await recordAudit(tx, { action: 'END_SESSIONS', entity: 'user', rowId: first.userId, before });
}

/** Logs the user out everywhere else. */
export async function endOtherSessions(
  userId: string,
  keptSessionId: string,
  on: Database | Transaction = db,
): Promise<void> {
  await on.delete(session).where(and(eq(session.userId, userId), ne(session.id, keptSessionId)));
}
