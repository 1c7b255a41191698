import { eq } from 'drizzle-orm';
import { lockAccounts } from '#app/marketplace/people/lock-people.server.ts';
import type { Transaction } from '#db/client.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { RowLimit } from '../entity.server.ts';

/**
 * Adds rows of an owner, one transaction at a time, so that each counts the rows of those before it.
 * @returns what `add` returns
 * @throws ProtocolError TOO_MANY, with the limit as `current.limit`, if the owner then has more rows; as `add`
 */
export async function withinLimit<T>(
  tx: Transaction,
  { owner, rows }: RowLimit,
  ownerId: string,
  add: () => Promise<T>,
): Promise<T> {
  await lockAccounts(tx, [ownerId]);
  const added = await add();
  if ((await tx.$count(owner.table, eq(owner, ownerId))) > rows)
    throw new ProtocolError('TOO_MANY', undefined, { limit: rows });
  return added;
}
