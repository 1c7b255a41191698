import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { session, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { isSignedIn, type Member, PASSWORD, signUp } from '../../support/people/members.ts';
import { Client } from '../../support/servers/client.ts';
import { linkIn, Mailbox } from '../../support/servers/mailbox.ts';

let server: WebServer;
let db: Database;
let mailbox: Mailbox;

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  mailbox = await Mailbox.open();
  server = await startWebServer(url, { MAIL_FOLDER: mailbox.folder });
});
afterAll(async () => {
  await Promise.all([server.stop(), db.$client.end()]);
  await mailbox.close();
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NOTICE = /^Subject: Someone logged in/m;

async function member(fields: Record<string, string> = {}): Promise<Member> {
  const person = await signUp(server.url, fields);
  await db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, person.id));
  return person;
}

const logIn = (client: Client, { username }: Member, userAgent = FIREFOX) =>
  client.call('/api/login', { body: { username, password: PASSWORD }, headers: { 'User-Agent': userAgent } });

const notices = async ({ email }: Member) => (await mailbox.to(email)).filter((mail) => NOTICE.test(mail));

it('announces a login from a new device, and not the next one from it', async () => {
  const person = await member();
  const browser = new Client(server.url);
  expect((await logIn(browser, person)).status).toBe(200);
  await expect.poll(() => notices(person)).toHaveLength(1);
  const [mail = ''] = await notices(person);
  expect(mail).toContain('Firefox, Linux');
  expect(mail).toContain(browser.address);

  await logIn(browser, person);
  // The same browser from another address, known by its cookie.
  const travelled = new Client(server.url);
  for (const [name, value] of browser.cookies) travelled.cookies.set(name, value);
  await logIn(travelled, person, `${FIREFOX} and later`);
  // A program at the known address, without cookies.
  await logIn(new Client(server.url, browser.address), person);
  const stranger = new Client(server.url);
  await logIn(stranger, person);
  await expect.poll(() => notices(person)).toHaveLength(2);
  expect((await notices(person))[1]).toContain(stranger.address);
});

it('is written in the account’s language, and only to confirmed addresses', async () => {
  const person = await member({ language: 'SPANISH' });
  const unproved = await signUp(server.url);
  await logIn(new Client(server.url), unproved);
  await logIn(new Client(server.url), person);
  const mail = await mailbox.waitFor(person.email, 'Alguien ha entrado en tu cuenta');
  expect(linkIn(mail).path).toMatch(/^\/es\/login\/end\//);
  expect(await notices(unproved)).toEqual([]);
});

it('ends only the announced session, once', async () => {
  const person = await member();
  const [first, second] = [new Client(server.url), new Client(server.url)];
  await logIn(first, person);
  await logIn(second, person);
  await expect.poll(() => notices(person)).toHaveLength(2);
  const mail = (await notices(person)).find((each) => each.includes(first.address)) ?? '';
  const { path, token } = linkIn(mail);
  const owner = new Client(server.url);
  expect((await owner.call(path)).bytes.toString()).toContain('Log it out');
  // Opening the page ends nothing: email scanners follow links.
  expect(await isSignedIn(first)).toBe(true);
  const end = () => owner.call(path, { body: new URLSearchParams({ intent: 'end' }) });
  expect((await end()).headers.get('location')).toBe(`${path}?done=ended`);
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(person.client)]).toEqual([
    false,
    true,
    true,
  ]);
  expect((await end()).status).toBe(410);
  // The token is valid for nothing else.
  expect((await owner.call('/api/password/reset', { body: { token, password: PASSWORD } })).status).toBe(410);
});

it('shows where and when each session was opened', async () => {
  const person = await member();
  const rows = await db.select().from(session).where(eq(session.userId, person.id));
  expect(rows).toMatchObject([{ address: person.client.address }]);
  const page = (await person.client.call('/personal/account')).bytes.toString();
  expect(page).toMatch(new RegExp(`Logged in [^<]+ UTC from ${person.client.address}`));
});
