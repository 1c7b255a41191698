import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  // Remix's error for this request contains the path.
  expect((await client.call(`/room/guest/${code}`, { method: 'POST' })).status).toBe(405);

  expect(server.log().match(/"msg":"api request failed"/g)).toHaveLength(13);
  expect(linesWithSecrets(server.log())).toEqual([]);
});
