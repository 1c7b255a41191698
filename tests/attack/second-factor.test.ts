import { expect, inject, test } from 'vitest';
import { type Member, PASSWORD, signUp } from '../support/people/members.ts';
import { askForPasskey, setUpApp } from '../support/people/second-factor.ts';
import { Client, newAddress } from '../support/servers/client.ts';

const { origin } = inject('stack');

/** The cookies of a browser in which the right password was entered, as by a thief of the password. */
async function givenPassword({ username }: Member): Promise<ReadonlyMap<string, string>> {
  const client = new Client(origin);
  const body = new URLSearchParams({ intent: 'logIn', username, password: PASSWORD });
  await client.call('/login', { body });
  return client.cookies;
}

async function giveCode(cookies: ReadonlyMap<string, string>, code: string, address = newAddress()) {
  const client = new Client(origin, address);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  const body = new URLSearchParams({ intent: 'code', code });
  return (await client.call('/login/second-factor', { body })).status;
}

const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;
/** Recovery codes are longer, so this is never a valid one. */
const wrong = (n: number) => `wrong-${n}`;

test('200 wrong codes at once from as many networks: at most 10 are checked, and then not even a right one', async () => {
  const me = await signUp(origin);
  const { recoveryCodes } = await setUpApp(me);
  const cookies = await givenPassword(me);
  const statuses = await Promise.all(Array.from({ length: 200 }, (_, n) => giveCode(cookies, wrong(n))));
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 190]);
  expect(await giveCode(cookies, recoveryCodes[0] ?? '')).toBe(429);
  const body = { username: me.username, password: PASSWORD, code: recoveryCodes[0] };
  expect((await new Client(origin).call('/api/login', { body })).status).toBe(429);
});

test('200 wrong codes at once from one network, for many accounts: at most 30 are checked', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => signUp(origin)));
  for (const account of accounts) await setUpApp(account);
  const browsers = await Promise.all(accounts.map(givenPassword));
  const address = newAddress();
  const statuses = await Promise.all(
    browsers.flatMap((cookies) => Array.from({ length: 40 }, (_, n) => giveCode(cookies, wrong(n), address))),
  );
  expect(count(statuses, 401)).toBeLessThanOrEqual(30);
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  expect(await giveCode(browsers[0] ?? new Map(), wrong(0), address)).toBe(429);
});

test('right codes do not count against the limit', async () => {
  const me = await signUp(origin);
  const { recoveryCodes } = await setUpApp(me);
  const cookies = await givenPassword(me);
  for (let n = 0; n < 9; n++) expect(await giveCode(cookies, wrong(n))).toBe(401);
  expect(await giveCode(cookies, recoveryCodes[0] ?? '')).toBe(302);
  expect(await giveCode(await givenPassword(me), recoveryCodes[0] ?? '')).toBe(401);
  expect(await giveCode(await givenPassword(me), recoveryCodes[1] ?? '')).toBe(429);
});

test('a flood of challenges for passkeys is refused', async () => {
  const client = new Client(origin);
  const ask = () => client.call('/api/login/passkey/options', { body: {} });
  const statuses = (await Promise.all(Array.from({ length: 80 }, ask))).map(({ status }) => status);
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([60, 20]);
  expect(await askForPasskey(new Client(origin))).toHaveProperty('challenge');
});

test('other sites cannot request a passkey or send a code', async () => {
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  const ask = (path: string, body: object) => new Client(origin).call(path, { headers, body });
  expect((await ask('/api/login/passkey/options', {})).status).toBe(403);
  const form = new URLSearchParams({ intent: 'code', code: wrong(0) });
  expect((await ask('/login/second-factor', form)).status).toBe(403);
});
