import { afterEach, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { TestClient } from '#media-server/tests/support/client.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { newAddress } from '../support/servers/client.ts';

const { origin, mediaPort } = inject('stack');
const sitePort = Number(new URL(origin).port);
/** As in media-server/limit-settings.ts: an office may share one address. */
const PER_NETWORK = 200;

const open: TestClient[] = [];
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate();
});

async function connect(port: number, address: string): Promise<TestClient> {
  const client = await TestClient.connect(port, address);
  open.push(client);
  return client;
}

/** Resolves to `answered` if the socket answers, otherwise to its close code. */
async function outcome(port: number, address: string): Promise<number | 'answered'> {
  const client = await connect(port, address);
  return Promise.race([client.ask('keepAliveSocket', {}).then(() => 'answered' as const), client.closed]);
}

test.each([
  ['the site', sitePort],
  ['the media port', mediaPort],
])('a /64 network is limited in its sockets at %s, and other networks are not affected', async (_, port) => {
  const network = `2001:db8:${port.toString(16)}`;
  for (let host = 1; host <= PER_NETWORK; host++) await connect(port, `${network}:1::${host.toString(16)}`);
  expect(await outcome(port, `${network}:1::ffff`)).toBe(CLOSE_CODES.TOO_MANY_SOCKETS);
  expect(await outcome(port, `${network}:2::1`)).toBe('answered');
});

test('an address made up by the client is not counted', async () => {
  const address = newAddress();
  for (let count = 0; count < PER_NETWORK; count++) await connect(sitePort, `192.0.2.${count}, ${address}`);
  expect(await outcome(sitePort, `192.0.2.200, ${address}`)).toBe(CLOSE_CODES.TOO_MANY_SOCKETS);
});

test.each([
  ['the site', sitePort],
  ['the media port', mediaPort],
])('a message of more than 4 KiB before login closes its socket at %s, and no other', async (_, port) => {
  const other = await connect(port, newAddress());
  const whole = await connect(port, newAddress());
  whole.socket.send('x'.repeat(4097));
  expect(await whole.closed).toBe(CLOSE_CODES.TOO_LARGE);
  const endless = await connect(port, newAddress());
  for (let piece = 0; piece < 50; piece++) endless.socket.send('x'.repeat(100), { fin: false });
  expect(await endless.closed).toBe(CLOSE_CODES.TOO_LARGE);
  expect(await other.ask('keepAliveSocket', {})).toMatchObject({ error: { code: 'NOT_LOGGED_IN' } });
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
});
