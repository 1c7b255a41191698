import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, it, vi } from 'vitest';

let server: Server | undefined;
afterEach(() => server?.close());

async function start(extra: Record<string, string> = {}): Promise<string> {
  const source = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://localhost/panocall',
    COOKIE_SECRET: 'c'.repeat(32),
    TICKET_SECRET: 't'.repeat(32),
    ...extra,
  };
  for (const [name, value] of Object.entries(source)) vi.stubEnv(name, value);
  const { parseEnv } = await import('#app/platform/env.server.ts');
  const { securityHeaders } = await import('./security-headers.ts');
  const app = express();
  app.use(securityHeaders(parseEnv(source)));
  app.get('/', (_req, res) => void res.send(res.locals.cspNonce));
  const listening = createServer(app);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = listening.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return `http://127.0.0.1:${address.port}/`;
}

async function policyOf(url: string) {
  const response = await fetch(url);
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  const directives = new Map(policy.split(';').map((part) => [part.split(' ')[0], part]));
  return { nonce: await response.text(), directives, headers: response.headers };
}

it('allows scripts and styles of the page by a nonce that is new each time', async () => {
  const url = await start();
  const [first, second] = [await policyOf(url), await policyOf(url)];
  expect(first.directives.get('script-src')).toBe(`script-src 'self' 'nonce-${first.nonce}'`);
  expect(first.directives.get('style-src')).toBe(`style-src 'self' 'nonce-${first.nonce}'`);
  expect(first.nonce).not.toBe(second.nonce);
  expect(Buffer.from(first.nonce, 'base64')).toHaveLength(16);
});

it('lets pages connect to the media servers that are named, and to nothing else', async () => {
  const { directives } = await policyOf(await start({ MEDIA_URL: 'wss://media.example/realtime' }));
  expect(directives.get('connect-src')).toBe("connect-src 'self' wss://media.example");
  expect(directives.get('worker-src')).toBe("worker-src 'self'");
  expect(directives.get('object-src')).toBe("object-src 'none'");
});

it('lets pages show their own pictures and those of the maps, and no others', async () => {
  const { directives } = await policyOf(await start());
  expect(directives.get('img-src')).toBe("img-src 'self' data: blob: https://tile.openstreetmap.org");
  server?.close();
  const tiles = 'https://tiles.example:8443/{z}/{x}/{y}.png?key=1';
  const other = await policyOf(await start({ MAP_TILES_URL: tiles }));
  expect(other.directives.get('img-src')).toBe("img-src 'self' data: blob: https://tiles.example:8443");
});

it('insists on HTTPS only where the site has it', async () => {
  const plain = await policyOf(await start({ PUBLIC_URL: 'http://localhost:3000' }));
  expect(plain.headers.has('Strict-Transport-Security')).toBe(false);
  expect(plain.directives.has('upgrade-insecure-requests')).toBe(false);
  server?.close();
  const secure = await policyOf(await start({ PUBLIC_URL: 'https://panocall.example' }));
  expect(secure.headers.has('Strict-Transport-Security')).toBe(true);
  expect(secure.directives.has('upgrade-insecure-requests')).toBe(true);
});
