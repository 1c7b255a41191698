import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { createEntity } from '#app/accounts/user-writes.server.ts';
import { deleteRow, readRow } from '#app/entities/crud/crud.server.ts';
import { ROLE_NAMES } from '#app/entities/lookups/names.ts';
import { roleNameSchema } from '#app/entities/lookups/schema.ts';
import { roleEntity } from '#app/entities/role/descriptor.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { db } from '#app/platform/database.server.ts';
import { role, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { SentForm } from '../row-extra.ts';

/** Account that a row's page is about, with its roles. */
export type Account = {
  id: string;
  username: string;
  urlname: string;
  /** Id of the role's row by role name; null for a role the account does not have. */
  roles: { name: (typeof ROLE_NAMES)[number]; id: string | null }[];
};

/** Finds an account with its roles. @param userId a field of a row; anything but an account's id gives null */
export async function accountOf(userId: unknown): Promise<Account | null> {
  const id = z.uuid().safeParse(userId);
  if (!id.success) return null;
  const [found] = await db
    .select({ username: user.username, urlname: user.urlname })
    .from(user)
    .where(eq(user.id, id.data));
  if (!found) return null;
  const held = await db
    .select({ id: role.id, rolename: role.rolename })
    .from(role)
    .where(eq(role.userId, id.data));
  const roles = ROLE_NAMES.map((rolename) => ({
    name: rolename,
    id: held.find((one) => one.rolename === rolename)?.id ?? null,
  }));
  return { id: id.data, ...found, roles };
}

/** Intents of the forms that give an account a role, and take it. */
const INTENTS = z.enum(['giveRole', 'takeRole']);

/**
 * Handles the forms about the roles of a user, or of the account of a request to become a streamer.
 * @returns false if the form is another one
 * @throws Response 404; ProtocolError IN_USE for the last administrator, NOT_FOUND without an account
 */
export async function changeRoles({ entity, viewer, id, form, origin }: SentForm): Promise<boolean> {
  const intent = INTENTS.safeParse(form.get('intent'));
  if (!intent.success) return false;
  const row = await readRow(entity, viewer, id).catch(orNotFound);
  const account = await accountOf(entity.name === 'subscription' ? row.userId : row.id);
  const rolename = roleNameSchema.safeParse(textOf(form, 'rolename'));
  if (!account || !rolename.success) throw new ProtocolError('NOT_FOUND');
  const held = and(eq(role.userId, account.id), eq(role.rolename, rolename.data));
  const [existing] = await db.select({ id: role.id }).from(role).where(held);
  // Someone else has already made the change.
  if (intent.data === 'takeRole') {
    if (existing) await deleteRow(roleEntity, viewer, existing.id);
  } else if (!existing) {
    await createEntity(roleEntity, viewer, { userId: account.id, rolename: rolename.data }, origin);
  }
  return true;
}
