import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '#app/audit/record.server.ts';
import { customerUpdates } from '#app/marketplace/payments/customer-queue.server.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { emailToken, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { ADDRESS_PURPOSES, consumeLink } from './email-links.server.ts';
import { accountEmail } from './send-account.email.server.ts';

/**
 * Emails a new verification link, unless the address is already verified.
 * @param back path of this site that the link leads back to
 */
export async function requestVerification(userId: string, origin: string, back?: string): Promise<void> {
  const [recipient] = await db
    .select({ email: user.email, emailVerifiedAt: user.emailVerifiedAt })
    .from(user)
    .where(eq(user.id, userId));
  if (!recipient || recipient.emailVerifiedAt) return;
  await enqueueEmail(db, accountEmail, { about: 'verify', userId, email: recipient.email, origin, back });
}

/**
 * Marks the address an emailed link was sent to as verified. If the address is new, switches the account to it and
 * notifies the old address.
 * @param origin the site's, for the link in the email
 * @returns the account
 * @throws ProtocolError LINK_INVALID, also if another account verified the address first or the account's address has
 *   since changed
 */
export async function verifyEmail(token: string, origin: string): Promise<Proved> {
  try {
    return await inTransaction(async (tx) => {
      const { userId, email, purpose } = await consumeLink(tx, token, ADDRESS_PURPOSES);
      if (purpose !== 'CHANGE_EMAIL') return noteProof(tx, userId, email);
      const { former, ...account } = await changeEmail(tx, userId, email);
      if (former)
        await enqueueEmail(tx, accountEmail, { about: 'emailChanged', userId, email: former, origin });
      return account;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'user_email') throw new ProtocolError('LINK_INVALID');
    throw error;
  }
}

type Proved = { userId: string; language: string };
const provedFields = { userId: user.id, language: user.language };

async function noteProof(tx: Transaction, userId: string, email: string): Promise<Proved> {
  const [verified] = await tx
    .update(user)
    .set({ emailVerifiedAt: new Date() })
    .where(and(eq(user.id, userId), eq(user.email, email)))
    .returning(provedFields);
  if (!verified) throw new ProtocolError('LINK_INVALID');
  return verified;
}

/** @returns the account, with its old address if that was verified */
async function changeEmail(
  tx: Transaction,
  userId: string,
  email: string,
): Promise<Proved & { former: string | null }> {
  const [before] = await tx
    .select({ email: user.email, emailVerifiedAt: user.emailVerifiedAt })
    .from(user)
    .where(eq(user.id, userId))
    .for('update');
  const [account] = await tx
    .update(user)
    .set({ email, emailVerifiedAt: new Date(), version: sql`${user.version} + 1`, updatedAt: new Date() })
    .where(eq(user.id, userId))
    .returning(provedFields);
  if (!account) throw new ProtocolError('LINK_INVALID');
  // Voids links sent to the old address.
  await tx.delete(emailToken).where(eq(emailToken.userId, userId));
  // The audit entry leaves out the addresses, which are personal data.
  await recordAudit(tx, { action: 'CHANGE_EMAIL', entity: 'user', rowId: userId, actorId: userId });
  await enqueue(tx, customerUpdates, { userId });
  return { ...account, former: before?.emailVerifiedAt ? before.email : null };
}
