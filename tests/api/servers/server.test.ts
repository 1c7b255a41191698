import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { Client } from '../../support/servers/client.ts';

let server: WebServer;
beforeAll(async () => {
  server = await startWebServer(await createTestDatabase());
});
afterAll(() => server.stop());

it('says that no call can be made while no media server is up', async () => {
  const { status, body } = await new Client(server.url).call('/api/pinga/heartbeat');
  expect([status, body]).toEqual([503, { code: 'UNAVAILABLE' }]);
});

it('answers an unknown path of the API with 404', async () => {
  expect((await new Client(server.url).call('/api/no/such/call/at/all')).status).toBe(404);
});
