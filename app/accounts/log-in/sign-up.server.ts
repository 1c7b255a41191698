import { inBackground } from '#app/platform/background.server.ts';
import { db } from '#app/platform/database.server.ts';
import { mailLink, mailPage, type Recipient } from '../email-links.server.ts';
import { findEmailOwner } from '../email-proof.server.ts';
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
  const newcomer = { username, email, language };
  const id = await db.transaction((tx) => insertUser(tx, newcomer, passwordHash));
  inBackground('mail to a new account', () => welcome({ id, ...newcomer }, origin));
  return id;
}

/** Mails a link to prove the address; to one that is proved already, what has happened. */
async function welcome(newcomer: Recipient, origin: string): Promise<void> {
  const owner = await findEmailOwner(newcomer.email);
  if (owner) await mailPage('alreadyRegistered', owner, origin, '/login/reset');
  else await mailLink('welcome', 'VERIFY_EMAIL', newcomer, origin);
}
