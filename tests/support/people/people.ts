import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { hashPassword } from '#app/accounts/passwords/passwords.server.ts';
import type { Database } from '#db/client.ts';
import { channel, credential, role, session, user, userPrice } from '#db/schema/index.ts';
import { recordSecret } from '#scripts/testing/secrets.ts';
import { PASSWORD } from './members.ts';

let count = 0;

/** Makes a word unique. */
export function unique(word: string): string {
  return `${word}-${++count}-${randomBytes(3).toString('hex')}`;
}

/** Inserts an account directly, without signing up. */
export async function makeUser(
  db: Database,
  values: Partial<typeof user.$inferInsert> = {},
  roles: readonly string[] = [],
): Promise<string> {
  const username = unique('person');
  const [row] = await db
    .insert(user)
    .values({ username, urlname: username, email: `${username}@example.org`, ...values })
    .returning({ id: user.id });
  if (!row) throw new Error('no user was made');
  for (const rolename of roles) await db.insert(role).values({ userId: row.id, rolename });
  return row.id;
}

/** Sets an account's password to the one that tests use. */
export async function setPassword(db: Database, userId: string): Promise<void> {
  await db.insert(credential).values({ userId, passwordHash: await hashPassword(PASSWORD) });
}

/** Makes a user a streamer whose profile is public. */
export async function makeStreamer(db: Database, id: string): Promise<string> {
  await db.insert(role).values({ userId: id, rolename: 'PRODUCER' });
  await db.insert(userPrice).values({ userId: id, currency: 'EUR', perMinute: 2 });
  await db
    .update(user)
    .set({ controlModes: ['VOICE'] })
    .where(eq(user.id, id));
  return id;
}

/** Inserts a finished call between two users. */
export async function makeCall(db: Database, hostUserId: string, guestUserId: string): Promise<void> {
  const now = new Date();
  const seats = { hostUserId, guestUserId, hostKey: 'key', nodeId: 'node' };
  const times = { expiresAt: now, startedAt: now, endedAt: now };
  await db.insert(channel).values({ ...seats, ...times, token: unique('CALL'), status: 'FINISHED' });
}

/** Creates a session without a password. Returns the token. */
export async function signIn(db: Database, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  recordSecret(token);
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  await db.insert(session).values({ userId, tokenHash, expiresAt: new Date(Date.now() + 3_600_000) });
  return token;
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
