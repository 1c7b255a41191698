import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * Locks an account while a key or webhook is created for it, so that concurrent requests count each other's.
 * @throws ProtocolError FORBIDDEN unless the owner's email address is confirmed
 */
export async function lockConfirmedOwner(tx: Transaction, userId: string): Promise<void> {
  const { emailVerifiedAt } = user;
  const [owner] = await tx.select({ emailVerifiedAt }).from(user).where(eq(user.id, userId)).for('update');
  if (!owner?.emailVerifiedAt) throw new ProtocolError('FORBIDDEN');
}
