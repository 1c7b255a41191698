import { randomBytes } from 'node:crypto';
import { eq, min, or, sql } from 'drizzle-orm';
import { insertUser } from '#app/accounts/new-user.server.ts';
import { hashPassword } from '#app/accounts/passwords/passwords.server.ts';
import { recordAudit } from '#app/audit/record.server.ts';
import { isSecondFactorDemanded } from '#app/http/viewers/second-factor-demand.ts';
import { openDatabase } from '#db/client.ts';
import { challenge, parameter, passkey, recoveryCode, role, session, totp, user } from '#db/schema/index.ts';
import { PARAMETERS, takesValue } from '#protocol/parameters.ts';

/** Any number not used for another advisory lock. */
const FIRST_ADMINISTRATOR_LOCK = 360_361;

const FIRST = { username: 'admin', email: 'admin@panocall.localhost' };

type Candidate = {
  username: string;
  email: string;
  /** Promotes an account with that name even if it has not confirmed the address. */
  promote?: boolean;
};

/** An account has the name but has not confirmed the address: it may be someone else's. */
export class UnprovedAccount extends Error {
  override name = 'UnprovedAccount';
}

/**
 * Creates an administrator, or promotes the existing user of that name and ends their sessions.
 * @param url of the database
 * @returns the new password; null if the user already had one
 * @throws UnprovedAccount, and changes nothing
 */
export async function makeAdministrator(
  url: string,
  { username, email, promote = false }: Candidate,
): Promise<string | null> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const db = openDatabase(url);
  try {
    return await db.transaction(async (tx) => {
      const [known] = await tx
        .select({
          id: user.id,
          isProved: sql<boolean>`${user.emailVerifiedAt} is not null and lower(${user.email}) = lower(${email})`,
        })
        .from(user)
        .where(eq(sql`lower(${user.username})`, sql`lower(${username})`))
        .for('update');
      if (known && !known.isProved && !promote) throw new UnprovedAccount(username);
      const values = { username, email, language: 'ENGLISH', emailVerifiedAt: new Date() };
      const userId = known?.id ?? (await insertUser(tx, values, passwordHash));
      await tx.insert(role).values({ userId, rolename: 'ADMIN' }).onConflictDoNothing();
      const after = { username, rolename: 'ADMIN' };
      await recordAudit(tx, { action: 'GIVE_ROLE', entity: 'user', rowId: userId, after });
      // An earlier token must not open the administration.
      await tx.delete(session).where(eq(session.userId, userId));
      return known ? null : password;
    });
  } finally {
    await db.$client.end();
  }
}

/**
 * Creates the administrator `admin` of the embedded database, unless it has an administrator or a user of that name.
 * @returns the password, to be shown once; null if there is an administrator
 */
export async function firstAdministrator(url: string): Promise<string | null> {
  const db = openDatabase(url);
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK})`);
      const found = await tx
        .select({ id: user.id })
        .from(user)
        .leftJoin(role, eq(role.userId, user.id))
        // An existing user called admin must not become administrator this way.
        .where(or(eq(role.rolename, 'ADMIN'), eq(sql`lower(${user.username})`, FIRST.username)))
        .limit(1);
      return found.length > 0 ? null : makeAdministrator(url, FIRST);
    });
  } finally {
    await db.$client.end();
  }
}

/**
 * Removes an account's second factors and ends its sessions.
 * @param url of the database
 * @returns whether an account with that name exists
 */
export async function resetSecondFactor(url: string, username: string): Promise<boolean> {
  const db = openDatabase(url);
  try {
    return await db.transaction(async (tx) => {
      const [account] = await tx
        .select({ id: user.id })
        .from(user)
        .where(eq(sql`lower(${user.username})`, sql`lower(${username})`))
        .for('update');
      if (!account) return false;
      for (const table of [passkey, totp, recoveryCode, challenge, session])
        await tx.delete(table).where(eq(table.userId, account.id));
      const after = { change: 'reset' };
      await recordAudit(tx, { action: 'CHANGE_SECOND_FACTOR', entity: 'user', rowId: account.id, after });
      return true;
    });
  } finally {
    await db.$client.end();
  }
}

/**
 * Whether an administrator needs a second factor now.
 * @param url of the database
 */
export async function demandsSecondFactor(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const db = openDatabase(url);
  try {
    const name = 'admin-second-factor';
    const [set] = await db.select().from(parameter).where(eq(parameter.name, name));
    const [oldest] = await db.select({ at: min(user.createdAt) }).from(user);
    const demand = set && takesValue(name, set.value) ? set.value.trim() : PARAMETERS[name].initial;
    return isSecondFactorDemanded(demand, environment, oldest?.at ?? new Date());
  } finally {
    await db.$client.end();
  }
}
