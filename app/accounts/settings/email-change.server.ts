import { eq } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewer.ts';
import { inBackground } from '#app/platform/background.server.ts';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { mailLink, recipientFields } from '../email-links.server.ts';
import { findEmailOwner } from '../email-proof.server.ts';
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
  const [recipient] = await db.select(recipientFields).from(user).where(eq(user.id, viewer.id));
  if (!recipient) throw new ProtocolError('NOT_SIGNED_IN');
  inBackground('mail to a new address', async () => {
    const owner = await findEmailOwner(email);
    if (!owner || owner.id === viewer.id)
      await mailLink('changeEmail', 'CHANGE_EMAIL', { ...recipient, email }, origin);
  });
}
