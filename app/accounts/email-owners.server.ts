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

/** Whose address this is, by proof. */
export async function findEmailOwner(email: string): Promise<Recipient | undefined> {
  const [owner] = await db.select(recipientFields).from(user).where(provedEmail(email));
  return owner;
}

/** The account that has proved an address: there is one at most. */
export function provedEmail(email: string) {
  return and(hasEmail(email), isNotNull(user.emailVerifiedAt));
}

/** Accounts that have an address, or say so. */
export const hasEmail = (email: string) => eq(sql`lower(${user.email})`, sql`lower(${email})`);
