import { refuseReserved } from '#app/entities/user/reserved-names.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import { accountEmail } from '../addresses/send-account.email.server.ts';
import { insertUser } from '../new-user.server.ts';
import { hashPassword } from '../passwords/passwords.server.ts';
import { refuseWeakPassword } from '../passwords/weak-password.server.ts';
import type { SignUp } from '../schemas.ts';

/**
 * Creates an account. Several accounts may claim one address, but only one can verify it, so neither the
 * response nor the new account's abilities reveal whether the address is known.
 * @param origin the site's, for the link in the email
 * @returns the user's id
 * @throws ProtocolError ALREADY_EXISTS with the field `username`: taken, or reserved; INVALID_DATA with the field
 *   `password`: easy to guess
 */
export async function signUp(
  { username, email, password, language }: SignUp,
  origin: string,
): Promise<string> {
  refuseReserved('username', username);
  refuseWeakPassword('password', password, [username, email]);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const userId = await insertUser(tx, { username, email, language }, passwordHash);
    await enqueueEmail(tx, accountEmail, { about: 'welcome', userId, email, origin });
    return userId;
  });
}
