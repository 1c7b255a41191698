import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';

export type Recipient = { id: string; username: string; email: string; language: string };

export const recipientFields = {
  id: user.id,
  username: user.username,
  email: user.email,
  language: user.language,
};

/** Finds the account that has confirmed this address. */
export async function findEmailOwner(email: string): Promise<Recipient | undefined> {
  const [owner] = await db.select(recipientFields).from(user).where(whereEmailConfirmed(email));
  return owner;
}

/** Condition: the account that has confirmed this address. At most one has. */
export function whereEmailConfirmed(email: string) {
  return and(whereEmail(email), isNotNull(user.emailVerifiedAt));
}

/** Condition: all accounts with this address, confirmed or not, ignoring case. */
export const whereEmail = (email: string) => eq(sql`lower(${user.email})`, sql`lower(${email})`);
