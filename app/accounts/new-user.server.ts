import { randomBytes } from 'node:crypto';
import { urlnameOf } from '#app/entities/user/urlname.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import type { Transaction } from '#db/client.ts';
import { credential, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

type NewUser = { username: string; email: string; language: string; emailVerifiedAt?: Date };

/**
 * Inserts a user and their password hash.
 * @returns the user's id
 * @throws ProtocolError ALREADY_EXISTS with the field `username`
 */
export async function insertUser(tx: Transaction, values: NewUser, passwordHash: string): Promise<string> {
  const urlname = urlnameOf(values.username);
  const id = await insert(tx, { ...values, urlname }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'user_urlname_unique') return usernameTaken(error);
    const another = `${urlname}-${randomBytes(4).toString('hex')}`;
    return insert(tx, { ...values, urlname: another }).catch(usernameTaken);
  });
  await tx.insert(credential).values({ userId: id, passwordHash });
  return id;
}

/** In a savepoint, so that the transaction survives a constraint violation. */
function insert(tx: Transaction, values: typeof user.$inferInsert): Promise<string> {
  return tx.transaction(async (savepoint) => {
    const [row] = await savepoint.insert(user).values(values).returning({ id: user.id });
    if (!row) throw new Error('The user was not written');
    return row.id;
  });
}

function usernameTaken(error: unknown): never {
  if (violatedConstraint(error) !== 'user_username') throw error;
  throw new ProtocolError('ALREADY_EXISTS', [{ path: 'username', message: 'This username is taken' }]);
}
