import { and, eq, isNotNull } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { user } from '#db/schema/index.ts';

/** Whether an account is suspended. @param id null if the account is deleted */
export async function isSuspended(tx: Transaction, id: string | null): Promise<boolean> {
  return id !== null && (await tx.$count(user, and(eq(user.id, id), isNotNull(user.suspendedAt)))) > 0;
}
