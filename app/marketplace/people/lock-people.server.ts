import { inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * Locks people's accounts, always in the order of their ids, so that concurrent bookings, calls and account deletions
 * wait instead of deadlocking.
 * @returns the accounts that exist
 */
export function lockAccounts(tx: Transaction, ids: string[]): Promise<{ id: string }[]> {
  return tx
    .select({ id: user.id })
    .from(user)
    .where(inArray(user.id, ids))
    .orderBy(user.id)
    .for('no key update');
}

/**
 * Locks the accounts of someone who books, calls or blocks, and of the other person.
 * @throws ProtocolError NOT_SIGNED_IN if the viewer's account was deleted a moment ago
 */
export async function lockPeople(tx: Transaction, viewerId: string, otherId: string): Promise<void> {
  const found = await lockAccounts(tx, [viewerId, otherId]);
  if (!found.some(({ id }) => id === viewerId)) throw new ProtocolError('NOT_SIGNED_IN');
}
