import { verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { credential, parameter, passkey, role, session, totp, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import {
  demandsSecondFactor,
  firstAdministrator,
  makeAdministrator,
  resetSecondFactor,
  UnprovedAccount,
} from './administrator.ts';

let url: string;
let db: Database;

beforeEach(async () => {
  url = await createTestDatabase();
  db = openDatabase(url);
});
afterEach(() => db.$client.end());

const administrators = () =>
  db
    .select({ username: user.username, passwordHash: credential.passwordHash })
    .from(user)
    .innerJoin(credential, eq(credential.userId, user.id))
    .innerJoin(role, eq(role.userId, user.id))
    .where(eq(role.rolename, 'ADMIN'));

test('creates the first administrator once, however many processes ask', async () => {
  const passwords = await Promise.all([1, 2, 3].map(() => firstAdministrator(url)));
  const [password, ...others] = passwords.filter((one) => one !== null);
  expect(others).toEqual([]);
  const [admin, ...more] = await administrators();
  expect(more).toEqual([]);
  expect(admin?.username).toBe('admin');
  expect(await verify(admin?.passwordHash ?? '', password ?? '')).toBe(true);
  expect(await firstAdministrator(url)).toBeNull();
});

test('does not promote a user because of the name admin', async () => {
  await db.insert(user).values({ username: 'Admin', urlname: 'admin', email: 'eve@example.org' });
  expect(await firstAdministrator(url)).toBeNull();
  expect(await db.select().from(role)).toEqual([]);
});

test('promotes a user, who keeps the password', async () => {
  const password = await makeAdministrator(url, { username: 'Anna', email: 'anna@example.org' });
  await db.delete(role);
  expect(await makeAdministrator(url, { username: 'anna', email: 'ANNA@example.org' })).toBeNull();
  const [admin] = await administrators();
  expect(await verify(admin?.passwordHash ?? '', password ?? '')).toBe(true);
  expect(await firstAdministrator(url)).toBeNull();
});

test.each([
  ['another address', 'anna@example.org', new Date()],
  ['an unconfirmed address', 'owner@example.org', null],
])('promotes an account with %s only if told to', async (_, email, emailVerifiedAt) => {
  const values = { username: 'Owner', urlname: 'owner', email, emailVerifiedAt };
  const [account] = await db.insert(user).values(values).returning({ userId: user.id });
  if (!account) throw new Error('no account was made');
  await db
    .insert(session)
    .values({ ...account, tokenHash: 'hash', expiresAt: new Date(Date.now() + 60_000) });
  const candidate = { username: 'owner', email: 'owner@example.org' };
  await expect(makeAdministrator(url, candidate)).rejects.toThrow(UnprovedAccount);
  expect(await db.$count(role)).toBe(0);
  expect(await db.$count(session)).toBe(1);
  expect(await makeAdministrator(url, { ...candidate, promote: true })).toBeNull();
  expect(await db.select({ userId: role.userId }).from(role)).toEqual([account]);
  // An earlier token must not open the administration.
  expect(await db.$count(session)).toBe(0);
});

test('demands a second factor depending on the parameter, the address and the age of the site', async () => {
  const site = { PUBLIC_URL: 'https://panocall.example' };
  expect(await demandsSecondFactor(url, site)).toBe(false);
  const createdAt = new Date(Date.now() - 8 * 24 * 3_600_000);
  await db.insert(user).values({ username: 'Anna', urlname: 'anna', email: 'anna@example.org', createdAt });
  expect([await demandsSecondFactor(url, site), await demandsSecondFactor(url, {})]).toEqual([true, false]);
  await db.insert(parameter).values({ name: 'admin-second-factor', value: 'never' });
  expect(await demandsSecondFactor(url, site)).toBe(false);
});

test('removes the second factors of one account, and its sessions', async () => {
  const ids = await Promise.all(
    ['Anna', 'Bert'].map(async (username) => {
      const values = { username, urlname: username.toLowerCase(), email: `${username}@example.org` };
      const [row] = await db.insert(user).values(values).returning({ userId: user.id });
      if (!row) throw new Error('no account was made');
      await db.insert(totp).values({ ...row, secret: 'sealed', confirmedAt: new Date() });
      const key = { credentialId: username, publicKey: 'key', counter: 0, backedUp: false, name: 'Phone' };
      await db.insert(passkey).values({ ...row, ...key });
      const expiresAt = new Date(Date.now() + 60_000);
      await db.insert(session).values({ ...row, tokenHash: username, expiresAt });
      return row.userId;
    }),
  );
  expect(await resetSecondFactor(url, 'ANNA')).toBe(true);
  for (const table of [totp, passkey, session]) {
    expect(await db.select({ userId: table.userId }).from(table)).toEqual([{ userId: ids[1] }]);
  }
  expect(await resetSecondFactor(url, 'Carl')).toBe(false);
});
