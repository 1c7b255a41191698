import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';

/** Id of a user by username (ignoring case), or a typed id unchanged; undefined if the username is unknown. */
export async function userIdOf(typed: string): Promise<string | undefined> {
  const id = z.uuid().safeParse(typed.trim());
  if (id.success) return id.data;
  if (typed.includes('\0')) return undefined;
  const [found] = await db
    .select({ id: user.id })
    .from(user)
    .where(eq(sql`lower(${user.username})`, sql`lower(${typed.trim().normalize('NFKC')})`));
  return found?.id;
}
