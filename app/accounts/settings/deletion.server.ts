import { and, eq, isNotNull } from 'drizzle-orm';
import { deleteRow } from '#app/entities/crud/crud.server.ts';
import type { Entity } from '#app/entities/entity.server.ts';
import { userEntity } from '#app/entities/user/descriptor.server.ts';
import type { SignedIn, Viewer } from '#app/http/viewers/viewer.ts';
import { refuseOtherFees } from '#app/marketplace/bookings/ending-costs.server.ts';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import { user } from '#db/schema/index.ts';
import type { Price } from '#protocol/errors.ts';
import { goodbyeEmail } from '../addresses/send-goodbye.email.server.ts';
import { confirmPassword } from '../passwords/confirmation.server.ts';

/**
 * Whether a generic API request would delete the viewer's own account, which `deleteAccount` handles. PostgreSQL
 * accepts ids in any case.
 */
export function isOwnAccount(entity: { name: string }, viewer: Viewer, id: string): viewer is SignedIn {
  return entity.name === userEntity.name && viewer?.id === id.toLowerCase();
}

/**
 * Deletes the user's own account with its sessions, roles, reviews (written and received), favourites, blocks, pictures
 * and the request to become a streamer; the pictures' files are removed within a minute. Messages and room records are
 * kept, no longer linked to the user. Bookings end as if the user had cancelled them. Sends a goodbye email to a
 * confirmed address.
 * @param fees the cancellation fees shown to the user
 * @param origin the site's, for the link in the email
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED; PRICE_CHANGED with `current.fees`; IN_USE for the last
 * administrator
 */
export async function deleteAccount(
  viewer: SignedIn,
  password: string,
  fees: readonly Price[],
  origin: string,
): Promise<void> {
  await confirmPassword(viewer, password);
  const beforeDelete: Entity['beforeDelete'] = async (tx, id) => {
    await refuseOtherFees(tx, fees, id);
    await userEntity.beforeDelete?.(tx, id, viewer);
    const { username, email, language } = user;
    const proved = and(eq(user.id, id), isNotNull(user.emailVerifiedAt));
    const [account] = await tx.select({ username, email, language }).from(user).where(proved);
    if (account) await enqueueEmail(tx, goodbyeEmail, { ...account, origin });
  };
  await deleteRow({ ...userEntity, beforeDelete }, viewer, viewer.id);
}
