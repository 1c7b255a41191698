import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { recordAudit } from '#app/audit/record.server.ts';
import { waitForCheckedDeletions } from '#app/entities/crud/crud.server.ts';
import { filled } from '#app/entities/fields.ts';
import { keepAnAdministrator } from '#app/entities/role/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { cancelBookings } from '#app/marketplace/bookings/change-bookings.server.ts';
import { cancelRequests } from '#app/marketplace/requests/change-requests.server.ts';
import { cancelFreeCalls } from '#app/marketplace/requests/free-calls.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { endRoomsOf } from '#app/rooms/end-rooms.job.server.ts';
import type { Transaction } from '#db/client.ts';
import { role, session, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { accountEmail } from './addresses/send-account.email.server.ts';

/** The reason is shown to the suspended person. */
export const suspensionSchema = z.object({ reason: filled(500) });

const administers = ({ authorities }: SignedIn) => authorities.has('ADMINISTER');

/**
 * Suspends an account, or changes a suspended account's reason. Its sessions end, and within seconds its calls;
 * `validForDisplay` hides it, and `createSession` refuses logins.
 * @param origin the site's, for the link in the email
 * @throws ProtocolError FORBIDDEN, also for oneself; IN_USE for the last administrator; NOT_FOUND
 */
export async function suspend(
  viewer: SignedIn,
  userId: string,
  { reason }: z.output<typeof suspensionSchema>,
  origin: string,
): Promise<void> {
  if (!administers(viewer) || viewer.id === userId.toLowerCase()) throw new ProtocolError('FORBIDDEN');
  await inTransaction(async (tx) => {
    // If two administrators suspend each other at once, one stays.
    await waitForCheckedDeletions(tx);
    await keepAnAdministrator(tx, eq(role.userId, userId));
    const before = await lock(tx, userId);
    await tx
      .update(user)
      .set({
        suspendedAt: before.suspendedAt ?? sql`now()`,
        suspensionReason: reason,
        version: sql`${user.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(user.id, userId));
    await tx.delete(session).where(eq(session.userId, userId));
    await enqueue(tx, endRoomsOf, { userId });
    await cancelRequests(tx, userId);
    await cancelFreeCalls(tx, userId);
    await cancelBookings(tx, userId, { reason: 'SUSPENDED', own: false });
    await recordAudit(tx, {
      action: 'SUSPEND',
      entity: 'user',
      rowId: before.id,
      before: { suspensionReason: before.suspensionReason },
      after: { suspensionReason: reason },
    });
    // An unconfirmed address may be someone else's.
    const { emailVerifiedAt, email } = before;
    if (emailVerifiedAt) await enqueueEmail(tx, accountEmail, { about: 'suspended', userId, email, origin });
  });
}

/**
 * Lifts a suspension.
 * @throws ProtocolError FORBIDDEN, NOT_FOUND; WRONG_STATE if the account is not suspended
 */
export async function liftSuspension(viewer: SignedIn, userId: string, origin: string): Promise<void> {
  if (!administers(viewer)) throw new ProtocolError('FORBIDDEN');
  await inTransaction(async (tx) => {
    const before = await lock(tx, userId);
    if (!before.suspendedAt) throw new ProtocolError('WRONG_STATE');
    await tx
      .update(user)
      .set({
        suspendedAt: null,
        suspensionReason: null,
        version: sql`${user.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(user.id, userId));
    const { suspensionReason, emailVerifiedAt, email } = before;
    await recordAudit(tx, {
      action: 'LIFT_SUSPENSION',
      entity: 'user',
      rowId: before.id,
      before: { suspensionReason },
    });
    if (emailVerifiedAt) await enqueueEmail(tx, accountEmail, { about: 'reinstated', userId, email, origin });
  });
}

async function lock(tx: Transaction, userId: string) {
  const [found] = await tx.select().from(user).where(eq(user.id, userId)).for('update');
  if (!found) throw new ProtocolError('NOT_FOUND');
  return found;
}
