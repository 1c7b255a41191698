import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { challenge, passkey, recoveryCode, session, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { errorOf } from '../../support/people/as-admin.ts';
import { Authenticator } from '../../support/people/authenticator.ts';
import { isSignedIn, logIn, PASSWORD, signUp } from '../../support/people/members.ts';
import { addPasskey, askForPasskey, logInWithPasskey, sendForm } from '../../support/people/second-factor.ts';
import { Client } from '../../support/servers/client.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

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

const newClient = () => new Client(server.url);
const REFUSED = { status: 401, code: 'PASSKEY_REFUSED' };
const askForNew = async (client: Client) =>
  (await client.call('/api/passkey/options', { body: { password: PASSWORD } })).body;

describe('a new passkey', () => {
  it('is listed, announced by email, renamed and removed; the first comes with recovery codes', async () => {
    const me = await signUp(server.url);
    await db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, me.id));
    const first = await addPasskey(me, 'Phone');
    expect(first.recoveryCodes).toHaveLength(10);
    await mailbox.waitFor(me.email, 'A passkey was added');
    expect((await addPasskey(me, 'Laptop')).recoveryCodes).toBeNull();
    const rename = { method: 'PUT', body: { name: 'My phone' } };
    expect((await me.client.call(`/api/passkey/${first.id}`, rename)).status).toBe(200);
    expect((await me.client.call('/api/passkey')).body).toMatchObject({
      passkeys: [{ id: first.id, name: 'My phone', lastUsedAt: null }, { name: 'Laptop' }],
    });

    const remove = (password: string) =>
      me.client.call(`/api/passkey/${first.id}`, { method: 'DELETE', body: { password } });
    expect(errorOf(await remove('a guess'))).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect((await remove(PASSWORD)).status).toBe(200);
    await mailbox.waitFor(me.email, 'A passkey was removed');
    const client = newClient();
    const answered = await logInWithPasskey(client, first.authenticator.get(await askForPasskey(client)));
    expect(errorOf(answered)).toMatchObject(REFUSED);
  });

  it('requires the password, and lists existing passkeys for the browser to exclude', async () => {
    const me = await signUp(server.url);
    const { authenticator } = await addPasskey(me);
    const body = { password: 'a guess' };
    expect(errorOf(await me.client.call('/api/passkey/options', { body }))).toMatchObject({
      code: 'WRONG_CREDENTIALS',
    });
    expect(await askForNew(me.client)).toMatchObject({
      excludeCredentials: [{ id: authenticator.id }],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      rp: { id: '127.0.0.1' },
    });
  });

  it('is limited to ten, however many are added at once', async () => {
    const me = await signUp(server.url);
    for (let n = 0; n < 9; n++) await addPasskey(me, `Key ${n}`);
    const ready = await Promise.all(
      [1, 2].map(async () => {
        const browser = newClient();
        for (const [name, value] of me.client.cookies) browser.cookies.set(name, value);
        return { browser, response: new Authenticator(server.url).create(await askForNew(browser)) };
      }),
    );
    const answers = await Promise.all(
      ready.map(({ browser, response }) =>
        browser.call('/api/passkey', { body: { response, name: 'Last' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const more = await me.client.call('/api/passkey/options', { body: { password: PASSWORD } });
    expect(errorOf(more)).toMatchObject({ code: 'WRONG_STATE' });
  });

  it.each([
    ['for another origin', { origin: 'https://panocall.example' }],
    ['for another host', { rpId: 'panocall.example' }],
    ['without checking who uses it', { verified: false }],
  ])('is refused if it was made %s', async (_, lie) => {
    const me = await signUp(server.url);
    const response = new Authenticator(server.url).create(await askForNew(me.client), lie);
    const body = { response, name: 'Liar' };
    expect(errorOf(await me.client.call('/api/passkey', { body }))).toMatchObject(REFUSED);
    expect(await db.$count(passkey, eq(passkey.userId, me.id))).toBe(0);
  });

  it('is refused for a challenge that was used, has expired, or belongs to another browser or user', async () => {
    const me = await signUp(server.url);
    const other = await signUp(server.url);
    const options = await askForNew(me.client);
    const cookie = me.client.cookies.get('passkey') ?? '';
    const add = (client: Client) =>
      client.call('/api/passkey', {
        body: { response: new Authenticator(server.url).create(options), name: 'Again' },
      });
    expect(errorOf(await add(other.client))).toMatchObject(REFUSED);
    other.client.cookies.set('passkey', cookie);
    expect(errorOf(await add(other.client))).toMatchObject(REFUSED);
    // Any attempt uses up the challenge.
    expect(errorOf(await add(me.client))).toMatchObject(REFUSED);

    const late = new Authenticator(server.url).create(await askForNew(me.client));
    await db
      .update(challenge)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(challenge.userId, me.id));
    const body = { response: late, name: 'Late' };
    expect(errorOf(await me.client.call('/api/passkey', { body }))).toMatchObject(REFUSED);
    expect(await db.$count(passkey, eq(passkey.userId, me.id))).toBe(0);
  });
});

describe('a passkey', () => {
  it('logs in without a password or a second step', async () => {
    const me = await signUp(server.url);
    const { authenticator } = await addPasskey(me);
    const client = newClient();
    const options = await askForPasskey(client);
    expect(options).not.toHaveProperty('allowCredentials');
    const answer = await logInWithPasskey(client, authenticator.get(options));
    expect([answer.status, answer.body]).toMatchObject([200, { id: me.id }]);
    expect(answer.headers.get('auth-token')).toMatch(/^[\w-]{43}$/);
    expect(await isSignedIn(client)).toBe(true);
    const { passkeys } = z
      .object({ passkeys: z.array(z.object({ lastUsedAt: z.string().nullable() })) })
      .parse((await me.client.call('/api/passkey')).body);
    expect(passkeys).toEqual([{ lastUsedAt: expect.any(String) }]);
  });

  it.each([
    ['for another origin', { origin: 'https://panocall.example' }],
    ['for another host', { rpId: 'panocall.example' }],
    ['without checking who uses it', { verified: false }],
    ['with a counter that went back', { counter: 1 }],
    ['in the name of another user', { userHandle: Buffer.from('someone').toString('base64url') }],
  ])('does not log in if it signed %s', async (_, lie) => {
    const { authenticator } = await addPasskey(await signUp(server.url));
    const client = newClient();
    const logInNow = async (lies = {}) =>
      logInWithPasskey(client, authenticator.get(await askForPasskey(client), lies));
    expect((await logInNow({ counter: 7 })).status).toBe(200);
    expect(errorOf(await logInNow(lie))).toMatchObject(REFUSED);
    expect((await logInNow({ counter: 8 })).status).toBe(200);
  });

  it('continues to log in if its authenticator does not count', async () => {
    const me = await signUp(server.url);
    const authenticator = new Authenticator(server.url);
    const response = authenticator.create(await askForNew(me.client), { counter: 0 });
    await me.client.call('/api/passkey', { body: { response, name: 'Synced' } });
    for (let n = 0; n < 2; n++) {
      const client = newClient();
      const signed = authenticator.get(await askForPasskey(client), { counter: 0 });
      expect((await logInWithPasskey(client, signed)).status).toBe(200);
    }
  });

  it('logs in once per challenge, also in parallel, and only in the browser that asked', async () => {
    const { authenticator } = await addPasskey(await signUp(server.url));
    const client = newClient();
    const response = authenticator.get(await askForPasskey(client));
    expect(errorOf(await logInWithPasskey(newClient(), response))).toMatchObject(REFUSED);
    const answers = await Promise.all([1, 2, 3, 4].map(() => logInWithPasskey(client, response)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    // The old response with a later challenge.
    await askForPasskey(client);
    expect(errorOf(await logInWithPasskey(client, response))).toMatchObject(REFUSED);
  });

  it('can be seen, renamed, removed and used to confirm only by its user', async () => {
    const me = await signUp(server.url);
    const mine = await addPasskey(me);
    const other = await signUp(server.url);
    const theirs = await addPasskey(other);
    const at = `/api/passkey/${mine.id}`;
    const rename = await other.client.call(at, { method: 'PUT', body: { name: 'Mine' } });
    const remove = await other.client.call(at, { method: 'DELETE', body: { password: PASSWORD } });
    expect([rename.status, remove.status]).toEqual([404, 404]);
    expect((await sendForm(other.client, 'removePasskey', { id: mine.id })).status).toBe(404);
    expect(await db.$count(passkey, eq(passkey.id, mine.id))).toBe(1);

    const asked = await other.client.call('/api/session/confirm/passkey/options', { method: 'POST' });
    expect(asked.body).toMatchObject({ allowCredentials: [{ id: theirs.authenticator.id }] });
    const confirm = { body: { response: mine.authenticator.get(asked.body) } };
    expect(errorOf(await other.client.call('/api/session/confirm/passkey', confirm))).toMatchObject(REFUSED);
  });

  it('confirms the session', async () => {
    const me = await signUp(server.url);
    const { authenticator } = await addPasskey(me);
    const before = new Date(Date.now() - 3_600_000);
    await db.update(session).set({ confirmedAt: before }).where(eq(session.id, me.sessionId));
    // A challenge for logging in does not confirm a session.
    const toLogIn = authenticator.get(await askForPasskey(me.client));
    const confirm = (response: unknown) =>
      me.client.call('/api/session/confirm/passkey', { body: { response } });
    expect(errorOf(await confirm(toLogIn))).toMatchObject(REFUSED);
    const asked = await me.client.call('/api/session/confirm/passkey/options', { method: 'POST' });
    expect((await confirm(authenticator.get(asked.body))).status).toBe(200);
    const [row] = await db
      .select({ confirmedAt: session.confirmedAt })
      .from(session)
      .where(eq(session.id, me.sessionId));
    expect(row?.confirmedAt.getTime()).toBeGreaterThan(before.getTime());
  });

  it('is the second step after the password, only for that account', async () => {
    const me = await signUp(server.url);
    const mine = await addPasskey(me);
    const other = await addPasskey(await signUp(server.url));
    expect(errorOf(await logIn(newClient(), me.username))).toMatchObject({ code: 'SECOND_FACTOR_NEEDED' });
    const client = newClient();
    const none = await client.call('/api/login/passkey/options', { body: { secondStep: true } });
    expect(errorOf(none)).toMatchObject({ code: 'NOT_SIGNED_IN' });

    const form = new URLSearchParams({ intent: 'logIn', username: me.username, password: PASSWORD });
    const { status, headers } = await client.call('/login?redirectTo=/personal/profile', { body: form });
    expect([status, headers.get('location')]).toEqual([
      302,
      '/login/second-factor?redirectTo=%2Fpersonal%2Fprofile',
    ]);
    expect(await isSignedIn(client)).toBe(false);
    const options = await askForPasskey(client, true);
    expect(options).toMatchObject({ allowCredentials: [{ id: mine.authenticator.id }] });
    expect(errorOf(await logInWithPasskey(client, other.authenticator.get(options)))).toMatchObject(REFUSED);
    const again = await askForPasskey(client, true);
    expect((await logInWithPasskey(client, mine.authenticator.get(again))).status).toBe(200);
    expect(await isSignedIn(client)).toBe(true);
  });

  it('removes the recovery codes when it is the last second factor to go', async () => {
    const me = await signUp(server.url);
    const { id } = await addPasskey(me);
    expect((await sendForm(me.client, 'removePasskey', { id })).status).toBe(302);
    expect(await db.$count(recoveryCode, eq(recoveryCode.userId, me.id))).toBe(0);
    expect((await logIn(newClient(), me.username)).status).toBe(200);
  });
});
