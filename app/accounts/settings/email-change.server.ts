import { eq } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { credential } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { accountMail } from '../mails.job.server.ts';
import { confirmPassword } from '../password-change.server.ts';

/**
 * Mails a link to the address that somebody wants to have. Until it is opened the account keeps its present one, so a
 * slip of the pen locks nobody out. The answer is the same where the address belongs to somebody else.
 * @param origin of the site, for the link in the mail
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED
 */
export async function requestEmailChange(
  viewer: SignedIn,
  { email, password }: { email: string; password: string },
  origin: string,
): Promise<void> {
  await confirmPassword(viewer, password);
  const [current] = await db
    .select({ updatedAt: credential.updatedAt })
    .from(credential)
    .where(eq(credential.userId, viewer.id));
  if (!current) throw new ProtocolError('NOT_SIGNED_IN');
  const passwordSetAt = current.updatedAt.toISOString();
  await enqueue(db, accountMail, { about: 'changeEmail', userId: viewer.id, email, origin, passwordSetAt });
}
