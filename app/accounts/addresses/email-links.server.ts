import { and, desc, eq, exists, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { hashToken, tokenFor } from '#app/platform/token.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { type EMAIL_TOKEN_PURPOSES, emailToken, session, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

export type LinkPurpose = (typeof EMAIL_TOKEN_PURPOSES)[number];

const HOUR_MS = 60 * 60 * 1000;
const LINKS: Record<LinkPurpose, { page: string; ttlMs: number }> = {
  VERIFY_EMAIL: { page: '/login/verify', ttlMs: 24 * HOUR_MS },
  CHANGE_EMAIL: { page: '/login/verify', ttlMs: 24 * HOUR_MS },
  RESET_PASSWORD: { page: '/login/reset', ttlMs: HOUR_MS },
  INVITE: { page: '/login/reset', ttlMs: 7 * 24 * HOUR_MS },
  END_SESSION: { page: '/login/end', ttlMs: 7 * 24 * HOUR_MS },
};

/**
 * Links of one purpose that stay valid at once: a user who asks again before the first email arrives may open either.
 */
const LIVE_LINKS = 3;

/**
 * Creates a link that ends a session, unless the session has ended.
 * @param jobId the email's job, as for `openLink`
 * @returns the link's path, without a language prefix; null if the session has ended
 */
export async function openEndingLink(
  userId: string,
  sessionId: string,
  email: string,
  jobId: string,
): Promise<string | null> {
  const { page, ttlMs } = LINKS.END_SESSION;
  const token = tokenFor(`link of job ${jobId}`);
  const [live] = await db.select({ id: session.id }).from(session).where(eq(session.id, sessionId));
  if (!live) return null;
  await db
    .insert(emailToken)
    .values({
      userId,
      purpose: 'END_SESSION',
      email,
      sessionId,
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + ttlMs),
    })
    .onConflictDoNothing();
  return `${page}/${token}`;
}

/**
 * Creates a link for an account. The latest two earlier links for the same purpose stay valid if they were sent to the
 * same address.
 * @param email address the link is sent to, and verifies
 * @param jobId the email's job: every attempt to send the email gets the same link
 * @returns the link's path, without a language prefix
 */
export async function openLink(
  purpose: Exclude<LinkPurpose, 'END_SESSION'>,
  userId: string,
  email: string,
  jobId: string,
): Promise<string> {
  const { page, ttlMs } = LINKS[purpose];
  const token = tokenFor(`link of job ${jobId}`);
  const tokenHash = hashToken(token);
  await inTransaction(async (tx) => {
    const earlier = and(eq(emailToken.userId, userId), eq(emailToken.purpose, purpose));
    // An earlier attempt to send this email has already created the link.
    const outdated = or(ne(emailToken.email, email), eq(emailToken.tokenHash, tokenHash));
    await tx.delete(emailToken).where(and(earlier, outdated));
    const superseded = tx
      .select({ id: emailToken.id })
      .from(emailToken)
      .where(earlier)
      .orderBy(desc(emailToken.createdAt), desc(emailToken.id))
      .offset(LIVE_LINKS - 1);
    await tx.delete(emailToken).where(inArray(emailToken.id, superseded));
    const expiresAt = new Date(Date.now() + ttlMs);
    await tx.insert(emailToken).values({ userId, purpose, email, tokenHash, expiresAt });
  });
  return `${page}/${token}`;
}

/** Purposes that set a password: a new one, or the first for an account an administrator created. */
export const PASSWORD_PURPOSES = ['RESET_PASSWORD', 'INVITE'] as const;

/** Purposes that verify an address; CHANGE_EMAIL verifies a new one. */
export const ADDRESS_PURPOSES = ['VERIFY_EMAIL', 'CHANGE_EMAIL'] as const;

/** Purpose that ends a session. */
export const ENDING_PURPOSES = ['END_SESSION'] as const;

const known = (token: string, purposes: readonly LinkPurpose[]) =>
  and(
    eq(emailToken.tokenHash, hashToken(token)),
    inArray(emailToken.purpose, purposes),
    // Links of a suspended account do not work.
    exists(
      sql`(select 1 from ${user} where ${and(eq(user.id, emailToken.userId), isNull(user.suspendedAt))})`,
    ),
  );

const live = (token: string, purposes: readonly LinkPurpose[]) =>
  and(known(token, purposes), gt(emailToken.expiresAt, new Date()));

/** `gone`: used, superseded, expired some time ago, or never sent. */
export type LinkState = 'live' | 'expired' | 'gone';

export async function linkState(token: string, purposes: readonly LinkPurpose[]): Promise<LinkState> {
  const [link] = await db
    .select({ expiresAt: emailToken.expiresAt })
    .from(emailToken)
    .where(known(token, purposes));
  if (!link) return 'gone';
  return link.expiresAt > new Date() ? 'live' : 'expired';
}

/** Consumes a link; only one of several concurrent uses succeeds. @throws ProtocolError LINK_INVALID */
export async function consumeLink(
  tx: Transaction,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<{ userId: string; email: string; purpose: LinkPurpose; sessionId: string | null }> {
  const [link] = await tx.delete(emailToken).where(live(token, purposes)).returning({
    userId: emailToken.userId,
    email: emailToken.email,
    purpose: emailToken.purpose,
    sessionId: emailToken.sessionId,
  });
  if (!link) throw new ProtocolError('LINK_INVALID');
  return link;
}
