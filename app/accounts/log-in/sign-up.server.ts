import { db } from '#app/platform/database.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { accountMail } from '../mails.job.server.ts';
import { insertUser } from '../new-user.server.ts';
import { hashPassword } from '../passwords.server.ts';
import type { SignUp } from '../schemas.ts';

/**
 * Makes an account, for an address that other accounts may have too: an address counts only once it is proved, and
 * of all that have it one can. So neither the answer nor what the new account can do tells whether it is known.
 * @param origin of the site, for the link in the mail
 * @returns the user's id
 * @throws ProtocolError ALREADY_EXISTS with the field `username`
 */
export async function signUp(
  { username, email, password, language }: SignUp,
  origin: string,
): Promise<string> {
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const userId = await insertUser(tx, { username, email, language }, passwordHash);
    await enqueue(tx, accountMail, { about: 'welcome', userId, email, origin });
    return userId;
  });
}
