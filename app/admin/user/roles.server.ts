import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { createEntity } from '#app/accounts/user-writes.server.ts';
import { deleteRow, readRow } from '#app/entities/crud/crud.server.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { ROLE_NAMES } from '#app/entities/lookups/names.ts';
import { roleNameSchema } from '#app/entities/lookups/schema.ts';
import { roleEntity } from '#app/entities/role/descriptor.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { role, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { AdminEntity } from '../admin-entity.server.ts';

/** Account that a row's page is about, with its roles. */
export type Account = {
  id: string;
  username: string;
  urlname: string;
  /** Id of the role's row by role name; null for a role the account does not have. */
  roles: { name: (typeof ROLE_NAMES)[number]; id: string | null }[];
};

/** Finds the account of a user, or that of the confirmed address of a request to become a streamer. */
export async function accountOf({ name }: AdminEntity, row: Row): Promise<Account | null> {
  const id = z.uuid().safeParse(name === 'user' ? row.id : name === 'subscription' ? row.userId : null);
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
 * Handles the forms about the roles of a row's account.
 * @param origin the site's, for the link in the email to a new streamer
 * @returns false if the form is another one
 * @throws Response 404; ProtocolError IN_USE for the last administrator, NOT_FOUND without an account
 */
export async function changeRoles(
  entity: AdminEntity,
  viewer: SignedIn,
  id: string,
  form: FormData,
  origin: string,
): Promise<boolean> {
  const intent = INTENTS.safeParse(form.get('intent'));
  if (!intent.success) return false;
  const account = await accountOf(entity, await readRow(entity, viewer, id).catch(orNotFound));
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
