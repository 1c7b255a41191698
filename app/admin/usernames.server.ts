import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Row } from '#app/entities/crud/rows.server.ts';
import type { Column } from '#app/entities/entity-view.ts';
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

/** Usernames, by id, of all users the rows refer to, in one query. */
export async function usernamesIn(
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<Record<string, string>> {
  const references = columns.filter(({ kind }) => kind === 'user');
  const ids = new Set(rows.flatMap((row) => references.map(({ name }) => row[name])).filter(isText));
  if (ids.size === 0) return {};
  const users = await db
    .select({ id: user.id, username: user.username })
    .from(user)
    .where(inArray(user.id, [...ids]));
  return Object.fromEntries(users.map(({ id, username }) => [id, username]));
}

const isText = (value: unknown): value is string => typeof value === 'string';
