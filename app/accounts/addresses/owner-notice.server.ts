import { and, eq, isNotNull } from 'drizzle-orm';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { user } from '#db/schema/index.ts';
import { type AccountNotice, accountEmail, type Login } from './send-account.email.server.ts';

/**
 * Emails the account's owner that something about the account has changed.
 * @param origin the site's, for the link
 * @param detail what the notice is about: a login with a new device, or the name of what was added
 */
export async function tellOwner(
  on: Database | Transaction,
  userId: string,
  about: AccountNotice,
  origin: string,
  detail: { login?: Login; named?: string } = {},
): Promise<void> {
  const [owner] = await on
    .select({ email: user.email })
    .from(user)
    // Verified addresses only: an unverified one may belong to someone else.
    .where(and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)));
  if (owner) await enqueueEmail(on, accountEmail, { about, userId, email: owner.email, origin, ...detail });
}
