import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { session } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { isSignedIn, logIn, memberOf, newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

let server: WebServer;
let second: WebServer;
let db: Database;
let mailbox: Mailbox;

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  mailbox = await Mailbox.open();
  const env = { MAIL_FOLDER: mailbox.folder };
  [server, second] = await Promise.all([startWebServer(url, env), startWebServer(url, env)]);
});
afterAll(async () => {
  await Promise.all([server.stop(), second.stop(), db.$client.end()]);
  await mailbox.close();
});

describe('POST /api/login', () => {
  it('accepts JSON, a form or the query, and responds with the user, two headers and the cookie', async () => {
    const { username, id } = await signUp(server.url);
    const fields = { username, password: PASSWORD };
    const query = new URLSearchParams({ ...fields, 'user-agent-type': 'WEB', pushToken: 'x' });
    const ways = [
      new Client(server.url).call('/api/login', { body: fields }),
      new Client(server.url).call('/api/login', { body: new URLSearchParams(fields) }),
      new Client(server.url).call(`/api/login?${query}`, { method: 'POST' }),
    ];
    for (const { status, headers, body } of await Promise.all(ways)) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id,
        username,
        roles: [],
        language: 'ENGLISH',
        hasAvatar: false,
        version: 1,
      });
      expect(headers.get('auth-token')).toMatch(/^[\w-]{43}$/);
      expect(headers.get('session-uuid')).toMatch(/^[\da-f-]{36}$/);
      expect(headers.get('cache-control')).toBe('no-store');
      const cookies = ['JSESSIONID', 'device'].map((name) =>
        expect.stringMatching(new RegExp(`^${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Lax$`)),
      );
      expect(headers.getSetCookie()).toEqual(cookies);
    }
    expect(server.log()).toContain('/api/login');
    expect(server.log()).not.toMatch(new RegExp(`${username}|${encodeURIComponent(PASSWORD)}|correct.horse`));
  });

  it('accepts the name in any case', async () => {
    const { username } = await signUp(server.url);
    expect((await logIn(new Client(server.url), username.toUpperCase())).status).toBe(200);
  });

  it('sets an HTTPS-only cookie only on an HTTPS site', async () => {
    const { username } = await signUp(server.url);
    const headers = { 'X-Forwarded-Proto': 'https' };
    const { headers: answered } = await new Client(server.url).call('/api/login', {
      headers,
      body: { username, password: PASSWORD },
    });
    expect(answered.get('set-cookie')).toContain('; Secure');
  });

  it('gives a new token each time, whatever cookie the browser has', async () => {
    const person = await signUp(server.url);
    const victim = new Client(server.url);
    for (const [name, value] of person.client.cookies) victim.cookies.set(name, value);
    const other = memberOf(await logIn(victim, (await signUp(server.url)).username), victim);
    expect(other.token).not.toBe(person.token);
    // The session planted in the browser (session fixation) has ended.
    expect(await isSignedIn(new Client(server.url), bearer(person.token))).toBe(false);
    expect(await isSignedIn(victim)).toBe(true);
  });

  it('stores only the hash of the token', async () => {
    const { token, sessionId } = await signUp(server.url);
    const [row] = await db.select().from(session).where(eq(session.id, sessionId));
    expect(JSON.stringify(row)).not.toContain(token);
  });
});

describe('a session', () => {
  it('is valid on every server', async () => {
    const { client, token, id } = await signUp(server.url);
    const elsewhere = new Client(second.url);
    expect((await elsewhere.call('/api/user/auth', { headers: bearer(token) })).body).toMatchObject({ id });
    for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
    expect(await isSignedIn(elsewhere)).toBe(true);
    await elsewhere.call('/api/logout');
    expect(await isSignedIn(client)).toBe(false);
  });

  it('is identified by its bearer token, never by a cookie beside it', async () => {
    const anna = await signUp(server.url);
    const bert = await signUp(server.url);
    const { body } = await anna.client.call('/api/user/auth', { headers: bearer(bert.token) });
    expect(body).toMatchObject({ id: bert.id });
    for (const bad of ['Bearer', 'Bearer ', 'bearer nonsense', `Bearer ${bert.token}x`]) {
      const answer = await anna.client.call('/api/user/auth', { headers: { Authorization: bad } });
      expect([bad, answer.status, answer.body]).toEqual([bad, 401, { code: 'NOT_SIGNED_IN' }]);
    }
    // Other schemes are meant for proxies in front of the site.
    expect(await isSignedIn(anna.client, { Authorization: 'Basic eDp5' })).toBe(true);
  });

  it('ends when it expires', async () => {
    const { client, sessionId } = await signUp(server.url);
    await db
      .update(session)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(session.id, sessionId));
    expect(await isSignedIn(client)).toBe(false);
  });

  it('is extended by use, but written at most once a minute', async () => {
    const { client, sessionId } = await signUp(server.url);
    const row = async () => (await db.select().from(session).where(eq(session.id, sessionId)))[0];
    const before = await row();
    await isSignedIn(client);
    expect(await row()).toEqual(before);
    const old = new Date(Date.now() - 61_000);
    await db
      .update(session)
      .set({ lastSeenAt: old, expiresAt: new Date(Date.now() + 1e6) })
      .where(eq(session.id, sessionId));
    await isSignedIn(client);
    const after = await row();
    expect(after?.lastSeenAt.getTime()).toBeGreaterThan(old.getTime());
    expect((after?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(29 * 86_400_000);
  });

  it('ends 90 days after its log-in, even if it is used', async () => {
    const { client, sessionId } = await signUp(server.url);
    const day = 86_400_000;
    const age = (ms: number) =>
      db
        .update(session)
        .set({
          createdAt: new Date(Date.now() - ms),
          lastSeenAt: new Date(Date.now() - day),
          expiresAt: new Date(Date.now() + day),
        })
        .where(eq(session.id, sessionId));
    await age(80 * day);
    expect(await isSignedIn(client)).toBe(true);
    const [row] = await db.select().from(session).where(eq(session.id, sessionId));
    expect(((row?.expiresAt.getTime() ?? 0) - Date.now()) / day).toBeCloseTo(10, 1);
    await age(90 * day + 1);
    expect(await isSignedIn(client)).toBe(false);
  });

  it('can be listed and ended only by its owner', async () => {
    const { client, username, sessionId } = await signUp(server.url);
    const phone = new Client(server.url);
    const onPhone = memberOf(await logIn(phone, username), phone);
    const { body } = await client.call('/api/session');
    expect(body).toEqual({
      sessions: [
        expect.objectContaining({ id: onPhone.sessionId, current: false, userAgent: 'node' }),
        expect.objectContaining({ id: sessionId, current: true }),
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/token/i);

    const stranger = await signUp(server.url);
    const end = (by: Client, id: string) => by.call(`/api/session/${id}`, { method: 'DELETE' });
    expect((await end(stranger.client, onPhone.sessionId)).status).toBe(404);
    expect((await end(client, 'nonsense')).status).toBe(404);
    expect(await isSignedIn(phone)).toBe(true);
    expect((await end(client, onPhone.sessionId)).status).toBe(200);
    expect(await isSignedIn(phone)).toBe(false);
    expect((await new Client(server.url).call('/api/session')).status).toBe(401);
  });
});

describe('GET /api/logout', () => {
  it('ends the session and clears the cookie, also when repeated', async () => {
    const { client, token } = await signUp(server.url);
    const { status, headers } = await client.call('/api/logout');
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toMatch(/^JSESSIONID=; Max-Age=0;/);
    expect(client.cookies.has('JSESSIONID')).toBe(false);
    expect(await isSignedIn(client, bearer(token))).toBe(false);
    expect((await client.call('/api/logout')).status).toBe(200);
  });

  it('ends another session of the same user, but nobody else’s', async () => {
    const { client, username } = await signUp(server.url);
    const phone = new Client(server.url);
    const onPhone = memberOf(await logIn(phone, username), phone);
    const stranger = await signUp(server.url);
    const end = (by: Client) => by.call(`/api/logout?session-uuid=${onPhone.sessionId}`);
    expect((await end(stranger.client)).status).toBe(404);
    expect(await isSignedIn(stranger.client)).toBe(true);
    expect(await isSignedIn(phone)).toBe(true);
    expect((await end(client)).headers.has('set-cookie')).toBe(false);
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(client)).toBe(true);
  });
});

describe('another site', () => {
  const foreign: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ];

  it.each(foreign)('cannot use the cookie to change anything: %o', async (headers) => {
    const { client, sessionId } = await signUp(server.url);
    const calls = [
      client.call('/api/logout', { headers }),
      client.call(`/api/logout?session-uuid=${sessionId}`, { headers }),
      client.call(`/api/session/${sessionId}`, { method: 'DELETE', headers }),
      client.call('/api/password', {
        headers,
        body: { password: PASSWORD, newPassword: 'another password' },
      }),
      client.call('/api/email/verification', { method: 'POST', headers }),
      client.call('/api/login', { headers, body: { username: 'x', password: PASSWORD } }),
      client.call('/api/signup', { headers, body: { ...newName(), password: PASSWORD } }),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect([status, body]).toEqual([403, { code: 'CROSS_SITE' }]);
    }
    expect(await isSignedIn(client)).toBe(true);
  });

  it('may send a bearer token, which no browser sends by itself', async () => {
    const { token } = await signUp(server.url);
    const headers = { ...bearer(token), Origin: 'https://evil.example' };
    expect((await new Client(server.url).call('/api/logout', { headers })).status).toBe(200);
  });
});
