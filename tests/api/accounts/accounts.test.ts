import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { blockAddress, channel, credential, mediaNode, session, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { comparable } from '../../support/contract/comparable.ts';
import { isSignedIn, logIn, newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { Client } from '../../support/servers/client.ts';
import { linkIn, Mailbox } from '../../support/servers/mailbox.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';

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

const tokenSchema = z.object({ token: z.string() });
const ticketSchema = z.object({ ticket: z.string() });

const post = (path: string, body: unknown, client = new Client(server.url)) => client.call(path, { body });

async function prove(email: string): Promise<void> {
  const { token } = linkIn(await mailbox.waitFor(email, 'Confirm'));
  expect((await post('/api/email/verify', { token })).status).toBe(200);
}

describe('POST /api/signup', () => {
  it('creates an account, logs it in, and sends a link in its language', async () => {
    const name = newName();
    const client = new Client(server.url);
    const answer = await post('/api/signup', { ...name, password: PASSWORD, language: 'SPANISH' }, client);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ ...name, language: 'SPANISH', emailVerifiedAt: null, roles: [] });
    expect(await isSignedIn(client)).toBe(true);
    const mail = await mailbox.waitFor(name.email, 'Confirma tu correo');
    expect(linkIn(mail).path).toMatch(/^\/es\/login\/verify\/[\w-]{43}$/);
    expect(server.log()).toContain(mailbox.folder);
    expect(server.log()).not.toContain(linkIn(mail).token);
  });

  it('stores the password only as an argon2id hash', async () => {
    const { id } = await signUp(server.url);
    const [row] = await db.select().from(credential).where(eq(credential.userId, id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each([
    [{ username: ' ' }, 'username', 'Username must not be empty'],
    [{ username: 'a@b.example' }, 'username', expect.any(String)],
    [{ username: 'a\r\nBcc: x@y.example' }, 'username', expect.any(String)],
    [{ username: 'x'.repeat(41) }, 'username', expect.any(String)],
    [{ email: 'nobody' }, 'email', expect.any(String)],
    [{ email: 'a@b.example\r\nBcc: x@y.example' }, 'email', expect.any(String)],
    [{ password: '1234567' }, 'password', 'Password must have at least 8 characters'],
    [{ password: 'x'.repeat(201) }, 'password', 'Password must have at most 200 characters'],
    [{ language: 'FRENCH' }, 'language', expect.any(String)],
  ])('refuses %o and names the field', async (fault, path, message) => {
    const { status, body } = await post('/api/signup', { ...newName(), password: PASSWORD, ...fault });
    expect(status).toBe(400);
    expect(body).toEqual({ code: 'INVALID_DATA', fields: [{ path, message }] });
  });

  it('accepts letters of any script, and gives each profile its own address', async () => {
    const suffix = newName().username;
    const one = await signUp(server.url, { username: `José.${suffix}` });
    const two = await signUp(server.url, { username: `jose_${suffix}` });
    const urlnames = await Promise.all(
      [one, two].map(async ({ id }) => (await db.select().from(user).where(eq(user.id, id)))[0]?.urlname),
    );
    expect(urlnames[0]).toBe(`jose-${suffix}`);
    expect(urlnames[1]).toMatch(new RegExp(`^jose-${suffix}-[0-9a-f]{8}$`));
  });

  it('ignores roles, ids and other columns', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const extra = { id, roles: [{ rolename: 'ADMIN' }], emailVerifiedAt: new Date(), version: 7 };
    const { body } = await post('/api/signup', { ...newName(), password: PASSWORD, ...extra });
    expect(body).toMatchObject({ roles: [], emailVerifiedAt: null, version: 1 });
    expect(body).not.toMatchObject({ id });
  });

  it('accepts exactly one of 200 concurrent sign-ups with the same username', async () => {
    const { username } = newName();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        post('/api/signup', {
          username: n % 2 ? username : username.toUpperCase(),
          email: newName().email,
          password: PASSWORD,
        }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, answer.body]).toEqual([
        409,
        { code: 'ALREADY_EXISTS', fields: [{ path: 'username', message: 'This username is taken' }] },
      ]);
    }
    const rows = await db.select().from(user);
    expect(rows.filter((row) => row.username.toLowerCase() === username)).toHaveLength(1);
  }, 120_000);

  it('answers the same whether or not an address is known, and notifies its owner', async () => {
    const owner = await signUp(server.url);
    await prove(owner.email);
    const [known, unknown] = [owner.email.toUpperCase(), newName().email];
    const answers = [];
    for (const email of [known, unknown]) {
      const client = new Client(server.url);
      const { username } = newName();
      const answer = await post('/api/signup', { username, email, password: PASSWORD }, client);
      const { headers, ...rest } = comparable(answer);
      expect(answer.body).toMatchObject({ username, email });
      const signedIn = await isSignedIn(client);
      const byName = await logIn(new Client(server.url), username);
      const byEmail = await logIn(new Client(server.url), email, 'not the password');
      answers.push({
        headers,
        names: rest.names,
        status: rest.status,
        signedIn,
        byName: byName.status,
        byEmail: comparable(byEmail),
      });
    }
    const length = ([name]: string[]) => name !== 'content-length';
    expect({ ...answers[0], headers: answers[0]?.headers.filter(length) }).toEqual({
      ...answers[1],
      headers: answers[1]?.headers.filter(length),
    });
    expect(await mailbox.waitFor(owner.email, 'Someone signed up')).toContain(owner.username);
    // The other account gets no confirmation link either.
    expect((await mailbox.to(known)).length).toBe(0);
  });

  it('does not reserve an unconfirmed address: its owner can still confirm it', async () => {
    const { email } = newName();
    const squatter = await signUp(server.url, { email });
    const owner = await signUp(server.url, { email });
    const mine = await mailbox.waitFor(email, owner.username);
    const theirs = await mailbox.waitFor(email, squatter.username);
    expect((await post('/api/email/verify', { token: linkIn(mine).token })).status).toBe(200);
    expect((await post('/api/email/verify', { token: linkIn(theirs).token })).body).toEqual({
      code: 'LINK_INVALID',
    });
    expect((await logIn(new Client(server.url), email)).body).toMatchObject({ id: owner.id });
  });

  it('is limited per network address', async () => {
    const client = new Client(server.url);
    const statuses = [];
    for (let n = 0; n < 12; n++) {
      statuses.push((await post('/api/signup', { ...newName(), password: PASSWORD }, client)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
  });
});

describe('a failed login', () => {
  it('gets the same response whatever was wrong', async () => {
    const { username, email } = await signUp(server.url);
    const proved = await signUp(server.url);
    await prove(proved.email);
    const failures = await Promise.all([
      logIn(new Client(server.url), username, 'wrong password'),
      logIn(new Client(server.url), newName().username),
      logIn(new Client(server.url), email, PASSWORD),
      logIn(new Client(server.url), proved.email, 'wrong password'),
      logIn(new Client(server.url), newName().email),
      logIn(new Client(server.url), '\0'),
      logIn(new Client(server.url), 'x'.repeat(10_000)),
      logIn(new Client(server.url), "' or 1=1 --"),
      logIn(new Client(server.url), username, ''),
      post('/api/login', {}),
      post('/api/login', { username: { $ne: 1 }, password: ['x'] }),
    ]);
    const [first, ...others] = failures.map(comparable);
    expect(first).toMatchObject({ status: 401, body: { code: 'WRONG_CREDENTIALS' } });
    expect(first?.names).not.toContain('set-cookie');
    for (const other of others) expect(other).toEqual(first);
  });

  it('counts against the network address', async () => {
    const client = new Client(server.url);
    const { username } = await signUp(server.url);
    for (let n = 0; n < 30; n++) expect((await logIn(client, newName().username)).status).toBe(401);
    expect((await logIn(client, username)).status).toBe(429);
    expect((await logIn(new Client(server.url), username)).status).toBe(200);
  });

  it('counts against the name, from any network address, whether or not the name exists', async () => {
    const { username } = await signUp(server.url);
    for (const name of [username, newName().username]) {
      const guesses = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          logIn(new Client(server.url), n % 2 ? name : name.toUpperCase(), 'guess'),
        ),
      );
      const statuses = guesses.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
    }
  });

  it('is not counted when a login succeeds', async () => {
    const { username } = await signUp(server.url);
    const client = new Client(server.url);
    for (let n = 0; n < 40; n++) expect((await logIn(client, username)).status).toBe(200);
  });
});

it('blocked networks can neither log in, sign up nor create rooms', async () => {
  const { username } = await signUp(server.url);
  await db.insert(blockAddress).values([{ address: '203.0.113.0/25' }, { address: '2001:db8:5::/48' }]);
  const attempts = async (address: string) => {
    const client = new Client(server.url, address);
    const answers = [
      await logIn(client, username),
      await post('/api/signup', { ...newName(), password: PASSWORD }, client),
      await client.call('/api/channel/ticket'),
    ];
    return answers.map(({ status }) => status);
  };
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:5:1::9']) {
    expect([address, await attempts(address)]).toEqual([address, [403, 403, 403]]);
  }
  for (const address of ['203.0.113.200', '2001:db8:6::9', 'nonsense']) {
    // 503 because no media server is running.
    expect([address, await attempts(address)]).toEqual([address, [200, 201, 503]]);
  }
});

it('rooms and tickets contain the account that is logged in, and its control modes', async () => {
  await makeMediaNode(db);
  const anna = await signUp(server.url);
  await db
    .update(user)
    .set({ controlModes: ['PAD'], padEnabled: true })
    .where(eq(user.id, anna.id));
  for (const [client, userId, controlModes] of [
    [anna.client, anna.id, ['PAD']],
    [new Client(server.url), null, []],
  ] as const) {
    const { token } = tokenSchema.parse((await client.call('/api/channel/ticket')).body);
    const [row] = await db.select().from(channel).where(eq(channel.token, token));
    expect(row?.hostUserId).toBe(userId);
    const { body } = await post(`/api/channel/seat/${token}`, { seat: 'host' }, client);
    expect(decodeJwt(ticketSchema.parse(body).ticket)).toMatchObject({ room: token, user: userId });
    expect(body).toMatchObject({ controlModes });
  }
  await db.delete(mediaNode);
});

it('deleting an account deletes its sessions', async () => {
  const { id } = await signUp(server.url);
  await db.delete(user).where(eq(user.id, id));
  expect(await db.select().from(session).where(eq(session.userId, id))).toEqual([]);
});
