import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { mediaNode } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import packageJson from '#package.json' with { type: 'json' };
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { Client } from '../../support/servers/client.ts';

let db: Database;
let server: WebServer;
beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  server = await startWebServer(url, { API_TIMEOUT_MS: '2500' });
});
afterAll(() => Promise.all([server.stop(), db.$client.end()]));

it('the heartbeat reports that no calls are possible while no media server is up', async () => {
  const { status, body } = await new Client(server.url).call('/api/pinga/heartbeat');
  expect([status, body]).toEqual([503, { code: 'UNAVAILABLE' }]);
});

it('the heartbeat contains the version of the site', async () => {
  await db.insert(mediaNode).values({ id: 'one', url: 'http://127.0.0.1:1' });
  const { status, body } = await new Client(server.url).call('/api/pinga/heartbeat');
  expect([status, body]).toEqual([200, { regions: [], version: packageJson.version }]);
});

it('tells pages how long to wait for the API', async () => {
  for (const path of ['/', '/es/help', '/nowhere'])
    expect((await new Client(server.url).call(path)).bytes.toString()).toContain('data-timeout="2500"');
});

it('answers an unknown path of the API with 404', async () => {
  expect((await new Client(server.url).call('/api/no/such/call/at/all')).status).toBe(404);
});
