import { and, desc, eq, gt } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import { credential, emailToken, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { accountEmail } from '../addresses/send-account.email.server.ts';
import { confirmNow } from '../passwords/confirmation.server.ts';

const pending = (userId: string) =>
  and(
    eq(emailToken.userId, userId),
    eq(emailToken.purpose, 'CHANGE_EMAIL'),
    gt(emailToken.expiresAt, new Date()),
  );

/** New address that was sent a link and is not confirmed yet; null without one. */
export async function findPendingEmail({ id }: SignedIn): Promise<string | null> {
  const [newest] = await db
    .select({ email: emailToken.email })
    .from(emailToken)
    .where(pending(id))
    .orderBy(desc(emailToken.createdAt))
    .limit(1);
  return newest?.email ?? null;
}

/** Voids the links sent to a new address. */
export async function cancelEmailChange({ id }: SignedIn): Promise<void> {
  await db.delete(emailToken).where(pending(id));
}

/**
 * Emails a link to the new address. The account keeps its current address until the link is opened, so a typo
 * locks no one out. The response is the same if another account has the address.
 * @param origin the site's, for the link in the email
 * @throws ProtocolError CONFIRM_AGAIN, WRONG_CREDENTIALS, RATE_LIMITED, NOT_SIGNED_IN if the account is gone
 */
export async function requestEmailChange(
  viewer: SignedIn,
  { email, password }: { email: string; password?: string | undefined },
  origin: string,
): Promise<void> {
  await confirmNow(viewer, password);
  const [current] = await db
    .select({ updatedAt: credential.updatedAt, replaces: user.email })
    .from(credential)
    .innerJoin(user, eq(user.id, credential.userId))
    .where(eq(credential.userId, viewer.id));
  if (!current) throw new ProtocolError('NOT_SIGNED_IN');
  const passwordSetAt = current.updatedAt.toISOString();
  const { replaces } = current;
  const mail = { about: 'changeEmail', userId: viewer.id, email, origin, passwordSetAt, replaces } as const;
  await enqueueEmail(db, accountEmail, mail);
}
