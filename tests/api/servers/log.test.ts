import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { linesWithSecrets } from '#scripts/testing/secrets.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer } from '../../support/people/people.ts';
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

/** Makes every write to these tables fail with an error that contains the whole row. */
async function refuseWrites(tables: string[]): Promise<void> {
  await db.execute(sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception using message = 'refused', detail = row_to_json(new)::text; end $$`);
  for (const table of tables) {
    await db.execute(sql`create trigger refuse before insert or update on ${sql.identifier(table)}
      for each row execute function refuse()`);
  }
}

/** Lines logged while `work` runs. */
async function linesDuring(work: () => Promise<void>): Promise<string[]> {
  const before = server.log().length;
  await work();
  // The line of a request is written after its response.
  await expect.poll(() => server.log().slice(before)).toContain('"path":"/last"');
  return server.log().slice(before).trim().split('\n');
}

const logged = z.object({ level: z.int() });
/** Of pino. */
const WARN = 40;

describe('a request that no route serves', () => {
  it.each([
    ['GET', '/api/signup', 'POST'],
    ['HEAD', '/api/signup', 'POST'],
    ['PATCH', '/api/signup', 'POST'],
    ['POST', '/api/channel/check/K7M4QX9TR', 'GET, HEAD'],
    ['DELETE', '/api/user/auth', 'GET, HEAD'],
    ['PATCH', '/api/card', 'GET, HEAD, POST'],
    ['PUT', '/api/stripe/webhook', 'POST'],
    ['POST', '/api/language', 'GET, HEAD'],
    ['DELETE', '/api/audit/1', 'GET, HEAD'],
    ['POST', '/api/city/1', 'GET, HEAD, PUT, DELETE'],
    ['GET', '/admin/preview', 'POST'],
    ['GET', '/theme', 'POST'],
    ['PUT', '/language', 'POST'],
    ['POST', '/robots.txt', 'GET, HEAD'],
    ['OPTIONS', '/api/city', 'GET, HEAD, POST, PUT, DELETE'],
    ['PROPFIND', '/', 'GET, HEAD, POST, PUT, DELETE'],
  ])(
    '%s %s is answered as the API does, with the methods that are served, and is no error',
    async (method, path, allow) => {
      const client = new Client(server.url);
      const lines = await linesDuring(async () => {
        const { status, headers, body } = await client.call(path, {
          method,
          ...(method === 'POST' && { body: {} }),
          // By its pattern the address may be that of a row.
          unchecked: true,
        });
        expect([status, headers.get('Allow')]).toEqual([405, allow]);
        if (method !== 'HEAD') expect(body).toEqual({ code: 'METHOD_NOT_ALLOWED' });
        await client.call('/last');
      });
      expect(lines.filter((line) => logged.parse(JSON.parse(line)).level > WARN)).toEqual([]);
    },
  );

  it.each([
    ['POST', '/help', 'GET, HEAD'],
    ['POST', '/es/privacy-policy', 'GET, HEAD'],
    ['DELETE', '/contact-us', 'GET, HEAD, POST'],
  ])('%s %s is answered by the error page', async (method, path, allow) => {
    const client = new Client(server.url);
    const lines = await linesDuring(async () => {
      const { status, headers, bytes } = await client.call(path, { method });
      expect([status, headers.get('Allow')]).toEqual([405, allow]);
      expect(bytes.toString()).toMatch(/<h1[^>]*>(Error occurred|Se ha producido un error)</);
      await client.call('/last');
    });
    expect(lines.filter((line) => logged.parse(JSON.parse(line)).level > WARN)).toEqual([]);
  });

  it('POST to an unknown page finds none', async () => {
    expect((await new Client(server.url).call('/nowhere', { method: 'POST' })).status).toBe(404);
  });
});

describe('an address that cannot be decoded', () => {
  it.each(['/api/%', '/api/%E0%A4%A/1', '/api/channel/check/%', '/api/no/such/%'])(
    '%s is answered as the API does, and logged as JSON',
    async (path) => {
      const client = new Client(server.url);
      const lines = await linesDuring(async () => {
        expect(await client.call(path)).toMatchObject({ status: 404, body: { code: expect.any(String) } });
        await client.call('/last');
      });
      expect(lines.filter((line) => logged.parse(JSON.parse(line)).level > WARN)).toEqual([]);
    },
  );

  it.each(['/%E0%A4%A', '/es/%', '/blog/%', '/user/%E0%A4%A', '/%00'])(
    '%s is answered by the error page, and logged as JSON',
    async (path) => {
      const client = new Client(server.url);
      const lines = await linesDuring(async () => {
        const { status, bytes } = await client.call(path);
        expect(status).toBe(404);
        expect(bytes.toString()).toMatch(/<h1[^>]*>(Page not found|Página no encontrada)</);
        await client.call('/last');
      });
      expect(lines.filter((line) => logged.parse(JSON.parse(line)).level > WARN)).toEqual([]);
    },
  );
});

// Last, because it damages the database, and jobs fail from then on.
it('contains no secrets of a request whose queries fail', async () => {
  await makeMediaNode(db);
  const { email, username, client, token } = await signUp(server.url);
  const verify = linkIn(await mailbox.waitFor(email, 'Confirm')).token;
  await client.call('/api/password/forgotten', { body: { email } });
  const reset = linkIn(await mailbox.waitFor(email, 'Choose a new password')).token;
  const { token: code } = newRoomSchema.parse((await client.call('/api/channel/ticket')).body);
  await client.call(`/api/channel/seat/${code}`, { body: { seat: 'host' } });

  const statuses = (asked: Promise<{ status: number }>[]) =>
    Promise.all(asked.map(async (answer) => (await answer).status));
  const writes = () => {
    const stranger = new Client(server.url);
    const post = (path: string, body: unknown) => stranger.call(path, { body, unchecked: true });
    return [
      post('/api/signup', { ...newName(), password: PASSWORD }),
      post('/api/login', { username, password: PASSWORD }),
      post('/api/email/verify', { token: verify }),
      post('/api/password/reset', { token: reset, password: 'another password' }),
      stranger.call('/api/channel/ticket', { headers: bearer(token), unchecked: true }),
    ];
  };

  await refuseWrites(['user', 'credential', 'session', 'channel']);
  expect(await statuses(writes())).toEqual(Array(5).fill(500));
  for (const table of ['session', 'channel', 'email_token']) {
    await db.execute(sql`alter table ${sql.identifier(table)} rename to ${sql.identifier(`${table}_gone`)}`);
  }
  const reads = [
    client.call('/api/user/auth', { unchecked: true }),
    new Client(server.url).call(`/api/channel/check/${code}`, { unchecked: true }),
    client.call(`/api/channel/seat/${code}`, { body: { seat: 'guest' }, unchecked: true }),
  ];
  expect(await statuses([...writes(), ...reads])).toEqual(Array(8).fill(500));
  expect((await client.call(`/room/guest/${code}`, { method: 'POST' })).status).toBe(405);

  expect(server.log().match(/"msg":"api request failed"/g)).toHaveLength(13);
  expect(linesWithSecrets(server.log())).toEqual([]);
});
