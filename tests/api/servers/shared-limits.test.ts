import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { Client, newAddress } from '../../support/servers/client.ts';

let servers: WebServer[];
beforeAll(async () => {
  const url = await createTestDatabase();
  servers = await Promise.all([startWebServer(url), startWebServer(url)]);
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

it('two web servers on one database share the limit of an address, also in a burst', async () => {
  const address = newAddress();
  const clients = servers.map(({ url }) => new Client(url, address));
  const burst = Array.from({ length: 100 }, () =>
    clients.map((client) => client.call('/api/channel/check/K7M4QX9TR')),
  );
  const answers = await Promise.all(burst.flat());
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(180);
  for (const { headers } of refused) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  // Also one after the other.
  for (const client of clients) {
    expect(await client.call('/api/channel/check/K7M4QX9TR')).toMatchObject({ status: 429 });
  }
});
