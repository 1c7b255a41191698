import { mkdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { errorOf } from '../support/people/as-admin.ts';
import {
  isSignedIn,
  logIn,
  type Member,
  memberOf,
  newName,
  PASSWORD,
  signUp,
} from '../support/people/members.ts';
import { bearer } from '../support/people/people.ts';
import { type Answer, Client } from '../support/servers/client.ts';
import { linkIn, Mailbox } from '../support/servers/mailbox.ts';

const { origin, adminPassword, mailFolder, logFile } = inject('stack');
const versionSchema = z.object({ version: z.number() });
const mailbox = new Mailbox(mailFolder);
let admin: Member;

beforeAll(async () => {
  await mkdir(mailFolder, { recursive: true });
  const client = new Client(origin);
  admin = memberOf(await logIn(client, 'admin', adminPassword), client);
});

const post = (path: string, body: object, client = new Client(origin)) => client.call(path, { body });

/** Waits until an address has received this many emails with these words. Returns them, the oldest first. */
async function mails(address: string, words: string, count: number): Promise<string[]> {
  const found = async () => (await mailbox.to(address)).filter((mail) => mail.includes(words));
  await expect.poll(async () => (await found()).length, { timeout: 15_000 }).toBe(count);
  return found();
}

async function prove(email: string): Promise<void> {
  const { token } = linkIn(await mailbox.waitFor(email, 'Confirm'));
  expect((await post('/api/email/verify', { token })).status).toBe(200);
}

async function update({ client, token }: Member, id: string, change: object): Promise<Answer> {
  const headers = bearer(token);
  const { version } = versionSchema.parse((await client.call(`/api/user/${id}`, { headers })).body);
  return client.call(`/api/user/${id}`, { method: 'PUT', headers, body: { ...change, version } });
}

describe('a reserved name', () => {
  const taken = (field: string) => ({ status: 409, code: 'ALREADY_EXISTS', fields: [field] });

  test.each(['helpdesk', 'HelpDesk', 'Hélp.Desk', 'ｈｅｌｐｄｅｓｋ', 'Panocall-Team'])(
    '%s is refused at sign-up',
    async (username) => {
      const body = { ...newName(), username, password: PASSWORD };
      expect(errorOf(await new Client(origin).call('/api/signup', { body }))).toEqual(taken('username'));
      const form = new URLSearchParams({ ...body, intent: 'signUp' });
      expect((await new Client(origin).call('/login', { body: form })).status).toBe(409);
    },
  );

  test('is refused as a new name or address, unless an administrator gives it', async () => {
    const person = await signUp(origin);
    expect(errorOf(await update(person, person.id, { username: 'WebMaster' }))).toEqual(taken('username'));
    expect(errorOf(await update(person, person.id, { urlname: 'webmaster' }))).toEqual(taken('urlname'));
    const form = new URLSearchParams({ intent: 'username', username: 'webmaster', version: '1' });
    expect((await person.client.call('/personal/account', { body: form })).status).toBe(409);

    expect((await update(admin, person.id, { username: 'webmaster' })).status).toBe(200);
    const row = (await person.client.call('/api/user/auth')).body;
    const again = await person.client.call(`/api/user/${person.id}`, { method: 'PUT', body: row });
    expect([again.status, again.body]).toMatchObject([200, { username: 'webmaster' }]);
  });
});

describe('DELETE /api/user/:own', () => {
  test('requires the password, however the id is spelled', async () => {
    const person = await signUp(origin);
    const remove = (id: string, body?: object) =>
      person.client.call(`/api/user/${id}`, { method: 'DELETE', body });
    for (const id of [person.id, person.id.toUpperCase()]) {
      expect((await remove(id)).status).toBe(400);
      expect(errorOf(await remove(id, {}))).toMatchObject({ code: 'INVALID_DATA', fields: ['password'] });
      expect(errorOf(await remove(id, { password: 'a guess' }))).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    }
    expect(await isSignedIn(person.client)).toBe(true);
    expect((await remove(person.id, { password: PASSWORD })).status).toBe(200);
    expect((await logIn(new Client(origin), person.username)).status).toBe(401);
  });

  test('limits guesses of the password', async () => {
    const { client, id } = await signUp(origin);
    const guess = () => client.call(`/api/user/${id}`, { method: 'DELETE', body: { password: 'a guess' } });
    const statuses = (await Promise.all(Array.from({ length: 8 }, guess))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(5).fill(401), 429, 429, 429]);
  });

  test('sends administrators from the administration to the form that asks for the password', async () => {
    const form = new URLSearchParams({ intent: 'delete', id: admin.id.toUpperCase() });
    const { status, headers } = await admin.client.call('/es/admin/user', { body: form });
    expect([status, headers.get('location')]).toEqual([302, '/es/personal/account#delete']);
  });
});

describe('emailed links', () => {
  const forget = (email: string) => post('/api/password/forgotten', { email });
  const reset = (mail: string | undefined, password: string) =>
    post('/api/password/reset', { token: linkIn(mail ?? '').token, password });

  test('work for the last three requests, until one is used', async () => {
    const { email, username } = await signUp(origin);
    for (let n = 1; n <= 4; n++) {
      await forget(email);
      await mails(email, 'Choose a new password', n);
    }
    const sent = await mails(email, 'Choose a new password', 4);
    expect((await reset(sent[0], 'the first one')).status).toBe(410);
    expect((await reset(sent[1], 'the second one')).status).toBe(200);
    for (const mail of sent.slice(2)) expect((await reset(mail, 'a later one')).status).toBe(410);
    expect((await logIn(new Client(origin), username, 'the second one')).status).toBe(200);
  });

  test('are not sent beyond the limit, and earlier ones stay valid', async () => {
    const person = await signUp(origin);
    await mailbox.waitFor(person.email, 'Confirm');
    // Five emails, with the one sent at sign-up.
    for (let n = 1; n <= 4; n++) {
      await forget(person.email);
      await mails(person.email, 'Choose a new password', n);
    }
    for (let n = 0; n < 3; n++) await forget(person.email);
    // Reset requests are handled in order, so the three before this one have been handled when its email arrives.
    const other = await signUp(origin);
    await forget(other.email);
    await mails(other.email, 'Choose a new password', 1);
    const sent = await mails(person.email, 'Choose a new password', 4);
    expect((await reset(sent[1], 'a wholly new one')).status).toBe(200);
  });

  test('still leave room for notices to the owner after reaching their limit', async () => {
    const person = await signUp(origin);
    await prove(person.email);
    for (let n = 1; n <= 4; n++) {
      await forget(person.email);
      await mails(person.email, 'Choose a new password', n);
    }
    const { email, username } = person;
    await post('/api/signup', { ...newName(), email, password: PASSWORD });
    await mails(email, 'Someone signed up', 1);
    const change = { password: PASSWORD, newPassword: 'a wholly new one' };
    expect((await post('/api/password', change, person.client)).status).toBe(200);
    await mails(email, 'Your password was changed', 1);
    const next = newName().email;
    await post('/api/email', { email: next, password: change.newPassword }, person.client);
    const { token } = linkIn(await mailbox.waitFor(next, username));
    expect((await post('/api/email/verify', { token })).status).toBe(200);
    await mails(email, 'Your email address was changed', 1);
  });
});

describe('a failed login', () => {
  test('counts against the name however it is spelled, whether or not it exists', async () => {
    // PostgreSQL's lower() turns İ into i, JavaScript's toLowerCase() does not.
    const spellings = (name: string) =>
      ['iii', 'İii', 'iİi', 'iiİ', 'İİi', 'İiİ', 'iİİ', 'İİİ', ' iii', 'III'].map((letters) =>
        name.replace('iii', letters),
      );
    const { username } = await signUp(origin, { username: `iii${newName().username}` });
    for (const spelling of spellings(username).slice(0, 2)) {
      expect((await logIn(new Client(origin), spelling)).status).toBe(200);
    }
    for (const name of [username, `iii${newName().username}`]) {
      const tries = [...spellings(name), ...spellings(`${name}  `)];
      const answers = await Promise.all(tries.map((each) => logIn(new Client(origin), each, 'a guess')));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
    }
  });
});

describe('a password in the query of /api/login', () => {
  test('is accepted as deprecated, whatever the response, and never logged', async () => {
    const password = 'query-battery-staple';
    const { username } = await signUp(origin, { password });
    const ask = (query: string) => new Client(origin).call(`/api/login?${query}`, { method: 'POST' });
    const query = new URLSearchParams({ username, password });
    for (const [asked, status] of [
      [`${query}`, 200],
      [`${query}-wrong`, 401],
      [`${query}&username=%00`, 401],
    ] as const) {
      const answer = await ask(asked);
      expect([asked, answer.status]).toEqual([asked, status]);
      expect(answer.headers.get('Deprecation')).toMatch(/^@\d+$/);
    }
    await new Client(origin).call(`/login?${query}`);
    await fetch(`${origin}/api/login?${query}`);
    expect((await logIn(new Client(origin), username, password)).headers.has('Deprecation')).toBe(false);

    // Requests are logged when they end, so all earlier ones are in the log before this one.
    const last = `/last-${username}`;
    await new Client(origin).call(last);
    await expect.poll(() => readFile(logFile, 'utf8')).toContain(last);
    expect(await readFile(logFile, 'utf8')).not.toContain(password);
  });

  test('is not used by the site itself', async () => {
    const page = String((await new Client(origin).call('/login')).body);
    const withPassword = page.split('<form').filter((part) => part.includes('type="password"'));
    expect(withPassword).toHaveLength(2);
    for (const part of withPassword) expect(part).toMatch(/^[^>]* method="post"/);
  });
});

describe('successful logins', () => {
  test('are limited per account', async () => {
    const { username } = await signUp(origin);
    for (let n = 0; n < 60; n++) expect((await logIn(new Client(origin), username)).status).toBe(200);
    expect((await logIn(new Client(origin), username)).status).toBe(429);
  });

  test('are limited per network', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => signUp(origin)));
    const network = new Client(origin);
    const statuses: number[] = [];
    const logInOften = async ({ username }: Member) => {
      for (let n = 0; n < 51; n++) statuses.push((await logIn(network, username)).status);
    };
    await Promise.all(people.map(logInOften));
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  }, 120_000);
});

describe('sessions', () => {
  const countSchema = z.object({ sessions: z.array(z.unknown()) });
  const hold = async ({ client, token }: Member) => isSignedIn(client, bearer(token));

  test('are limited to 20 per account: the least recently used ones end', async () => {
    const person = await signUp(origin);
    const enter = async () => {
      const client = new Client(origin);
      return memberOf(await logIn(client, person.username), client);
    };
    const first = await enter();
    for (let n = 0; n < 12; n++) await enter();
    expect(await hold(person)).toBe(true);
    const last = await Promise.all(Array.from({ length: 7 }, enter));
    expect(await Promise.all([person, first, ...last].map(hold))).toEqual([false, ...Array(8).fill(true)]);
    const { body } = await first.client.call('/api/session');
    expect(countSchema.parse(body).sessions).toHaveLength(20);
  });

  test('continue with a new token after a change of password', async () => {
    const person = await signUp(origin);
    const change = { password: PASSWORD, newPassword: 'a wholly new one' };
    const { status, headers } = await post('/api/password', change, person.client);
    expect([status, headers.get('session-uuid')]).toEqual([200, person.sessionId]);
    expect(await hold(person)).toBe(false);
    const token = headers.get('auth-token') ?? '';
    expect(await isSignedIn(person.client)).toBe(true);
    expect(await hold({ ...person, token })).toBe(true);

    // A change authenticated by a bearer token sets no cookie.
    const next = { password: 'a wholly new one', newPassword: PASSWORD };
    const answer = await person.client.call('/api/password', { headers: bearer(token), body: next });
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([200, false]);
    expect(await hold({ ...person, token })).toBe(false);
    expect(await hold({ ...person, token: answer.headers.get('auth-token') ?? '' })).toBe(true);
  });

  test('continue with a new cookie after a change of password on the account page', async () => {
    const person = await signUp(origin);
    const fields = { intent: 'password', password: PASSWORD, newPassword: 'a wholly new one' };
    const answer = await person.client.call('/personal/account', { body: new URLSearchParams(fields) });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/personal/account?done=password#password',
    ]);
    expect(await hold(person)).toBe(false);
    expect(await isSignedIn(person.client)).toBe(true);
  });

  test('end when their user becomes an administrator', async () => {
    const person = await signUp(origin);
    const grant = (rolename: string) =>
      admin.client.call('/api/role', { body: { userId: person.id, rolename } });
    expect((await grant('PRODUCER')).status).toBe(201);
    expect(await hold(person)).toBe(true);
    const granted = await grant('ADMIN');
    expect(granted.status).toBe(201);
    expect(await hold(person)).toBe(false);
    const { id } = z.object({ id: z.string() }).parse(granted.body);
    expect((await admin.client.call(`/api/role/${id}`, { method: 'DELETE' })).status).toBe(200);
  });
});

describe('an administrator who changes an email address', () => {
  const userSchema = z.object({ email: z.string(), emailVerifiedAt: z.string().nullable() });
  const readUser = async ({ client }: Member) => userSchema.parse((await client.call('/api/user/auth')).body);
  const byApi = (id: string, email: string) => update(admin, id, { email });
  const byForm = async (id: string, email: string) => {
    const page = String((await admin.client.call(`/admin/user/${id}`)).body);
    const valueIn = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? '';
    const kept = ['version', 'username', 'urlname'].map((name) => [name, valueIn(name)]);
    const fields = { ...Object.fromEntries(kept), email, language: 'ENGLISH' };
    return admin.client.call(`/admin/user/${id}`, { body: new URLSearchParams(fields) });
  };

  test.each([
    ['over the API', byApi, 200],
    ['in the administration', byForm, 302],
  ] as const)(
    '%s voids its confirmation and links, and both addresses are notified',
    async (_, change, status) => {
      const person = await signUp(origin);
      await prove(person.email);
      await post('/api/password/forgotten', { email: person.email });
      const reset = linkIn(await mailbox.waitFor(person.email, 'Choose a new password')).token;
      const wished = newName().email;
      await post('/api/email', { email: wished, password: PASSWORD }, person.client);
      const pending = linkIn(await mailbox.waitFor(wished, 'Confirm')).token;

      const next = newName().email;
      expect((await change(person.id, next)).status).toBe(status);
      expect(await readUser(person)).toEqual({ email: next, emailVerifiedAt: null });
      expect((await logIn(new Client(origin), next)).status).toBe(401);
      expect((await post('/api/password/reset', { token: reset, password: PASSWORD })).status).toBe(410);
      expect((await post('/api/email/verify', { token: pending })).status).toBe(410);
      await mails(person.email, 'An administrator changed', 1);
      const [told] = await mails(next, 'An administrator made this', 1);
      expect((await post('/api/email/verify', { token: linkIn(told ?? '').token })).status).toBe(200);
      expect(await readUser(person)).toEqual({ email: next, emailVerifiedAt: expect.any(String) });
    },
  );

  test('to the same address changes nothing', async () => {
    const person = await signUp(origin);
    await prove(person.email);
    expect((await byApi(person.id, person.email)).status).toBe(200);
    expect(await readUser(person)).toEqual({ email: person.email, emailVerifiedAt: expect.any(String) });
  });
});
