import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { createRow, updateRow } from '#app/entities/crud/crud.server.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import type { Entity, Input } from '#app/entities/entity.server.ts';
import { email } from '#app/entities/fields.ts';
import { roleEntity } from '#app/entities/role/descriptor.server.ts';
import { roleSchema } from '#app/entities/role/schema.ts';
import { subscriptionEntity } from '#app/entities/subscription/descriptor.server.ts';
import { userEntity } from '#app/entities/user/descriptor.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import type { SignedIn, Viewer } from '#app/http/viewers/viewer.ts';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import type { Transaction } from '#db/client.ts';
import { emailToken, role, user } from '#db/schema/index.ts';
import { whereEmailConfirmed } from './addresses/email-owners.server.ts';
import { accountEmail } from './addresses/send-account.email.server.ts';

type Tell = (tx: Transaction, id: string, input: Input, origin: string) => Promise<void>;

/** Emails sent for a new row, by entity. */
const TELL: Partial<Record<string, Tell>> = {
  [userEntity.name]: (tx, userId, input, origin) =>
    enqueueEmail(tx, accountEmail, { about: 'invitation', userId, email: email.parse(input.email), origin }),
  [roleEntity.name]: async (tx, _id, input, origin) => {
    const { userId, rolename } = roleSchema.create.parse(input);
    if (rolename === 'PRODUCER') await tellAccount(tx, eq(user.id, userId), 'streamerGranted', origin);
  },
  /** Sent only to an account that has confirmed the address, and to administrators. */
  [subscriptionEntity.name]: async (tx, _id, input, origin) => {
    await tellAccount(tx, whereEmailConfirmed(email.parse(input.email)), 'streamerAsked', origin);
    await tellAdministrators(tx, origin);
  },
};

/**
 * `createRow`, which also enqueues the email for the new row.
 * @param origin the site's, for the link in the email
 * @throws as `createRow`
 */
export function createEntity(entity: Entity, viewer: Viewer, body: unknown, origin: string): Promise<Row> {
  const tell = TELL[entity.name];
  if (!tell) return createRow(entity, viewer, body);
  const relate: Entity['relate'] = async (tx, id, input) => {
    await entity.relate?.(tx, id, input);
    await tell(tx, id, input, origin);
  };
  return createRow({ ...entity, relate }, viewer, body);
}

async function tellAccount(
  tx: Transaction,
  account: SQL | undefined,
  about: 'streamerAsked' | 'streamerGranted',
  origin: string,
): Promise<void> {
  const [owner] = await tx.select({ userId: user.id, email: user.email }).from(user).where(account);
  if (owner) await enqueueEmail(tx, accountEmail, { about, ...owner, origin });
}

/** Tells each administrator of requests to become a streamer, once a day. */
async function tellAdministrators(tx: Transaction, origin: string): Promise<void> {
  const about = 'streamerRequested';
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const administrators = await tx
    .select({ userId: user.id, email: user.email })
    .from(user)
    .innerJoin(role, and(eq(role.userId, user.id), eq(role.rolename, 'ADMIN')))
    .where(and(isNotNull(user.emailVerifiedAt), isNull(user.suspendedAt)));
  for (const administrator of administrators)
    await enqueueEmail(tx, accountEmail, { about, ...administrator, origin }, [
      administrator.userId,
      about,
      today,
    ]);
}

/**
 * `updateRow`, which also handles an administrator changing a user's email address. The administrator must have
 * confirmed their identity recently, as a link to choose a password can be sent to the new address. The address counts
 * as unconfirmed, earlier links become void, and both addresses are notified.
 * @param origin the site's, for the links in the emails
 * @throws ProtocolError CONFIRM_AGAIN, and as `updateRow`
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
    if (by && input.email !== undefined)
      await replaceAddress(tx, by, userId, email.parse(input.email), origin);
  };
  const values: Entity['values'] = (input, by, action) => ({
    ...userEntity.values?.(input, by, action),
    // In the same statement, in which the column still has the old address.
    ...(input.email !== undefined && {
      emailVerifiedAt: sql`case when ${user.email} = ${email.parse(input.email)} then ${user.emailVerifiedAt} end`,
    }),
  });
  return updateRow({ ...userEntity, beforeUpdate, values }, viewer, id, body);
}

async function replaceAddress(
  tx: Transaction,
  by: SignedIn,
  userId: string,
  next: string,
  origin: string,
): Promise<void> {
  const [before] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId));
  if (!before || before.email === next) return;
  requireConfirmed(by);
  await tx.delete(emailToken).where(eq(emailToken.userId, userId));
  await enqueueEmail(tx, accountEmail, { about: 'emailReplaced', userId, email: before.email, origin });
  await enqueueEmail(tx, accountEmail, { about: 'emailSet', userId, email: next, origin });
}
