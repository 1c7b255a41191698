import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { role, session, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { isSignedIn, logIn, type Member, newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer, makeUser, signIn } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';

let server: WebServer;
let db: Database;

beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  server = await startWebServer(url);
});
afterAll(async () => {
  await Promise.all([server.stop(), db.$client.end()]);
});

const MINUTES = 60_000;

const age = (id: string, minutes: number) =>
  db
    .update(session)
    .set({ confirmedAt: new Date(Date.now() - minutes * MINUTES) })
    .where(eq(session.id, id));

/** A user who logged in some minutes ago, with another session on a phone. */
async function loggedIn(minutes: number): Promise<Member & { phone: Client; phoneId: string }> {
  const person = await signUp(server.url);
  await age(person.sessionId, minutes);
  const phone = new Client(server.url);
  const { headers } = await logIn(phone, person.username);
  return { ...person, phone, phoneId: headers.get('session-uuid') ?? '' };
}

const CONFIRM_AGAIN = { status: 403, body: { code: 'CONFIRM_AGAIN' } };

describe('ten minutes after a login', () => {
  it('another session can be ended only with the password', async () => {
    const { client, phone, phoneId, sessionId } = await loggedIn(11);
    const end = () => client.call(`/api/session/${phoneId}`, { method: 'DELETE' });
    expect(await end()).toMatchObject(CONFIRM_AGAIN);
    expect(await client.call(`/api/logout?session-uuid=${phoneId}`)).toMatchObject(CONFIRM_AGAIN);
    const confirm = (password: string) => client.call('/api/session/confirm', { body: { password } });
    expect(await confirm('not mine')).toMatchObject({ status: 401, body: { code: 'WRONG_CREDENTIALS' } });
    expect(await end()).toMatchObject(CONFIRM_AGAIN);
    expect(await isSignedIn(phone)).toBe(true);
    expect((await confirm(PASSWORD)).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect(await isSignedIn(phone)).toBe(false);
    // Ending one's own session needs no password.
    await age(sessionId, 11);
    expect((await client.call(`/api/session/${sessionId}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('the address can be changed only with the password, which the request may contain', async () => {
    const { client, sessionId } = await loggedIn(11);
    const change = (fields: object) =>
      client.call('/api/email', { body: { email: newName().email, ...fields } });
    expect(await change({})).toMatchObject(CONFIRM_AGAIN);
    expect((await change({ password: 'not mine' })).status).toBe(401);
    expect((await change({ password: PASSWORD })).status).toBe(200);
    // The password confirmed the session for the next ten minutes.
    expect((await change({})).status).toBe(200);
    await age(sessionId, 11);
    expect(await change({})).toMatchObject(CONFIRM_AGAIN);
  });

  it('a role can be given, and an account suspended, only with the password', async () => {
    const id = await makeUser(db, {}, ['ADMIN']);
    const token = await signIn(db, id);
    const [own] = await db.select({ id: session.id }).from(session).where(eq(session.userId, id));
    const other = await makeUser(db);
    const give = () =>
      new Client(server.url).call('/api/role', {
        headers: bearer(token),
        body: { userId: other, rolename: 'PRODUCER' },
      });
    await age(own?.id ?? '', 11);
    expect(await give()).toMatchObject(CONFIRM_AGAIN);
    expect(await db.select().from(role).where(eq(role.userId, other))).toEqual([]);
    const suspend = (method: string) =>
      new Client(server.url).call(`/api/user/${other}/suspension`, {
        method,
        headers: bearer(token),
        body: method === 'POST' ? { reason: 'Spam' } : undefined,
      });
    expect(await suspend('POST')).toMatchObject(CONFIRM_AGAIN);
    expect(await suspend('DELETE')).toMatchObject(CONFIRM_AGAIN);
    const end = { method: 'DELETE', headers: bearer(token) };
    expect(await new Client(server.url).call(`/api/user/${other}/session`, end)).toMatchObject(CONFIRM_AGAIN);
    await age(own?.id ?? '', 9);
    expect((await give()).status).toBe(201);
  });

  it("an administrator can change someone's address only with the password", async () => {
    const admin = await loggedIn(11);
    await db.insert(role).values({ userId: admin.id, rolename: 'ADMIN' });
    const { username, email } = newName();
    const other = await makeUser(db, { username, urlname: username, email });
    const address = async () => {
      const [row] = await db.select({ email: user.email }).from(user).where(eq(user.id, other));
      return row?.email;
    };
    const put = (fields: object) =>
      admin.client.call(`/api/user/${other}`, { method: 'PUT', body: { version: 1, ...fields } });
    const next = newName().email;
    expect(await put({ email: next })).toMatchObject(CONFIRM_AGAIN);

    const save = (fields: Record<string, string>) =>
      admin.client.call(`/admin/user/${other}`, {
        body: new URLSearchParams({
          intent: 'save',
          username,
          urlname: username,
          language: 'ENGLISH',
          email: next,
          ...fields,
        }),
      });
    const asked = await save({ version: '1' });
    expect(asked.status).toBe(403);
    expect(asked.bytes.toString()).toMatch(/name="confirmPassword"/);
    expect(asked.bytes.toString()).toContain(next);
    expect(await address()).toBe(email);

    // The same address is no change and needs no password.
    expect((await put({ email, firstName: 'Ana' })).status).toBe(200);
    expect(await save({ version: '2', confirmPassword: PASSWORD })).toMatchObject({ status: 302 });
    expect(await address()).toBe(next);
  });
});

describe('the form of the account page', () => {
  const send = (client: Client, fields: Record<string, string>) =>
    client.call('/personal/account', { body: new URLSearchParams(fields) });

  it('asks for the password, keeps what was typed, and then completes the change', async () => {
    const { client } = await loggedIn(11);
    const { email } = newName();
    const asked = await send(client, { intent: 'email', email });
    expect(asked.status).toBe(403);
    expect(asked.bytes.toString()).toMatch(/name="confirmPassword"/);
    expect(asked.bytes.toString()).toContain(email);
    const wrong = await send(client, { intent: 'email', email, confirmPassword: 'not mine' });
    expect(wrong.status).toBe(401);
    expect(wrong.bytes.toString()).toContain('That isn&#x27;t your current password');
    const done = await send(client, { intent: 'email', email, confirmPassword: PASSWORD });
    expect(done.headers.get('location')).toBe('/personal/account?done=email#email');
  });

  it('also asks when a button ends a session', async () => {
    const { client, phone, phoneId } = await loggedIn(11);
    const asked = await send(client, { intent: 'endSession', id: phoneId });
    expect(asked.status).toBe(403);
    const page = asked.bytes.toString();
    expect(page).toMatch(/name="confirmPassword"/);
    expect(page).toMatch(new RegExp(`type="hidden" name="id" value="${phoneId}"`));
    expect(await isSignedIn(phone)).toBe(true);
    await send(client, { intent: 'endSession', id: phoneId, confirmPassword: PASSWORD });
    expect(await isSignedIn(phone)).toBe(false);
  });

  it('does not ask within ten minutes after a log-in', async () => {
    const { client, phone } = await loggedIn(9);
    expect((await send(client, { intent: 'endOthers' })).status).toBe(302);
    expect(await isSignedIn(phone)).toBe(false);
  });
});
