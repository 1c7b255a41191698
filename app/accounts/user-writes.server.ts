import { eq, sql } from 'drizzle-orm';
import { createRow, updateRow } from '#app/entities/crud/crud.server.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import type { Entity } from '#app/entities/entity.server.ts';
import { email } from '#app/entities/fields.ts';
import { userEntity } from '#app/entities/user/rules.server.ts';
import type { Viewer } from '#app/http/viewer.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { emailToken, user } from '#db/schema/index.ts';
import { accountMail } from './mails.job.server.ts';

/**
 * `createRow`, which invites a new user by email to choose a password.
 * @param origin the site's, for the link in the email
 * @throws as `createRow`
 */
export function createEntity(entity: Entity, viewer: Viewer, body: unknown, origin: string): Promise<Row> {
  if (entity.name !== userEntity.name) return createRow(entity, viewer, body);
  const relate: Entity['relate'] = async (tx, userId, input) => {
    await userEntity.relate?.(tx, userId, input);
    const to = email.parse(input.email);
    await enqueue(tx, accountMail, { about: 'invitation', userId, email: to, origin });
  };
  return createRow({ ...userEntity, relate }, viewer, body);
}

/**
 * `updateRow`, which for a user also treats an administrator's new email address: it counts as unconfirmed, links sent
 * before are void, and both addresses are told.
 * @param origin the site's, for the links in the emails
 * @throws as `updateRow`
 */
export function updateEntity(
  entity: Entity,
  viewer: Viewer,
  id: string,
  body: unknown,
  origin: string,
): Promise<Row> {
  if (entity.name !== userEntity.name) return updateRow(entity, viewer, id, body);
  const beforeUpdate: Entity['beforeUpdate'] = async (tx, userId, input, by) => {
    await userEntity.beforeUpdate?.(tx, userId, input, by);
    if (input.email !== undefined) await tellOfAddress(tx, userId, email.parse(input.email), origin);
  };
  const values: Entity['values'] = (input, by, action) => ({
    ...userEntity.values?.(input, by, action),
    // In the same statement, where the column has the address before it.
    ...(input.email !== undefined && {
      emailVerifiedAt: sql`case when ${user.email} = ${email.parse(input.email)} then ${user.emailVerifiedAt} end`,
    }),
  });
  return updateRow({ ...userEntity, beforeUpdate, values }, viewer, id, body);
}

async function tellOfAddress(tx: Transaction, userId: string, next: string, origin: string): Promise<void> {
  const [before] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId));
  if (!before || before.email === next) return;
  await tx.delete(emailToken).where(eq(emailToken.userId, userId));
  await enqueue(tx, accountMail, { about: 'emailReplaced', userId, email: before.email, origin });
  await enqueue(tx, accountMail, { about: 'emailSet', userId, email: next, origin });
}
