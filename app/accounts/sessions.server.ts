import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { z } from 'zod';
import { id, instant } from '#app/entities/fields.ts';
import { SESSION_TTL_MS } from '#app/http/credentials.server.ts';
import { db } from '#app/platform/database.server.ts';
import { hashToken, newToken } from '#app/platform/token.server.ts';
import { session } from '#db/schema/index.ts';

export type Device = { userAgent: string | null; userAgentType: string | null };

/** Creates a session, always with a new token (prevents session fixation). */
export async function createSession(userId: string, device: Device): Promise<{ id: string; token: string }> {
  const token = newToken();
  const [row] = await db
    .insert(session)
    .values({
      userId,
      tokenHash: hashToken(token),
      userAgent: device.userAgent?.slice(0, 400),
      userAgentType: device.userAgentType?.slice(0, 40),
      expiresAt: new Date(Date.now() + SESSION_TTL_MS),
    })
    .returning({ id: session.id });
  if (!row) throw new Error('The session was not written');
  return { id: row.id, token };
}

export const sessionSchema = z.object({
  id,
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  userAgent: z.string().nullable(),
  userAgentType: z.string().nullable(),
});
export type SessionView = z.output<typeof sessionSchema>;

/** The user's live sessions, last seen first. */
export function listSessions(userId: string): Promise<SessionView[]> {
  return db
    .select({
      id: session.id,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      expiresAt: session.expiresAt,
      userAgent: session.userAgent,
      userAgentType: session.userAgentType,
    })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, new Date())))
    .orderBy(desc(session.lastSeenAt), desc(session.id));
}

/** @returns whether the user had that session */
export async function endSession(userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .delete(session)
    .where(and(eq(session.id, sessionId), eq(session.userId, userId)))
    .returning({ id: session.id });
  return ended.length > 0;
}

/** Logs the user out everywhere else. */
export async function endOtherSessions(userId: string, keptSessionId: string): Promise<void> {
  await db.delete(session).where(and(eq(session.userId, userId), ne(session.id, keptSessionId)));
}
