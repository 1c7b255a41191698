import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * Has those who make keys or webhooks for one account wait for each other, so that each counts what was made before it.
 * @throws ProtocolError FORBIDDEN unless the owner's email address is confirmed
 */
export async function lockConfirmedOwner(tx: Transaction, userId: string): Promise<void> {
  const { emailVerifiedAt } = user;
  const [owner] = await tx.select({ emailVerifiedAt }).from(user).where(eq(user.id, userId)).for('update');
  if (!owner?.emailVerifiedAt) throw new ProtocolError('FORBIDDEN');
}
