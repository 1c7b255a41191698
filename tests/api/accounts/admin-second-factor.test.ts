import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { parameter, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { resetSecondFactor } from '#scripts/accounts/administrator.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { errorOf } from '../../support/people/as-admin.ts';
import { logIn, type Member, memberOf, PASSWORD } from '../../support/people/members.ts';
import { makeUser, setPassword, unique } from '../../support/people/people.ts';
import { appCode, setUpApp } from '../../support/people/second-factor.ts';
import { Client } from '../../support/servers/client.ts';

/** A public site and a local one, on the same database. */
let site: WebServer;
let local: WebServer;
let url: string;
let db: Database;

beforeAll(async () => {
  url = await createTestDatabase();
  db = openDatabase(url);
  [site, local] = await Promise.all([
    startWebServer(url, { PUBLIC_URL: 'https://panocall.example' }),
    startWebServer(url),
  ]);
});
afterAll(() => Promise.all([site.stop(), local.stop(), db.$client.end()]));

async function newAdmin(): Promise<{ id: string; username: string }> {
  const id = await makeUser(db, {}, ['ADMIN']);
  await setPassword(db, id);
  const [row] = await db.select({ id: user.id, username: user.username }).from(user).where(eq(user.id, id));
  if (!row) throw new Error('no administrator was made');
  return row;
}

async function admin(on: WebServer): Promise<Member> {
  const client = new Client(on.url);
  return memberOf(await logIn(client, (await newAdmin()).username), client);
}

/** The responses to an administrator's page and API requests. */
async function doors({ client }: Member) {
  const page = await client.call('/es/admin/user');
  return {
    page: page.headers.get('location') ?? page.status,
    list: (await client.call('/api/block-address')).status,
    change: (
      await client.call('/api/city', {
        body: { name: unique('city'), country: 'PT', latitude: 1, longitude: 1 },
      })
    ).status,
  };
}

const OPEN = { page: 200, list: 200, change: 201 };
const CLOSED = { page: '/es/personal/account#second-factor', list: 403, change: 403 };
const setAge = (days: number) =>
  db.update(user).set({ createdAt: new Date(Date.now() - days * 24 * 3_600_000) });

it('is required of administrators of a public site from the eighth day on, and not on a local one', async () => {
  const me = await admin(site);
  const here = await admin(local);
  await setAge(6.9);
  expect([await doors(me), await doors(here)]).toEqual([OPEN, OPEN]);
  await setAge(7.1);
  expect([await doors(me), await doors(here)]).toEqual([CLOSED, OPEN]);

  const refused = await me.client.call('/api/block-address');
  expect(errorOf(refused)).toMatchObject({ code: 'SECOND_FACTOR_DEMANDED' });
  const other = await me.client.call(`/api/user/${here.id}`, { method: 'PUT', body: { version: 1 } });
  expect(errorOf(other)).toMatchObject({ code: 'SECOND_FACTOR_DEMANDED' });
  const avatar = await me.client.call(`/api/avatar/${here.id}`, { method: 'DELETE' });
  expect(errorOf(avatar)).toMatchObject({ code: 'SECOND_FACTOR_DEMANDED' });
  const preview = await me.client.call('/admin/preview', { method: 'POST', body: new Uint8Array() });
  expect(errorOf(preview)).toMatchObject({ code: 'SECOND_FACTOR_DEMANDED' });
  expect(String((await me.client.call('/personal/account')).body)).toContain('As an administrator you need');
  // Requests open to every user still work.
  expect((await me.client.call('/api/user/auth')).status).toBe(200);

  await setUpApp(me);
  expect(await doors(me)).toEqual(OPEN);
  expect(String((await me.client.call('/personal/account')).body)).not.toContain('As an administrator');
});

it('is required always or never by a parameter, also after an operator has reset a second factor', async () => {
  await setAge(30);
  const [me, here] = [await admin(site), await admin(local)];
  const demand = async (value: string) => {
    await db.delete(parameter);
    await db.insert(parameter).values({ name: 'admin-second-factor', value });
  };
  await demand('never');
  await expect.poll(() => doors(me)).toEqual(OPEN);
  await demand('always');
  await expect.poll(() => doors(here)).toEqual(CLOSED);

  const { username } = await newAdmin();
  const client = new Client(local.url);
  const lost = memberOf(await logIn(client, username), client);
  const { secret } = await setUpApp(lost);
  expect(await doors(lost)).toEqual(OPEN);
  expect(await resetSecondFactor(url, username.toUpperCase())).toBe(true);
  expect((await client.call('/api/user/auth')).status).toBe(401);
  const body = { username, password: PASSWORD, code: appCode(secret) };
  const again = memberOf(await client.call('/api/login', { body }), client);
  expect(await doors(again)).toEqual(CLOSED);
  expect(await resetSecondFactor(url, 'nobody-of-this-name')).toBe(false);
});
