import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import {
  availabilityRule,
  image,
  producerSetting,
  role,
  subscription,
  user,
  userPrice,
} from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { type Member, PASSWORD, signUp } from '../../support/people/members.ts';
import { makeUser } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

let server: WebServer;
let db: Database;
let mailbox: Mailbox;
let admin: Client;
let adminEmail: string;

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  mailbox = await Mailbox.open();
  server = await startWebServer(url, { MAIL_FOLDER: mailbox.folder });
  admin = new Client(server.url);
  await makeUser(db, {}, ['ADMIN']);
  const member = await proved(await signUp(server.url));
  await db.insert(role).values({ userId: member.id, rolename: 'ADMIN' });
  admin = member.client;
  adminEmail = member.email;
});
afterAll(async () => {
  await Promise.all([server.stop(), db.$client.end()]);
  await mailbox.close();
});

/** Confirms a member's address without an email. */
async function proved(member: Member): Promise<Member> {
  await db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, member.id));
  return member;
}

async function page(client: Client, path: string): Promise<string> {
  const { status, body } = await client.call(path, { headers: { Accept: 'text/html' } });
  expect([path, status]).toEqual([path, 200]);
  return String(body);
}

async function submit(client: Client, path: string, fields: Record<string, string>): Promise<string> {
  const { status, headers } = await client.call(path, { body: new URLSearchParams(fields) });
  expect([path, status]).toEqual([path, 302]);
  return headers.get('Location') ?? '';
}

const ask = (client: Client, email: string) =>
  submit(client, '/earn-money', { intent: 'subscription', email });

it('a request to become a streamer is shown on the profile, and confirmed by email once', async () => {
  const me = await proved(await signUp(server.url, { language: 'SPANISH' }));
  expect(await page(me.client, '/earn-money')).toContain(`value="${me.email}"`);
  expect(await page(me.client, '/personal/profile')).not.toContain('You asked to become a streamer');
  await ask(me.client, me.email.toUpperCase());
  await ask(me.client, me.email);
  const mail = await mailbox.waitFor(me.email, 'Tu solicitud para ser streamer');
  expect(mail).toContain('/es/personal/profile');
  const asked = /You asked to become a streamer on \d/;
  expect(asked.test(await page(me.client, '/personal/profile'))).toBe(true);
  expect(asked.test(await page(me.client, '/earn-money'))).toBe(true);
  expect((await mailbox.to(me.email)).filter((one) => one.includes('Tu solicitud'))).toHaveLength(1);
});

it('a request with an unconfirmed address tells its account nothing', async () => {
  const claims = await signUp(server.url);
  await ask(new Client(server.url), claims.email);
  expect(await page(claims.client, '/personal/profile')).toContain('a streamer yet');
  expect((await mailbox.to(claims.email)).join()).not.toContain('request to become');
});

it('an administrator opens the account of a request and makes it a streamer, who is notified', async () => {
  const me = await proved(await signUp(server.url));
  await ask(me.client, me.email);
  const [row] = await db.select().from(subscription).where(eq(subscription.email, me.email));
  const path = `/admin/subscription/${row?.id}`;
  const before = await page(admin, path);
  expect(before).toContain(`href="/admin/user/${me.id}"`);
  expect(before).toContain('Make streamer');
  const grant = { intent: 'giveRole', rolename: 'PRODUCER' };
  expect(await submit(admin, path, grant)).toContain('done=roles');
  // As if another administrator had been quicker.
  expect(await submit(admin, path, grant)).toContain('done=roles');
  const roles = () => db.select({ rolename: role.rolename }).from(role).where(eq(role.userId, me.id));
  expect(await roles()).toEqual([{ rolename: 'PRODUCER' }]);
  await mailbox.waitFor(me.email, 'You are a streamer now');
  expect(await page(admin, path)).toContain('Remove as streamer');

  const account = await page(admin, `/admin/user/${me.id}`);
  expect(account).toContain(`href="/user/${me.username}"`);
  for (const field of ['review?producerId', 'review?authorId', 'channel?hostUserId', 'channel?guestUserId'])
    expect(account).toContain(`href="/admin/${field}=${me.username}"`);
  await submit(admin, `/admin/user/${me.id}`, { intent: 'takeRole', rolename: 'PRODUCER' });
  expect(await roles()).toEqual([]);
});

it('administrators are told of requests once a day, and on their start page', async () => {
  const asks = async () => {
    const me = await proved(await signUp(server.url));
    await ask(me.client, me.email);
    return me;
  };
  const [me] = [await asks(), await asks()];
  await mailbox.waitFor(adminEmail, 'Somebody asks to become a streamer');
  const told = (await mailbox.to(adminEmail)).filter((one) => one.includes('Somebody asks'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('/admin/subscription');
  const waiting = async () =>
    Number(/(\d+) (?:people ask|person asks) to become/.exec(await page(admin, '/admin'))?.[1]);
  const before = await waiting();
  expect(before).toBeGreaterThanOrEqual(2);
  await db.insert(role).values({ userId: me.id, rolename: 'PRODUCER' });
  expect(await waiting()).toBe(before - 1);
});

it('a new streamer’s pages list the first steps until all are done', async () => {
  const me = await proved(await signUp(server.url));
  const title = 'Your first steps as a streamer';
  expect(await page(me.client, '/personal/account')).not.toContain(title);
  await db.insert(role).values({ userId: me.id, rolename: 'PRODUCER' });
  const open = async () => {
    const list = /<section aria-labelledby="first-steps".*?<\/section>/s.exec(
      await page(me.client, '/personal/availability'),
    )?.[0];
    return [...(list ?? '').matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to);
  };
  const [profile, hours] = ['/personal/profile', '/personal/availability'];
  // This site takes no payments.
  expect(await open()).toEqual([profile, profile, hours]);
  // The pad is not switched on, so nobody would find them.
  await db
    .update(user)
    .set({ description: 'Hello', controlModes: ['PAD'] })
    .where(eq(user.id, me.id));
  expect(await open()).toEqual([profile, profile, hours]);
  await db
    .update(user)
    .set({ description: 'Hello', controlModes: ['VOICE'] })
    .where(eq(user.id, me.id));
  expect(await open()).toEqual([profile, hours]);
  await db.insert(userPrice).values({ userId: me.id, currency: 'EUR', perMinute: 2.5 });
  expect(await open()).toEqual([hours]);
  // The price of new hours is the profile's.
  await db.insert(producerSetting).values({ userId: me.id, timeZone: 'UTC' });
  const price = /<input(?=[^>]*name="price")(?=[^>]*value="2.50")/;
  expect(price.test(await page(me.client, '/personal/availability'))).toBe(true);
  const times = { dayOfWeek: 1, startMinute: 540, endMinute: 600, timeZone: 'UTC' };
  const offer = { priceMinor: 300, currency: 'EUR', minMinutes: 30, maxMinutes: 60 };
  await db.insert(availabilityRule).values({ producerId: me.id, ...times, ...offer });
  expect(await open()).toEqual([]);
  expect(await page(me.client, '/personal/account')).not.toContain(title);
});

it('the page of a request cannot change an account with another address', async () => {
  await ask(new Client(server.url), 'no-one@example.org');
  const [row] = await db.select().from(subscription).where(eq(subscription.email, 'no-one@example.org'));
  const body = new URLSearchParams({ intent: 'giveRole', rolename: 'PRODUCER' });
  expect((await admin.call(`/admin/subscription/${row?.id}`, { body })).status).toBe(404);
});

it('the form for a role does not offer an empty one', async () => {
  const form = await page(admin, '/admin/role/new');
  expect(form).toMatch(/<option value="" disabled=""[^>]*>Choose…/);
});

it('the data file contains the request and the URLs of pictures; deletion removes both, and sends a goodbye', async () => {
  const me = await proved(await signUp(server.url, { language: 'SPANISH' }));
  await ask(me.client, me.email);
  const picture = { userId: me.id, key: 'k'.repeat(32), width: 4, height: 2, size: 1 };
  await db.insert(image).values(picture);
  const { body } = await me.client.call('/personal/data');
  const data = z
    .object({
      requestToStream: z.object({ email: z.literal(me.email), createdAt: z.string() }),
      pictures: z.array(z.object({ url: z.url() })).length(1),
    })
    .parse(body);
  expect(data.pictures[0]?.url).toMatch(`${server.url}/api/image/user/${me.id}/`);
  await submit(me.client, '/personal/account', { intent: 'delete', password: PASSWORD, sure: 'yes' });
  expect(await db.$count(subscription, eq(subscription.email, me.email))).toBe(0);
  await mailbox.waitFor(me.email, 'Tu cuenta se ha eliminado');
});

it('deleting an account keeps a request with its unconfirmed address', async () => {
  const claims = await signUp(server.url);
  await ask(new Client(server.url), claims.email);
  await claims.client.call(`/api/user/${claims.id}`, { method: 'DELETE', body: { password: PASSWORD } });
  expect(await db.$count(user, eq(user.id, claims.id))).toBe(0);
  expect(await db.$count(subscription, eq(subscription.email, claims.email))).toBe(1);
});

it('an answer is marked as new until it is opened', async () => {
  const { client } = await signUp(server.url);
  const write = await client.call('/api/inquiry', { body: { message: 'Hello' } });
  const { id: message, version } = z.object({ id: z.string(), version: z.number() }).parse(write.body);
  const nav = /(\d+) new answer/;
  expect(nav.test(await page(client, '/personal/inquiry'))).toBe(false);
  const body = { answer: 'Hi', version };
  expect((await admin.call(`/api/inquiry/${message}`, { method: 'PUT', body })).status).toBe(200);
  expect(nav.test(await page(client, '/personal/account'))).toBe(true);
  const list = await page(client, '/personal/inquiry');
  expect(list).toMatch(nav);
  expect(list).toContain('New answer');
  expect(nav.test(await page(client, `/personal/inquiry/${message}`))).toBe(false);
  expect(nav.test(await page(client, '/personal/inquiry'))).toBe(false);
  // A changed answer is new again.
  const again = { answer: 'Hi again', version: version + 1 };
  expect((await admin.call(`/api/inquiry/${message}`, { method: 'PUT', body: again })).status).toBe(200);
  expect(nav.test(await page(client, '/personal/inquiry'))).toBe(true);
});

it('the contact form warns visitors who give no address', async () => {
  const visitor = new Client(server.url);
  const warning = 'Without an address we can&#x27;t answer you.';
  expect(await page(visitor, '/contact-us')).toContain(warning);
  const silent = { intent: 'message', message: 'Hello' };
  const sent = await submit(visitor, '/contact-us', silent);
  expect(await page(visitor, sent)).toContain('You left no address');
  const answerable = await submit(visitor, '/contact-us', { ...silent, email: 'a@example.org' });
  expect(await page(visitor, answerable)).not.toContain('You left no address');
  const member = await signUp(server.url);
  expect(await page(member.client, '/contact-us')).not.toContain(warning);
});
