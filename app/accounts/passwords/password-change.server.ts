import { and, eq, inArray, notExists } from 'drizzle-orm';
import { recordAudit } from '#app/audit/record.server.ts';
import { isKeyCurrent } from '#app/http/viewers/api-keys.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import {
  apiKey,
  challenge,
  credential,
  emailToken,
  knownDevice,
  session,
  user,
  webhook,
} from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { consumeLink, PASSWORD_PURPOSES } from '../addresses/email-links.server.ts';
import { whereEmailConfirmed } from '../addresses/email-owners.server.ts';
import { tellOwner } from '../addresses/owner-notice.server.ts';
import { passwordReset } from '../addresses/password-reset.job.server.ts';
import { endOtherSessions, renewToken } from '../sessions/sessions.server.ts';
import { confirmPassword } from './confirmation.server.ts';
import { hashPassword } from './passwords.server.ts';
import { refuseWeakPassword } from './weak-password.server.ts';

/** Enqueues a password reset. Takes the same time whether or not an account has this address. */
export async function requestReset(email: string, origin: string): Promise<void> {
  await enqueue(db, passwordReset, { email, origin });
}

/**
 * Sets a new password with the token of an emailed link, and logs the user out everywhere.
 * @returns whether the account has API keys or webhooks that still work: someone else may have made them
 * @throws ProtocolError LINK_INVALID; INVALID_DATA with the field `password` if it is easy to guess, which leaves the
 *   link valid
 */
export async function resetPassword(token: string, password: string, origin: string): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return inTransaction(async (tx) => {
    const { userId, email, purpose } = await consumeLink(tx, token, PASSWORD_PURPOSES);
    refuseWeakPassword('password', password, await personalWords(tx, userId));
    // An account created by an administrator has no password yet.
    await tx
      .insert(credential)
      .values({ userId, passwordHash })
      .onConflictDoUpdate({ target: credential.userId, set: { passwordHash, updatedAt: new Date() } });
    if (purpose === 'INVITE') await noteInvited(tx, userId, email);
    await dropUndoingLinks(tx, userId);
    await tx.delete(session).where(eq(session.userId, userId));
    // Someone who knew the old password may have used any of these devices.
    await tx.delete(knownDevice).where(eq(knownDevice.userId, userId));
    await tellOwner(tx, userId, 'passwordChanged', origin);
    await recordAudit(tx, { action: 'RESET_PASSWORD', entity: 'user', rowId: userId, actorId: userId });
    const keys = await tx.$count(apiKey, and(eq(apiKey.userId, userId), isKeyCurrent));
    return keys + (await tx.$count(webhook, and(eq(webhook.userId, userId), webhook.enabled))) > 0;
  });
}

/**
 * Sets a new password after checking the current one, and logs the user out on all other devices.
 * @returns the session's new token; the old one is void, as someone else may have it
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED; INVALID_DATA with the field `newPassword` if it is easy to
 *   guess or the current one
 */
export async function changePassword(
  viewer: SignedIn,
  { password, newPassword }: { password: string; newPassword: string },
  origin: string,
): Promise<string> {
  await confirmPassword(viewer, password);
  refuseWeakPassword('newPassword', newPassword, await personalWords(db, viewer.id));
  if (newPassword === password) {
    const problem = { kind: 'impossible' } as const;
    throw new ProtocolError('INVALID_DATA', [
      { path: 'newPassword', message: 'is the current one', problem },
    ]);
  }
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(async (tx) => {
    await tx
      .update(credential)
      .set({ passwordHash, updatedAt: new Date() })
      .where(eq(credential.userId, viewer.id));
    await dropUndoingLinks(tx, viewer.id);
    await tellOwner(tx, viewer.id, 'passwordChanged', origin);
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

/** Words someone who knows the user would try first. */
async function personalWords(on: Database | Transaction, userId: string): Promise<string[]> {
  const words = {
    username: user.username,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
  };
  const [row] = await on.select(words).from(user).where(eq(user.id, userId));
  return Object.values(row ?? {}).filter((word) => word !== null);
}

/** Marks the address of a followed invitation as verified, unless another account has confirmed it since. */
async function noteInvited(tx: Transaction, userId: string, email: string): Promise<void> {
  const confirmed = tx.select({ id: user.id }).from(user).where(whereEmailConfirmed(email));
  await tx
    .update(user)
    .set({ emailVerifiedAt: new Date() })
    .where(and(eq(user.id, userId), eq(user.email, email), notExists(confirmed)));
}

/**
 * Voids earlier links, which could undo the change or move the account to another address, and logins that passed the
 * old password but not yet the second factor.
 */
async function dropUndoingLinks(tx: Transaction, userId: string): Promise<void> {
  const undoing = inArray(emailToken.purpose, [...PASSWORD_PURPOSES, 'CHANGE_EMAIL']);
  await tx.delete(emailToken).where(and(eq(emailToken.userId, userId), undoing));
  await tx.delete(challenge).where(eq(challenge.userId, userId));
}
