import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { audit, challenge, recoveryCode, totp, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { errorOf } from '../../support/people/as-admin.ts';
import { isSignedIn, logIn, type Member, PASSWORD, signUp } from '../../support/people/members.ts';
import {
  addPasskey,
  appCode,
  recoveryCodesIn,
  sendForm,
  setUpApp,
  shownKey,
} from '../../support/people/second-factor.ts';
import { type Answer, Client } from '../../support/servers/client.ts';
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

const newClient = () => new Client(server.url);

/** A user with a confirmed address. */
async function proved(): Promise<Member> {
  const me = await signUp(server.url);
  await db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, me.id));
  return me;
}

/** Lets the current code be used again, so that no test waits for the next one. */
const forgetStep = ({ id }: Member) => db.update(totp).set({ lastStep: 0 }).where(eq(totp.userId, id));

const byApi = ({ username }: Member, code?: string) =>
  newClient().call('/api/login', { body: { username, password: PASSWORD, code } });

/** Completes the first step of the log-in page. */
async function givePassword(
  { username }: Member,
  path = '/login',
): Promise<{ client: Client; next: string }> {
  const client = newClient();
  const body = new URLSearchParams({ intent: 'logIn', username, password: PASSWORD });
  const { headers } = await client.call(path, { body });
  return { client, next: headers.get('location') ?? '' };
}

const giveCode = (client: Client, path: string, code: string): Promise<Answer> =>
  client.call(path, { body: new URLSearchParams({ intent: 'code', code }) });

describe('an authenticator app', () => {
  it('is set up with the password and a first code, and stored encrypted', async () => {
    const me = await proved();
    expect((await sendForm(me.client, 'beginTotp', { password: 'a guess' })).status).toBe(401);
    expect(await shownKey(me.client)).toBe('');
    expect((await sendForm(me.client, 'beginTotp')).headers.get('location')).toContain('#second-factor');
    const secret = await shownKey(me.client);
    expect((await sendForm(me.client, 'confirmTotp', { code: '000000' })).status).toBe(401);
    // The app is no second factor yet.
    expect((await byApi(me)).status).toBe(200);
    const confirmed = await sendForm(me.client, 'confirmTotp', { code: appCode(secret) });
    expect(confirmed.status).toBe(200);
    expect(recoveryCodesIn(confirmed)).toHaveLength(10);
    await mailbox.waitFor(me.email, 'An authenticator app was set up');
    // The wrong code was not recorded as a refused log-in.
    const told = await db.select().from(audit).where(eq(audit.rowId, me.id));
    expect(told.filter(({ action }) => action !== 'LOG_IN')).toMatchObject([
      { action: 'CHANGE_SECOND_FACTOR', actorId: me.id, after: { change: 'totpAdded' } },
    ]);

    const [row] = await db.select().from(totp).where(eq(totp.userId, me.id));
    expect(JSON.stringify(row)).not.toContain(secret);
    const page = String((await me.client.call('/personal/account')).body);
    expect(page).not.toContain(secret);
    expect(recoveryCodesIn(await me.client.call('/personal/account'))).toEqual([]);
    // Starting again does not replace the app.
    await sendForm(me.client, 'beginTotp');
    expect(await db.select().from(totp).where(eq(totp.userId, me.id))).toEqual([row]);
  });

  it('logs in with each code once, also in parallel', async () => {
    const me = await signUp(server.url);
    const { secret } = await setUpApp(me);
    // Setting up the app used this code.
    expect(errorOf(await byApi(me, appCode(secret)))).toMatchObject({ status: 401, code: 'WRONG_CODE' });
    await forgetStep(me);
    const code = appCode(secret);
    const answers = await Promise.all([1, 2, 3, 4].map(() => byApi(me, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const refused = and(eq(audit.rowId, me.id), eq(audit.action, 'LOG_IN_REFUSED'));
    expect(await db.$count(audit, refused)).toBe(4);
    for (const minutes of [-2, 2]) {
      const old = appCode(secret, Date.now() + minutes * 60_000);
      expect(errorOf(await byApi(me, old))).toMatchObject({ code: 'WRONG_CODE' });
    }
  });

  it('is removed with the password, and announced by email', async () => {
    const me = await proved();
    await setUpApp(me);
    expect((await sendForm(me.client, 'removeTotp', { password: 'a guess' })).status).toBe(401);
    expect((await byApi(me)).status).toBe(401);
    expect((await sendForm(me.client, 'removeTotp')).status).toBe(302);
    await mailbox.waitFor(me.email, 'The authenticator app was removed');
    expect((await byApi(me)).status).toBe(200);
    expect(await db.$count(recoveryCode, eq(recoveryCode.userId, me.id))).toBe(0);
  });
});

it('every password field of the account page has a button that shows it', async () => {
  const me = await signUp(server.url);
  await setUpApp(me);
  await addPasskey(me);
  const page = String((await me.client.call('/personal/account')).body);
  const count = (text: string) => page.split(text).length - 1;
  // Two to change it; one each to delete the account, the passkey and the app; one for new codes.
  expect(count('type="password"')).toBe(6);
  expect(count('aria-label="Show password"')).toBe(6);
});

describe('recovery codes', () => {
  it('each log in once, however they are typed, announced by email and counted', async () => {
    const me = await proved();
    const { recoveryCodes } = await setUpApp(me);
    const [first = '', second = ''] = recoveryCodes;
    const typed = first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    const answers = await Promise.all([byApi(me, first), byApi(me, typed)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    await mailbox.waitFor(me.email, 'A recovery code was used');
    expect(String((await me.client.call('/personal/account')).body)).toContain('9 of 10 left');
    const rows = await db.select().from(recoveryCode).where(eq(recoveryCode.userId, me.id));
    expect(JSON.stringify(rows)).not.toContain(second);
    // Codes of another user.
    const other = await signUp(server.url);
    await setUpApp(other);
    expect((await byApi(other, second)).status).toBe(401);
  });

  it('have at least 112 bits, and older, shorter ones still log in', async () => {
    const me = await proved();
    const { recoveryCodes } = await setUpApp(me);
    const letters = recoveryCodes.map((code) => code.replaceAll('-', '').length);
    expect(letters).toHaveLength(10);
    // Each character has five bits.
    for (const count of letters) expect(count * 5).toBeGreaterThanOrEqual(112);

    const old = '7k2m-x9pq-d4hn-0vtw';
    const text = `recovery code of ${me.id}: ${old.replaceAll('-', '')}`;
    const codeHash = createHash('sha256').update(text).digest('base64url');
    await db.insert(recoveryCode).values({ userId: me.id, codeHash });
    expect((await byApi(me, old)).status).toBe(200);
    expect((await byApi(me, old)).status).toBe(401);
  });

  it('are replaced with the password', async () => {
    const me = await proved();
    const { recoveryCodes } = await setUpApp(me);
    expect((await sendForm(me.client, 'renewCodes', { password: 'a guess' })).status).toBe(401);
    const renewed = recoveryCodesIn(await sendForm(me.client, 'renewCodes'));
    expect(renewed).toHaveLength(10);
    await mailbox.waitFor(me.email, 'Your recovery codes were replaced');
    expect((await byApi(me, recoveryCodes[0])).status).toBe(401);
    expect((await byApi(me, renewed[0])).status).toBe(200);
  });

  it('are not given to an account without a second factor', async () => {
    const me = await signUp(server.url);
    expect((await sendForm(me.client, 'renewCodes')).status).toBe(409);
    expect(await db.$count(recoveryCode, eq(recoveryCode.userId, me.id))).toBe(0);
  });
});

describe('the second step of the log-in page', () => {
  it('opens a session for a code, only in the browser that gave the password, and redirects', async () => {
    const me = await signUp(server.url);
    const { secret } = await setUpApp(me);
    await forgetStep(me);
    const { client, next } = await givePassword(me, '/es/login?redirectTo=/es/personal/profile');
    expect(next).toBe('/es/login/second-factor?redirectTo=%2Fes%2Fpersonal%2Fprofile');
    expect([client.cookies.has('JSESSIONID'), await isSignedIn(client)]).toEqual([false, false]);
    // Another browser is sent back to the first step.
    const stranger = newClient();
    for (const answer of [await stranger.call(next), await giveCode(stranger, next, appCode(secret))]) {
      expect(answer.headers.get('location')).toBe('/es/login?redirectTo=%2Fes%2Fpersonal%2Fprofile');
    }
    expect((await client.call(next)).status).toBe(200);
    expect((await giveCode(client, next, '')).status).toBe(400);
    expect((await giveCode(client, next, '000000')).status).toBe(401);
    const done = await giveCode(client, next, appCode(secret));
    expect([done.status, done.headers.get('location')]).toEqual([302, '/es/personal/profile']);
    expect(await isSignedIn(client)).toBe(true);
    expect(client.cookies.has('second-factor')).toBe(false);
  });

  it('opens one session for concurrent codes, and never redirects to another site', async () => {
    const me = await signUp(server.url);
    const { recoveryCodes } = await setUpApp(me);
    const { client, next } = await givePassword(me, '/login?redirectTo=//evil.example');
    const answers = await Promise.all(recoveryCodes.slice(0, 3).map((code) => giveCode(client, next, code)));
    const places = answers.map(({ headers }) => headers.get('location') ?? '').sort();
    expect(places[0]).toBe('/');
    expect(places.slice(1).every((place) => place.startsWith('/login?'))).toBe(true);
  });

  it('expires after ten minutes, and when the password changes', async () => {
    const me = await signUp(server.url);
    const { recoveryCodes } = await setUpApp(me);
    const [one = '', two = ''] = recoveryCodes;
    const late = await givePassword(me);
    await db.update(challenge).set({ expiresAt: new Date() }).where(eq(challenge.userId, me.id));
    expect((await giveCode(late.client, late.next, one)).headers.get('location')).toBe('/login');
    const thief = await givePassword(me);
    await me.client.call('/api/password', { body: { password: PASSWORD, newPassword: 'a wholly new one' } });
    expect((await giveCode(thief.client, thief.next, two)).headers.get('location')).toBe('/login');
    expect(await db.$count(recoveryCode, eq(recoveryCode.userId, me.id))).toBe(10);
  });

  it('is still required after a password reset by email', async () => {
    const me = await proved();
    const { recoveryCodes } = await setUpApp(me);
    await newClient().call('/api/password/forgotten', { body: { email: me.email } });
    const { token } = linkIn(await mailbox.waitFor(me.email, 'Choose a new password'));
    const password = 'a wholly new one';
    expect((await newClient().call('/api/password/reset', { body: { token, password } })).status).toBe(200);
    const { username } = me;
    expect(errorOf(await logIn(newClient(), username, password))).toMatchObject({
      code: 'SECOND_FACTOR_NEEDED',
    });
    const body = { username, password, code: recoveryCodes[0] };
    expect((await newClient().call('/api/login', { body })).status).toBe(200);
  });

  it('reveals nothing about the second factor for a wrong password', async () => {
    const me = await signUp(server.url);
    await addPasskey(me);
    const answer = await newClient().call('/api/login', {
      body: { username: me.username, password: 'a guess', code: '000000' },
    });
    expect(errorOf(answer)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  });
});

it('the download of personal data lists second factors without secrets', async () => {
  const me = await signUp(server.url);
  const { secret, recoveryCodes } = await setUpApp(me);
  const { authenticator } = await addPasskey(me, 'My phone');
  const { body, bytes } = await me.client.call('/personal/data');
  expect(body).toMatchObject({
    passkeys: [{ name: 'My phone', lastUsedAt: null }],
    authenticatorApp: true,
    recoveryCodesLeft: 10,
  });
  for (const hidden of [secret, authenticator.id, ...recoveryCodes])
    expect(bytes.toString()).not.toContain(hidden);
});
