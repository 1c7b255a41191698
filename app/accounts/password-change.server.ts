import { and, eq, inArray, isNotNull, notExists } from 'drizzle-orm';
import { recordAudit } from '#app/audit/record.server.ts';
import { refund, spend } from '#app/http/rate-limits.server.ts';
import type { SignedIn } from '#app/http/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { credential, emailToken, session, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { consumeLink, PASSWORD_PURPOSES } from './email-links.server.ts';
import { provedEmail } from './email-owners.server.ts';
import { recordLockOut } from './log-in/refused-log-in.server.ts';
import { accountMail, passwordReset } from './mails.job.server.ts';
import { hashPassword, verifyPassword } from './passwords.server.ts';
import { endOtherSessions, renewToken } from './sessions.server.ts';

/** Enqueues a password reset. Takes the same time whether or not an account has this address. */
export async function requestReset(email: string, origin: string): Promise<void> {
  await enqueue(db, passwordReset, { email, origin });
}

/**
 * Sets a new password with the token of an emailed link, and logs the user out everywhere.
 * @throws ProtocolError LINK_INVALID
 */
export async function resetPassword(token: string, password: string, origin: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(async (tx) => {
    const { userId, email, purpose } = await consumeLink(tx, token, PASSWORD_PURPOSES);
    // An account that an administrator made has none yet.
    await tx
      .insert(credential)
      .values({ userId, passwordHash })
      .onConflictDoUpdate({ target: credential.userId, set: { passwordHash, updatedAt: new Date() } });
    if (purpose === 'INVITE') await noteInvited(tx, userId, email);
    await dropUndoingLinks(tx, userId);
    await tx.delete(session).where(eq(session.userId, userId));
    await tellOwner(tx, userId, origin);
    await recordAudit(tx, { action: 'RESET_PASSWORD', entity: 'user', rowId: userId, actorId: userId });
  });
}

/**
 * Sets a new password after checking the current one, and logs the user out on all other devices.
 * @returns the session's new token: the old one is void, as someone else may have it
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED
 */
export async function changePassword(
  viewer: SignedIn,
  { password, newPassword }: { password: string; newPassword: string },
  origin: string,
): Promise<string> {
  await confirmPassword(viewer, password);
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(async (tx) => {
    await tx
      .update(credential)
      .set({ passwordHash, updatedAt: new Date() })
      .where(eq(credential.userId, viewer.id));
    await dropUndoingLinks(tx, viewer.id);
    await tellOwner(tx, viewer.id, origin);
    await recordAudit(tx, {
      action: 'CHANGE_PASSWORD',
      entity: 'user',
      rowId: viewer.id,
      actorId: viewer.id,
    });
    await endOtherSessions(viewer.id, viewer.sessionId, tx);
    return renewToken(tx, viewer.sessionId);
  });
}

/** Whoever followed an invitation has the address, unless another account has confirmed it since. */
async function noteInvited(tx: Transaction, userId: string, email: string): Promise<void> {
  const confirmed = tx.select({ id: user.id }).from(user).where(provedEmail(email));
  await tx
    .update(user)
    .set({ emailVerifiedAt: new Date() })
    .where(and(eq(user.id, userId), eq(user.email, email), notExists(confirmed)));
}

/** Voids earlier links, which could undo the change or move the account to another address. */
async function dropUndoingLinks(tx: Transaction, userId: string): Promise<void> {
  const undoing = inArray(emailToken.purpose, [...PASSWORD_PURPOSES, 'CHANGE_EMAIL']);
  await tx.delete(emailToken).where(and(eq(emailToken.userId, userId), undoing));
}

/**
 * Re-authenticates the user before a sensitive change.
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED
 */
export async function confirmPassword(viewer: SignedIn, password: string): Promise<void> {
  await spend('password', viewer.id, () => recordLockOut('password', viewer.id));
  const [present] = await db
    .select({ passwordHash: credential.passwordHash })
    .from(credential)
    .where(eq(credential.userId, viewer.id));
  if (!(await verifyPassword(present?.passwordHash, password))) throw new ProtocolError('WRONG_CREDENTIALS');
  await refund('password', viewer.id);
}

async function tellOwner(tx: Transaction, userId: string, origin: string): Promise<void> {
  const [owner] = await tx
    .select({ email: user.email })
    .from(user)
    // Verified addresses only: an unverified one may belong to someone else.
    .where(and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)));
  if (owner) await enqueue(tx, accountMail, { about: 'passwordChanged', userId, email: owner.email, origin });
}
