import { createServer, type Server } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

async function proxyTo(target: string, proxies = 0) {
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/panocall');
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  vi.stubEnv('LOG_LEVEL', 'silent');
  const { realtimeProxy } = await import('./realtime-proxy.ts');
  const proxy = realtimeProxy(target, proxies);
  const server = createServer().on('upgrade', proxy.onUpgrade);
  return { proxy, origin: `ws://127.0.0.1:${await listen(server)}` };
}

/** Starts a media server that echoes its messages. */
async function startEcho(): Promise<string> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, path: '/realtime' });
  sockets.on('connection', (socket, { headers }) => {
    socket.on('message', (data) => socket.send(`heard ${data} from ${headers['x-forwarded-for']}`));
  });
  closing.push(() => sockets.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

function outcome(socket: WebSocket): Promise<string> {
  closing.push(() => socket.terminate());
  return new Promise((resolve) => {
    socket.on('open', () => resolve('open'));
    socket.on('error', () => resolve('refused'));
  });
}

it('proxies /realtime to the media server, both ways', async () => {
  const { origin } = await proxyTo(await startEcho());
  const socket = new WebSocket(`${origin}/realtime`);
  expect(await outcome(socket)).toBe('open');
  const answer = new Promise((resolve) => socket.on('message', (data) => resolve(String(data))));
  socket.send('hello');
  expect(await answer).toBe('heard hello from 127.0.0.1');
});

it.each([
  [0, '127.0.0.1'],
  [1, '203.0.113.7'],
  [2, '198.51.100.1'],
])('sends the media server the client’s address behind %i trusted proxies', async (proxies, address) => {
  const { origin } = await proxyTo(await startEcho(), proxies);
  const headers = { 'X-Forwarded-For': '192.0.2.66, 198.51.100.1, 203.0.113.7' };
  const socket = new WebSocket(`${origin}/realtime`, { headers });
  expect(await outcome(socket)).toBe('open');
  const answer = new Promise((resolve) => socket.on('message', (data) => resolve(String(data))));
  socket.send('hello');
  expect(await answer).toBe(`heard hello from ${address}`);
});

it('refuses a WebSocket for any other path', async () => {
  const { origin } = await proxyTo(await startEcho());
  expect(await outcome(new WebSocket(`${origin}/elsewhere`))).toBe('refused');
});

it('refuses while the media server is down', async () => {
  const { origin } = await proxyTo('http://127.0.0.1:9');
  expect(await outcome(new WebSocket(`${origin}/realtime`))).toBe('refused');
});

it('closes open sockets when the server stops', async () => {
  const { origin, proxy } = await proxyTo(await startEcho());
  const socket = new WebSocket(`${origin}/realtime`);
  await outcome(socket);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  proxy.close();
  await closed;
});
