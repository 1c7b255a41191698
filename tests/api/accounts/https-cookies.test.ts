import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { isSignedIn, logIn, PASSWORD, signUp } from '../../support/people/members.ts';
import { Client } from '../../support/servers/client.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';

/**
 * Required by browsers for this prefix:
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix
 */
const HOST_ONLY = /^__Host-[\w-]+=[^;]+; Max-Age=\d+; Path=\/;( HttpOnly;)? Secure; SameSite=Lax$/;

const PUBLIC_URL = 'https://panocall.example';

let database: string;
let server: WebServer;
beforeAll(async () => {
  database = await createTestDatabase();
  const db = openDatabase(database);
  // Rooms need a media server.
  await makeMediaNode(db);
  await db.$client.end();
  // Requests arrive over plain HTTP, without a header that names another scheme.
  server = await startWebServer(database, { PUBLIC_URL, TRUST_PROXY: '0' });
});
afterAll(() => server.stop());

it('every cookie of an HTTPS site is limited to this host and HTTPS', async () => {
  const { username } = await signUp(server.url);
  const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) });
  const client = new Client(server.url);
  const answers = [
    await client.call('/language', form({ language: 'es', page: '/' })),
    await client.call('/theme', form({ theme: 'dark', page: '/' })),
    await client.call('/user?currency=USD'),
    await client.call('/', { headers: { Accept: 'text/html', 'Accept-Language': 'es', Cookie: '' } }),
    await client.call('/api/channel/ticket'),
    await logIn(client, username),
    await client.call('/login', form({ intent: 'logIn', username, password: PASSWORD })),
    await client.call('/logout', { method: 'POST' }),
  ];
  const lines = answers.map(({ headers }) => headers.getSetCookie());
  expect(lines.map((cookies) => cookies.length)).toEqual([1, 1, 1, 1, 1, 2, 2, 1]);
  const names = lines.flat().map((line) => line.split('=')[0]);
  expect(new Set(names)).toEqual(
    new Set(
      ['language', 'theme', 'currency', 'panocall_browser', 'JSESSIONID', 'device'].map(
        (name) => `__Host-${name}`,
      ),
    ),
  );
  for (const line of lines.flat().slice(0, -1)) expect(line).toMatch(HOST_ONLY);
  expect(lines.flat().at(-1)).toMatch(/^__Host-JSESSIONID=; Max-Age=0;/);
});

it('a trusted proxy that names the wrong scheme changes nothing', async () => {
  const behindProxy = await startWebServer(database, { PUBLIC_URL, TRUST_PROXY: '1' });
  onTestFinished(() => behindProxy.stop());
  const { username } = await signUp(server.url);
  const { headers } = await new Client(behindProxy.url).call('/api/login', {
    headers: { 'X-Forwarded-Proto': 'http' },
    body: { username, password: PASSWORD },
  });
  expect(headers.getSetCookie()).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(HOST_ONLY)));
});

it('a session without the prefix continues until a log-in replaces it', async () => {
  const { client, username } = await signUp(server.url);
  const before = client.cookies.get('__Host-JSESSIONID') ?? '';
  client.cookies.delete('__Host-JSESSIONID');
  client.cookies.set('JSESSIONID', before);
  expect(await isSignedIn(client)).toBe(true);
  await logIn(client, username);
  expect([...client.cookies.keys()].sort()).toEqual(['JSESSIONID', '__Host-JSESSIONID', '__Host-device']);
  expect(await isSignedIn(client)).toBe(true);
  client.cookies.delete('__Host-JSESSIONID');
  expect(await isSignedIn(client)).toBe(false);
});

it('a session planted under the name without prefix does not replace the user’s own', async () => {
  const attacker = await signUp(server.url);
  const victim = await signUp(server.url);
  victim.client.cookies.set('JSESSIONID', attacker.client.cookies.get('__Host-JSESSIONID') ?? '');
  const { body } = await victim.client.call('/api/user/auth');
  expect(body).toMatchObject({ id: victim.id });
});

it('logging out of a session without the prefix removes its cookie', async () => {
  const { client } = await signUp(server.url);
  client.cookies.set('JSESSIONID', client.cookies.get('__Host-JSESSIONID') ?? '');
  client.cookies.delete('__Host-JSESSIONID');
  await client.call('/api/logout');
  expect([...client.cookies.keys()]).toEqual(['__Host-device']);
  expect(await isSignedIn(client)).toBe(false);
});
