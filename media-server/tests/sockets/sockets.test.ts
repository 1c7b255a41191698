import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { MAX_BYTES_BEFORE_LOGIN } from '#protocol/limits.ts';
import { PROTOCOL_VERSION } from '#protocol/messages.ts';
import { Metrics } from '../../health/metrics.ts';
import { listen } from '../../listen.ts';
import { createLog } from '../../log.ts';
import type { MediaServer } from '../../server.ts';
import { TestClient } from '../support/client.ts';
import { hosted, ticket, World } from '../support/harness.ts';

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterEach(() => world.stopServers());
afterAll(() => world.close());

async function connect(server: MediaServer, address?: string): Promise<TestClient> {
  const client = await TestClient.connect(server.port, address);
  onTestFinished(() => client.socket.terminate());
  return client;
}

/** `open` if the socket answers, else the code it was closed with, or `refused` without one. */
async function outcome(server: MediaServer, address?: string): Promise<number | 'open' | 'refused'> {
  const client = await connect(server, address).catch(() => null);
  if (!client) return 'refused';
  const answered = client.ask('keepAliveSocket', {}).then(() => 'open' as const);
  return Promise.race([answered, client.closed]);
}

const limits = { sockets: 5, socketsPerNetwork: 2 };

test('limits the sockets of a network, and frees one for each that closes', async () => {
  const server = await world.start({ limits });
  const [first] = [await connect(server, '203.0.113.7'), await connect(server, '203.0.113.7')];
  expect(await outcome(server, '203.0.113.7')).toBe(CLOSE_CODES.TOO_MANY_SOCKETS);
  expect(await outcome(server, '203.0.113.8')).toBe('open');
  await first.drop();
  await expect.poll(() => outcome(server, '203.0.113.7')).toBe('open');
});

test('counts an IPv6 /64 as one network', async () => {
  const server = await world.start({ limits });
  await connect(server, '2001:db8:1:2::1');
  await connect(server, '2001:db8:1:2:ffff::2');
  expect(await outcome(server, '2001:0db8:0001:0002::3')).toBe(CLOSE_CODES.TOO_MANY_SOCKETS);
  expect(await outcome(server, '2001:db8:1:3::1')).toBe('open');
});

test('counts an IPv4 address as one in either notation', async () => {
  const server = await world.start({ limits });
  await connect(server, '::ffff:203.0.113.9');
  expect(await outcome(server, '203.0.113.9')).toBe('open');
  expect(await outcome(server, '203.0.113.9')).toBe(CLOSE_CODES.TOO_MANY_SOCKETS);
});

test('limits the sockets of a server in total', async () => {
  const server = await world.start({ limits });
  for (let host = 0; host < 5; host++) expect(await outcome(server, `203.0.113.${host}`)).toBe('open');
  expect(await outcome(server, '203.0.113.9')).toBe(CLOSE_CODES.FULL);
});

test('ignores an address that comes from no trusted proxy', async () => {
  const server = await world.start({ limits, env: { MEDIA_TRUST_PROXY: '0' } });
  for (const address of ['203.0.113.1', '203.0.113.2']) await connect(server, address);
  expect(await outcome(server, '203.0.113.3')).toBe(CLOSE_CODES.TOO_MANY_SOCKETS);
  const forged = await world.start({ limits, env: { MEDIA_NODE_ID: 'forged' } });
  for (const address of ['192.0.2.1, 203.0.113.1', '192.0.2.2, 203.0.113.1']) await connect(forged, address);
  expect(await outcome(forged, '192.0.2.3, 203.0.113.1')).toBe(CLOSE_CODES.TOO_MANY_SOCKETS);
});

test('refuses sockets without a close code if refused ones stay open', async () => {
  const server = await world.start({ limits });
  for (let count = 0; count < 2 * limits.socketsPerNetwork; count++) {
    const client = await TestClient.connect(server.port, '203.0.113.7', (socket) => socket.pause());
    onTestFinished(() => client.socket.terminate());
  }
  expect(await outcome(server, '203.0.113.7')).toBe('refused');
  expect(await outcome(server, '203.0.113.8')).toBe('open');
});

const padded = (bytes: number) => {
  const frame = (text: string) => JSON.stringify({ id: 1, name: 'keepAliveSocket', data: { text } });
  return frame('x'.repeat(bytes - frame('').length));
};

test('accepts 4 KiB from a socket before its login, more afterwards', async () => {
  const server = await world.start();
  const { host } = await hosted(world, server);
  const { client } = host;
  client.socket.send(padded(MAX_BYTES_BEFORE_LOGIN + 1));
  await client.request('keepAliveSocket', {});

  const fitting = await connect(server);
  const answered = new Promise((resolve) => fitting.socket.once('message', (raw) => resolve(String(raw))));
  fitting.socket.send(padded(MAX_BYTES_BEFORE_LOGIN));
  expect(await answered).toContain('NOT_LOGGED_IN');

  const large = await connect(server);
  large.socket.send(padded(MAX_BYTES_BEFORE_LOGIN + 1));
  expect(await large.closed).toBe(CLOSE_CODES.TOO_LARGE);
});

test.each([
  ['one that never ends', (client: TestClient) => client.socket.send('x'.repeat(1024 * 1024 - 1))],
  [
    'one in pieces that never ends',
    (client: TestClient) => {
      for (let piece = 0; piece < 100; piece++) client.socket.send('x'.repeat(100), { fin: false });
    },
  ],
])('stops reading a message of a client that has not logged in: %s', async (_, send) => {
  const server = await world.start();
  const client = await connect(server);
  send(client);
  expect(await client.closed).toBe(CLOSE_CODES.TOO_LARGE);
});

test('accepts a login and the next request in one packet', async () => {
  const server = await world.start();
  const { token, hostKey } = await world.room();
  const auth = { ticket: await ticket(token, 'host', hostKey) };
  const client = await connect(server);
  const asked = [client.ask('login', { version: PROTOCOL_VERSION, auth })];
  for (let count = 0; count < 50; count++)
    asked.push(client.ask('keepAliveSocket', { text: 'x'.repeat(200) }));
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => 'error' in answer)).toEqual([]);
});

test.each([
  ['as it arrives', 'not JSON'],
  ['in its turn', JSON.stringify({ id: 1, name: 'keepAliveSocket', data: {} })],
])('a message whose handling fails %s closes only its own socket', async (_, message) => {
  const server = await world.start();
  const [broken, other] = [await connect(server), await connect(server)];
  const answered = vi.spyOn(Metrics.prototype, 'answered').mockImplementation(() => {
    throw new Error('broken');
  });
  broken.socket.send(message);
  expect(await broken.closed).toBe(CLOSE_CODES.GOING_AWAY);
  answered.mockRestore();
  expect(await other.ask('keepAliveSocket', {})).toMatchObject({ error: { code: 'NOT_LOGGED_IN' } });
});

test('a connection that cannot be accepted does not end the server', async () => {
  const server = createServer();
  await listen(server, '127.0.0.1', 0, createLog('silent', 'node'));
  onTestFinished(() => void server.close());
  expect(() => server.emit('error', new Error('accept EMFILE'))).not.toThrow();
});
