import { randomBytes } from 'node:crypto';
import { eq, or, sql } from 'drizzle-orm';
import { insertUser } from '#app/accounts/new-user.server.ts';
import { hashPassword } from '#app/accounts/passwords.server.ts';
import { openDatabase } from '#db/client.ts';
import { role, user } from '#db/schema/index.ts';

/** Any number that nothing else in the database locks by. */
const FIRST_ADMINISTRATOR_LOCK = 360_361;

const FIRST = { username: 'admin', email: 'admin@panocall.localhost' };

type Name = { username: string; email: string };

/**
 * Makes an administrator, or makes one of the user of that name.
 * @param url of the database
 * @returns the new password; null where the user had one already
 */
export async function makeAdministrator(url: string, { username, email }: Name): Promise<string | null> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const db = openDatabase(url);
  try {
    return await db.transaction(async (tx) => {
      const [known] = await tx
        .select({ id: user.id })
        .from(user)
        .where(eq(sql`lower(${user.username})`, sql`lower(${username})`));
      const values = { username, email, language: 'ENGLISH', emailVerifiedAt: new Date() };
      const userId = known?.id ?? (await insertUser(tx, values, passwordHash));
      await tx.insert(role).values({ userId, rolename: 'ADMIN' }).onConflictDoNothing();
      return known ? null : password;
    });
  } finally {
    await db.$client.end();
  }
}

/**
 * For a database of the program's own: makes the administrator `admin` where there is none at all, and nobody of that name.
 * @returns the password, to be shown this once; null where there is an administrator
 */
export async function firstAdministrator(url: string): Promise<string | null> {
  const db = openDatabase(url);
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK})`);
      const found = await tx
        .select({ id: user.id })
        .from(user)
        .leftJoin(role, eq(role.userId, user.id))
        // Somebody who happens to be called admin must not become one by that.
        .where(or(eq(role.rolename, 'ADMIN'), eq(sql`lower(${user.username})`, FIRST.username)))
        .limit(1);
      return found.length > 0 ? null : makeAdministrator(url, FIRST);
    });
  } finally {
    await db.$client.end();
  }
}
