import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { user } from '#db/schema/index.ts';
import { ProtocolError } from '#media-server/protocol/errors.ts';
import type { SignUp } from '../accounts/schemas.ts';
import { userEntity } from '../entities/user/rules.server.ts';
import { inBackground } from './background.server.ts';
import { db } from './db.server.ts';
import { consumeLink, mailLink, mailPage, type Recipient, recipientFields } from './email-tokens.server.ts';
import { insertUser } from './new-user.server.ts';
import { hashPassword } from './passwords.server.ts';
import { violatedConstraint } from './postgres-error.server.ts';

/** The user with all that its owner may see, as the generic API shows it too. */
export async function currentUser(id: string): Promise<Record<string, unknown>> {
  const [row] = await db.select(userEntity.fields).from(user).where(eq(user.id, id));
  if (!row) throw new ProtocolError('NOT_SIGNED_IN');
  return row;
}

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
  const owner = await ownerOf(newcomer.email);
  if (owner) await mailPage('alreadyRegistered', owner, origin, '/login/reset');
  else await mailLink('welcome', 'VERIFY_EMAIL', newcomer, origin);
}

/** Whose address this is, by proof. */
async function ownerOf(email: string): Promise<Recipient | undefined> {
  const [owner] = await db.select(recipientFields).from(user).where(provedEmail(email));
  return owner;
}

/** The account that has proved an address: there is one at most. */
export function provedEmail(email: string) {
  return and(eq(sql`lower(${user.email})`, sql`lower(${email})`), isNotNull(user.emailVerifiedAt));
}

/** Sends somebody the link to prove their address anew. Nothing happens where it is proved. */
export async function requestVerification(userId: string, origin: string): Promise<void> {
  const [recipient] = await db
    .select({ ...recipientFields, emailVerifiedAt: user.emailVerifiedAt })
    .from(user)
    .where(eq(user.id, userId));
  if (!recipient || recipient.emailVerifiedAt) return;
  inBackground('mail to prove an address', async () => {
    // An address that somebody else has proved gets no links of strangers.
    if (!(await ownerOf(recipient.email))) await mailLink('verify', 'VERIFY_EMAIL', recipient, origin);
  });
}

/**
 * Notes that somebody has proved their address, by the link that was sent there.
 * @throws ProtocolError LINK_INVALID, also where another account has proved the address first, or it was changed
 */
export async function verifyEmail(token: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const { userId, email } = await consumeLink(tx, token, 'VERIFY_EMAIL');
      const verified = await tx
        .update(user)
        .set({ emailVerifiedAt: new Date() })
        .where(and(eq(user.id, userId), eq(user.email, email)))
        .returning({ id: user.id });
      if (verified.length === 0) throw new ProtocolError('LINK_INVALID');
    });
  } catch (error) {
    if (violatedConstraint(error) === 'user_email') throw new ProtocolError('LINK_INVALID');
    throw error;
  }
}
