import { and, eq, isNotNull } from 'drizzle-orm';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { user } from '#db/schema/index.ts';
import { type AccountNotice, accountMail } from './mails.job.server.ts';

/** Emails the account's owner that something about the account has changed. @param origin the site's, for the link */
export async function tellOwner(
  tx: Transaction,
  userId: string,
  about: AccountNotice,
  origin: string,
): Promise<void> {
  const [owner] = await tx
    .select({ email: user.email })
    .from(user)
    // Verified addresses only: an unverified one may belong to someone else.
    .where(and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)));
  if (owner) await enqueue(tx, accountMail, { about, userId, email: owner.email, origin });
}
