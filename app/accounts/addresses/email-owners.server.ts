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
  const [owner] = await db.select(recipientFields).from(user).where(provedEmail(email));
  return owner;
}

/** Condition: the account that has confirmed this address. At most one has. */
export function provedEmail(email: string) {
  return and(hasEmail(email), isNotNull(user.emailVerifiedAt));
}

/** Condition: all accounts with this address, confirmed or not, ignoring case. */
export const hasEmail = (email: string) => eq(sql`lower(${user.email})`, sql`lower(${email})`);
