import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { inBackground } from '#app/platform/background.server.ts';
import { db } from '#app/platform/database.server.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { emailToken, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import {
  ADDRESS_PURPOSES,
  consumeLink,
  mailLink,
  mailPage,
  type Recipient,
  recipientFields,
} from './email-links.server.ts';

/** Whose address this is, by proof. */
export async function findEmailOwner(email: string): Promise<Recipient | undefined> {
  const [owner] = await db.select(recipientFields).from(user).where(provedEmail(email));
  return owner;
}

/** The account that has proved an address: there is one at most. */
export function provedEmail(email: string) {
  return and(eq(sql`lower(${user.email})`, sql`lower(${email})`), isNotNull(user.emailVerifiedAt));
}

/** Sends somebody the link to prove their address anew. Nothing happens where it is proved. */
export async function requestVerification(userId: string, origin: string): Promise<void> {
  const [recipient] = await db
    .select({ ...recipientFields, emailVerifiedAt: user.emailVerifiedAt })
    .from(user)
    .where(eq(user.id, userId));
  if (!recipient || recipient.emailVerifiedAt) return;
  inBackground('mail to prove an address', async () => {
    // An address that somebody else has proved gets no links of strangers.
    if (!(await findEmailOwner(recipient.email))) await mailLink('verify', 'VERIFY_EMAIL', recipient, origin);
  });
}

/**
 * Notes that somebody has proved their address, by the link that was sent there; where it is another than they had,
 * it is theirs from now on, and the former one is told.
 * @param origin of the site, for the link in the mail
 * @throws ProtocolError LINK_INVALID, also where another account has proved the address first, or it was changed
 */
export async function verifyEmail(token: string, origin: string): Promise<void> {
  try {
    const former = await inTransaction(async (tx) => {
      const { userId, email, purpose } = await consumeLink(tx, token, ADDRESS_PURPOSES);
      return purpose === 'CHANGE_EMAIL'
        ? await changeEmail(tx, userId, email)
        : await noteProof(tx, userId, email);
    });
    if (former)
      inBackground('mail to a former address', () => mailPage('emailChanged', former, origin, '/contact-us'));
  } catch (error) {
    if (violatedConstraint(error) === 'user_email') throw new ProtocolError('LINK_INVALID');
    throw error;
  }
}

async function noteProof(tx: Transaction, userId: string, email: string): Promise<void> {
  const verified = await tx
    .update(user)
    .set({ emailVerifiedAt: new Date() })
    .where(and(eq(user.id, userId), eq(user.email, email)))
    .returning({ id: user.id });
  if (verified.length === 0) throw new ProtocolError('LINK_INVALID');
}

/** @returns whom to tell at the former address, where that was proved */
async function changeEmail(tx: Transaction, userId: string, email: string): Promise<Recipient | undefined> {
  const [before] = await tx
    .select({ ...recipientFields, emailVerifiedAt: user.emailVerifiedAt })
    .from(user)
    .where(eq(user.id, userId))
    .for('update');
  await tx
    .update(user)
    .set({ email, emailVerifiedAt: new Date(), version: sql`${user.version} + 1`, updatedAt: new Date() })
    .where(eq(user.id, userId));
  // Links that lie at the former address open nothing any more.
  await tx.delete(emailToken).where(eq(emailToken.userId, userId));
  return before?.emailVerifiedAt ? before : undefined;
}
