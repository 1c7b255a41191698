import { connect } from 'node:net';
import { expect, inject, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { TestClient } from '#media-server/tests/support/client.ts';
import { descendant, MEDIA_SERVER, WEB_SERVER } from '../support/servers/processes.ts';

const { origin, mediaPort, pid } = inject('stack');
const { hostname, port } = new URL(origin);

/** Sends an upgrade request and resets the connection once the server has read it. */
function resetUpgrade(path: string, protocol: string): Promise<void> {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: ${protocol}`,
    '\r\n',
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(lines.join('\r\n'), () => setTimeout(() => socket.resetAndDestroy(), 50));
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

const isUp = () =>
  fetch(`${origin}/healthcheck`).then(
    ({ ok }) => ok,
    () => false,
  );

test('a reset upgrade ends no process, whatever its path and protocol', async () => {
  const web = await descendant(pid, WEB_SERVER);
  const visitor = new WebSocket(`${origin.replace('http', 'ws')}/realtime`);
  await new Promise((resolve, reject) => visitor.on('open', resolve).on('error', reject));
  let isOpen = true;
  visitor.on('close', () => {
    isOpen = false;
  });
  for (const protocol of ['vite-hmr', 'vite-ping', 'other']) {
    for (const path of ['/', '/realtime', '/elsewhere', '/assets/x.js']) await resetUpgrade(path, protocol);
  }
  expect(await isUp()).toBe(true);
  expect(await descendant(pid, WEB_SERVER)).toBe(web);
  expect(isOpen).toBe(true);
  visitor.terminate();
});

test('an upgrade to anything but /realtime is answered with 404', async () => {
  const refused = (path: string, protocol: string) =>
    new Promise((resolve) => {
      const socket = new WebSocket(new URL(path, origin.replace('http', 'ws')), protocol);
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('error', (error) => resolve(error.message));
      socket.on('open', () => resolve('open'));
    });
  expect(await refused('/', 'vite-hmr')).toBe(404);
  expect(await refused('/realtime/', 'x')).toBe(404);
  expect(await refused('/elsewhere', 'x')).toBe(404);
});

test.each([
  [WEB_SERVER, '/healthcheck'],
  [MEDIA_SERVER, '/api/pinga/heartbeat'],
])('%s is restarted when it is killed, and the other keeps running', async (command, path) => {
  const [web, media] = await Promise.all([WEB_SERVER, MEDIA_SERVER].map((name) => descendant(pid, name)));
  const killed = await descendant(pid, command);
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(
    async () => {
      expect(await descendant(pid, command)).not.toBe(killed);
      expect((await fetch(origin + path)).status).toBe(200);
      // The last heartbeat of a killed media server stays valid for a while, so connect to the server itself.
      await (await TestClient.connect(mediaPort)).drop();
    },
    { timeout: 25_000, interval: 200 },
  );
  const other = command === WEB_SERVER ? media : web;
  expect(() => process.kill(other ?? 0, 0)).not.toThrow();
});
