import { inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { user } from '#db/schema/index.ts';

/** Ids and usernames of people. @param ids null for deleted accounts */
export function usernamesOf(
  tx: Transaction,
  ids: readonly (string | null)[],
): Promise<{ id: string; username: string }[]> {
  const present = ids.filter((id) => id !== null);
  return tx
    .select({ id: user.id, username: user.username })
    .from(user)
    .where(inArray(user.id, present))
    .execute();
}
