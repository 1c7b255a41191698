import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { emailToken } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { comparable } from '../../support/contract/comparable.ts';
import { isSignedIn, logIn, newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer, makeUser, signIn } from '../../support/people/people.ts';
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

const post = (path: string, body: unknown, client = new Client(server.url)) => client.call(path, { body });

async function prove(email: string): Promise<void> {
  const { token } = linkIn(await mailbox.waitFor(email, 'Confirm'));
  expect((await post('/api/email/verify', { token })).status).toBe(200);
}

describe('a link to confirm an address', () => {
  it('works once, for 24 hours', async () => {
    const { client, email, id } = await signUp(server.url);
    const { token } = linkIn(await mailbox.waitFor(email, 'Confirm'));
    const [row] = await db.select().from(emailToken).where(eq(emailToken.userId, id));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(((row?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);

    expect((await logIn(new Client(server.url), email)).status).toBe(401);
    const uses = await Promise.all(Array.from({ length: 5 }, () => post('/api/email/verify', { token })));
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
    expect((await logIn(new Client(server.url), email)).status).toBe(200);
    expect((await client.call('/api/user/auth')).body).toMatchObject({ emailVerifiedAt: expect.any(String) });
  });

  it('is invalid once expired, once three newer ones were sent, or for another purpose', async () => {
    const { client, email, id } = await signUp(server.url);
    const first = linkIn(await mailbox.waitFor(email, 'Confirm')).token;
    for (let sent = 2; sent <= 4; sent++) {
      expect((await client.call('/api/email/verification', { method: 'POST' })).status).toBe(200);
      await expect.poll(async () => (await mailbox.to(email)).length).toBe(sent);
    }
    const last = linkIn((await mailbox.to(email))[3] ?? '').token;
    expect((await post('/api/email/verify', { token: first })).status).toBe(410);
    expect((await post('/api/password/reset', { token: last, password: PASSWORD })).status).toBe(410);
    await db.update(emailToken).set({ expiresAt: new Date() }).where(eq(emailToken.userId, id));
    expect((await post('/api/email/verify', { token: last })).body).toEqual({ code: 'LINK_INVALID' });
  });
});

describe('a forgotten password', () => {
  it('gets the same response whether or not the address is known', async () => {
    const { email } = await signUp(server.url);
    const answers = [email, newName().email].map((address) =>
      post('/api/password/forgotten', { email: address }),
    );
    const [known, unknown] = (await Promise.all(answers)).map(comparable);
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 200, body: {} });
  });

  it('is replaced through a link that works once, for an hour, and ends all sessions', async () => {
    const { email, username, client, id } = await signUp(server.url);
    await post('/api/password/forgotten', { email });
    const { token, path } = linkIn(await mailbox.waitFor(email, 'Choose a new password'));
    expect(path).toBe(`/login/reset/${token}`);
    const tokens = await db.select().from(emailToken).where(eq(emailToken.userId, id));
    const reset = tokens.find(({ purpose }) => purpose === 'RESET_PASSWORD');
    expect(((reset?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000).toBeCloseTo(60, 0);

    expect((await post('/api/password/reset', { token, password: 'short' })).status).toBe(400);
    const password = 'a wholly new one';
    expect((await post('/api/password/reset', { token, password })).status).toBe(200);
    expect((await post('/api/password/reset', { token, password })).status).toBe(410);
    expect(await isSignedIn(client)).toBe(false);
    expect((await logIn(new Client(server.url), username)).status).toBe(401);
    expect((await logIn(new Client(server.url), username, password)).status).toBe(200);
  });

  it('sends at most a few emails an hour to one address', async () => {
    const { email } = await signUp(server.url);
    for (let n = 0; n < 8; n++) {
      expect((await post('/api/password/forgotten', { email })).status).toBe(200);
    }
    await expect.poll(() => server.log()).toMatch(/"code":"RATE_LIMITED"/);
    await expect.poll(async () => (await mailbox.to(email)).length).toBe(5);
  });
});

describe('POST /api/password', () => {
  it('requires the old password, and ends all other sessions', async () => {
    const { client, username, email } = await signUp(server.url);
    await prove(email);
    const phone = new Client(server.url);
    await logIn(phone, username);
    const newPassword = 'a wholly new one';
    const change = (password: string) => post('/api/password', { password, newPassword }, client);
    expect((await change('wrong')).body).toEqual({ code: 'WRONG_CREDENTIALS' });
    expect(await isSignedIn(phone)).toBe(true);
    expect((await change(PASSWORD)).status).toBe(200);
    expect(await isSignedIn(client)).toBe(true);
    expect(await isSignedIn(phone)).toBe(false);
    expect((await logIn(phone, username, newPassword)).status).toBe(200);
    await mailbox.waitFor(email, 'was changed');
  });

  it('requires a session, and limits guesses', async () => {
    const change = (client: Client) =>
      post('/api/password', { password: 'a guess', newPassword: 'a wholly new one' }, client);
    expect((await change(new Client(server.url))).status).toBe(401);
    const { client } = await signUp(server.url);
    const guesses = await Promise.all(Array.from({ length: 8 }, () => change(client)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), 429, 429, 429]);
  });
});

describe('POST /api/email', () => {
  const change = (client: Client, email: string, password = PASSWORD) =>
    post('/api/email', { email, password }, client);
  const account = async (client: Client) => (await client.call('/api/user/auth')).body;

  it('changes the address once the link sent there is opened, and notifies the former one', async () => {
    const { client, email: former, username } = await signUp(server.url);
    await prove(former);
    const { email } = newName();
    expect((await change(client, email, 'wrong')).body).toEqual({ code: 'WRONG_CREDENTIALS' });
    expect((await change(client, 'no address')).body).toMatchObject({ fields: [{ path: 'email' }] });
    expect((await change(client, email)).status).toBe(200);
    const link = linkIn(await mailbox.waitFor(email, 'new email address'));
    expect(link.path).toBe(`/login/verify/${link.token}`);
    expect(await account(client)).toMatchObject({ email: former });

    expect((await post('/api/email/verify', { token: link.token })).status).toBe(200);
    expect(await account(client)).toMatchObject({ username, email, emailVerifiedAt: expect.any(String) });
    await mailbox.waitFor(former, 'was changed');
    expect((await logIn(new Client(server.url), former)).status).toBe(401);
    expect((await logIn(new Client(server.url), email)).status).toBe(200);
    expect((await post('/api/email/verify', { token: link.token })).status).toBe(410);
  });

  it('answers the same for an address in use, which stays with its owner', async () => {
    const owner = await signUp(server.url);
    await prove(owner.email);
    const { client } = await signUp(server.url);
    const free = newName().email;
    const [taken, open] = [await change(client, owner.email), await change(client, free)].map(comparable);
    expect(taken).toEqual(open);
    await mailbox.waitFor(free, 'new email address');
    expect((await mailbox.to(owner.email)).join()).not.toContain('new email address');
  });

  it('is voided by a new password', async () => {
    const { client } = await signUp(server.url);
    const { email } = newName();
    await change(client, email);
    const { token } = linkIn(await mailbox.waitFor(email, 'new email address'));
    const fields = { password: PASSWORD, newPassword: 'a wholly new one' };
    expect((await post('/api/password', fields, client)).status).toBe(200);
    expect((await post('/api/email/verify', { token })).status).toBe(410);
  });

  it('voids links sent to the former address', async () => {
    const { client, email: former } = await signUp(server.url);
    await post('/api/password/forgotten', { email: former });
    const reset = linkIn(await mailbox.waitFor(former, 'Choose a new password')).token;
    const { email } = newName();
    await change(client, email);
    await prove(email);
    expect((await post('/api/password/reset', { token: reset, password: 'another one' })).status).toBe(410);
  });

  it('requires a session', async () => {
    expect((await change(new Client(server.url), newName().email)).status).toBe(401);
  });
});

describe('an account created by an administrator', () => {
  const made = async () => {
    const admin = bearer(await signIn(db, await makeUser(db, {}, ['ADMIN'])));
    const { username, email } = newName();
    const body = { username, urlname: username, email };
    const answer = await new Client(server.url).call('/api/user', { headers: admin, body });
    expect(answer.status).toBe(201);
    return { username, email };
  };
  const password = 'chosen by its owner';

  it('is invited to choose a password, which confirms the address', async () => {
    const { username, email } = await made();
    const mail = await mailbox.waitFor(email, 'Choose a password');
    expect((await logIn(new Client(server.url), username, password)).status).toBe(401);
    const { path, token } = linkIn(mail);
    expect((await new Client(server.url).call(path)).status).toBe(200);
    expect((await post('/api/password/reset', { token, password })).status).toBe(200);
    for (const name of [username, email]) {
      expect((await logIn(new Client(server.url), name, password)).status).toBe(200);
    }
    expect((await post('/api/password/reset', { token, password })).status).toBe(410);
  });

  it('can also choose a password by a reset, which voids the invitation', async () => {
    const { username, email } = await made();
    const invitation = linkIn(await mailbox.waitFor(email, 'Choose a password'));
    expect((await post('/api/password/forgotten', { email })).status).toBe(200);
    const { token } = linkIn(await mailbox.waitFor(email, 'choose a new password'));
    expect((await post('/api/password/reset', { token, password })).status).toBe(200);
    expect((await logIn(new Client(server.url), username, password)).status).toBe(200);
    expect((await post('/api/password/reset', { token: invitation.token, password })).status).toBe(410);
  });
});
