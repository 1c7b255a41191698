import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import { outer } from '#app/platform/outer.server.ts';
import type { Transaction } from '#db/client.ts';
import { authority, role, session, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { defineEntity, type Input } from '../entity.server.ts';
import { roleSchema } from './schema.ts';
import { roleView } from './view.ts';

export const roleEntity = defineEntity({
  name: 'role',
  schema: roleSchema,
  view: roleView,
  permissions: {
    read: { user: 'own', admin: 'any' },
    create: { admin: 'any' },
    delete: { admin: 'any' },
  },
  confirms: ['create'],
  table: role,
  key: role.id,
  fields: {
    id: role.id,
    createdAt: role.createdAt,
    userId: role.userId,
    username: sql`(select u.username from ${user} u where u.id = ${outer(role.userId)})`,
    rolename: role.rolename,
  },
  rows: { own: ({ id }) => eq(role.userId, id) },
  search: [{ user: role.userId }],
  filters: ['userId', 'rolename', 'createdAt'],
  sort: ['-createdAt', 'rolename'],
  relate: endSessionsOfNewAdministrator,
  beforeDelete: (tx, id) => keepAnAdministrator(tx, eq(role.id, id)),
  audit: {
    calls: { CREATE: 'GIVE_ROLE', DELETE: 'TAKE_ROLE', RESTORE: 'GIVE_ROLE' },
    partOf: { entity: 'user', key: 'userId' },
  },
});

/** Ends the sessions of a new administrator, as a token issued before must not open the administration. */
async function endSessionsOfNewAdministrator(tx: Transaction, _id: string, input: Input): Promise<void> {
  const { userId, rolename } = roleSchema.create.parse(input);
  const administers = and(eq(authority.rolename, rolename), eq(authority.name, 'ADMINISTER'));
  const granted = tx.select({ name: authority.name }).from(authority).where(administers);
  await tx.delete(session).where(and(eq(session.userId, userId), exists(granted)));
}

/**
 * Rejects removing or suspending the last administrator. Deletions with such a check are serialised, so each sees the
 * effects of earlier ones. Suspended administrators do not count.
 * @param going the roles to be removed
 * @throws ProtocolError IN_USE
 */
export async function keepAnAdministrator(tx: Transaction, going: SQL): Promise<void> {
  const active = (condition?: SQL) =>
    tx
      .select({ id: role.id })
      .from(role)
      .innerJoin(user, eq(user.id, role.userId))
      .where(and(eq(role.rolename, 'ADMIN'), isNull(user.suspendedAt), condition));
  const admins = await active();
  const lost = await active(going);
  if (lost.length > 0 && lost.length === admins.length) throw new ProtocolError('IN_USE');
}
