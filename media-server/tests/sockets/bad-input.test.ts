import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { MAX_BAD_MESSAGES, MAX_MESSAGE_BYTES, MAX_TEXT_LENGTH } from '#protocol/limits.ts';
import type { MediaServer } from '../../server.ts';
import { saying } from '../support/client.ts';
import { connect, hosted, started, World } from '../support/harness.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  server = await world.start();
});
afterAll(() => world.close());

const healthy = async () => (await fetch(`http://127.0.0.1:${server.healthPort}/healthcheck`)).status === 200;

test.each([
  ['not JSON', '{"id": 1, '],
  ['nothing', ''],
  ['no object', '42'],
  ['no id', '{"name": "keepAliveSocket", "data": {}}'],
  ['a negative id', '{"id": -1, "name": "keepAliveSocket", "data": {}}'],
  ['an endless name', JSON.stringify({ id: 1, name: 'a'.repeat(100), data: {} })],
  ['bytes', Buffer.from('{"id": 1, "name": "keepAliveSocket", "data": {}}')],
])('A message that is %s is answered BAD_MESSAGE', async (_, message) => {
  const client = await connect(server);
  client.socket.send(message);
  expect(await client.refusal()).toEqual({ code: 'BAD_MESSAGE' });
});

test('A message that is too large is answered TOO_LARGE, and one far too large closes the socket', async () => {
  const { client } = (await hosted(world, server)).host;
  const message = (bytes: number) => JSON.stringify({ id: 1, name: 'message', data: 'x'.repeat(bytes) });
  client.socket.send(message(MAX_MESSAGE_BYTES));
  expect(await client.refusal()).toEqual({ code: 'TOO_LARGE' });
  client.socket.send(message(MAX_MESSAGE_BYTES * 17));
  expect(await client.closed).toBe(CLOSE_CODES.TOO_LARGE);
});

test('Reads the largest message that is allowed', async () => {
  const { host } = await hosted(world, server);
  const frame = (text: string) => JSON.stringify({ id: 7, name: 'message', data: saying(text) });
  const text = 'x'.repeat(MAX_MESSAGE_BYTES - frame('').length);
  host.client.socket.send(frame(text));
  await host.client.request('keepAliveSocket', {});
  expect(host.client.unaddressed).toEqual([]);
});

test('An unknown request is answered UNKNOWN_MESSAGE, with its id', async () => {
  const { host } = await hosted(world, server);
  for (const name of ['openSesame', 'toString', '__proto__', 'constructor']) {
    expect(await host.client.ask(name, {})).toMatchObject({ error: { code: 'UNKNOWN_MESSAGE' } });
  }
});

test('Invalid data is answered with the invalid fields', async () => {
  const { host } = await started(world, server);
  const { client } = host;
  const fields = [expect.objectContaining({ path: 'text' })];
  const invalid = { error: { code: 'INVALID_DATA', fields } };
  expect(await client.ask('message', saying('x'.repeat(MAX_TEXT_LENGTH + 1)))).toMatchObject(invalid);
  expect(await client.ask('message', saying(''))).toMatchObject(invalid);
  expect(await client.ask('message', { ...saying(''), text: undefined })).toMatchObject(invalid);
  expect(await client.ask('message', null)).toMatchObject({ error: { code: 'INVALID_DATA' } });
  const heading = [expect.objectContaining({ path: 'camera.heading' })];
  const camera = { cameraType: 'NO_CAM', quality: 'LOW', projection: 'flat', stereo: 'mono', heading: 361 };
  const update = await client.ask('updateCamera', { camera });
  expect(update).toMatchObject({ error: { code: 'INVALID_DATA', fields: heading } });
  await expect(client.request('keepAliveSocket', {})).resolves.toEqual({});
});

test('A socket that keeps sending bad messages is answered each time, then closed', async () => {
  const { host } = await hosted(world, server);
  const answers = Array.from({ length: MAX_BAD_MESSAGES }, () => host.client.ask('openSesame', {}));
  const codes = (await Promise.all(answers)).map((answer) => 'error' in answer && answer.error.code);
  expect(codes).toEqual(Array(MAX_BAD_MESSAGES).fill('UNKNOWN_MESSAGE'));
  expect(await host.client.closed).toBe(CLOSE_CODES.ABUSE);
});

test('Refusals caused by crossing messages do not close the socket', async () => {
  const { host } = await hosted(world, server);
  for (let count = 0; count < 2 * MAX_BAD_MESSAGES; count += 1) {
    const answer = await host.client.ask('message', saying('anyone?'));
    expect(answer).toMatchObject({ error: { code: 'WRONG_STATE' } });
  }
  await expect(host.client.request('keepAliveSocket', {})).resolves.toEqual({});
});

test('A flood is answered RATE_LIMITED and closed; every request before that is answered', async () => {
  const { host } = await hosted(world, server);
  const { client } = host;
  const answers: ({ data: unknown } | { error: { code: string } })[] = [];
  for (let count = 0; count < 500; count += 1) {
    void client.ask('keepAliveSocket', {}).then((answer) => answers.push(answer));
  }
  expect(await client.closed).toBe(CLOSE_CODES.ABUSE);
  const refused = answers.filter((answer) => 'error' in answer && answer.error.code === 'RATE_LIMITED');
  expect(refused).toHaveLength(MAX_BAD_MESSAGES);
});

test('Answers come in the order of the requests', async () => {
  const { host } = await hosted(world, server);
  const { client } = host;
  const done: number[] = [];
  const place = { latitude: 1, longitude: 2 };
  // A mix of requests that wait for the database or the worker and ones that don't.
  const asked = Array.from({ length: 30 }, (_, index) => {
    const name = (['snapshotChannel', 'keepAliveSocket', 'createTransport'] as const)[index % 3];
    const data = name === 'snapshotChannel' ? place : name === 'createTransport' ? { direction: 'send' } : {};
    return client.ask(String(name), data).then(() => done.push(index));
  });
  await Promise.all(asked);
  expect(done).toEqual(asked.map((_, index) => index));
});

test('Messages sent before a close are still handled', async () => {
  const { token, host, guest } = await started(world, server);
  void host.client.ask('keepAliveSocket', {});
  void host.client.ask('leaveChannel', {});
  host.client.socket.close();
  const channel = await guest.client.channel(({ status }) => status === 'FINISHED');
  expect(channel.endReason).toBe('left');
  expect((await world.row(token)).status).toBe('FINISHED');
});

test.each([
  [
    'another path',
    'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    404,
  ],
  ['no address', 'GET // HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 404],
  ['no upgrade', 'GET /realtime HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ['no key', 'GET /realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
])('A request with %s is refused', async (_, request, status) => {
  const socket = createConnection(server.port, '127.0.0.1');
  socket.end(request);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toContain(`HTTP/1.1 ${status}`);
  expect(await healthy()).toBe(true);
});
