import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { generate } from 'selfsigned';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';

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
  app.use(
    securityHeaders(parseEnv(source), async (code) =>
      code === 'K7M4QX9TR' ? ['https://a.example', 'https://b.example'] : [],
    ),
  );
  app.get('*', (_req, res) => void res.send(res.locals.cspNonce));
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

it('allows one worker to compile WebAssembly, and no page', async () => {
  const url = await start();
  const worker = await policyOf(`${url}assets/blur-worker-Ab_12-cd.js`);
  expect(worker.directives.get('script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'");
  expect(worker.directives.get('connect-src')).toBe("connect-src 'self'");
  for (const path of [
    '',
    'assets/other-Ab12.js',
    '?/assets/blur-worker-a.js',
    'es/assets/blur-worker-a.js',
  ]) {
    const page = await policyOf(url + path);
    expect(page.directives.get('script-src')).toBe(`script-src 'self' 'nonce-${page.nonce}'`);
  }
});

it('allows pages to connect only to the configured media servers', async () => {
  const { directives } = await policyOf(await start({ MEDIA_URL: 'wss://media.example/realtime' }));
  expect(directives.get('connect-src')).toBe("connect-src 'self' wss://media.example");
  expect(directives.get('worker-src')).toBe("worker-src 'self'");
  expect(directives.get('object-src')).toBe("object-src 'none'");
});

it('allows only pictures of the site and of map tiles', async () => {
  const { directives } = await policyOf(await start());
  expect(directives.get('img-src')).toBe("img-src 'self' data: blob: https://tile.openstreetmap.org");
  server?.close();
  const tiles = 'https://tiles.example:8443/{z}/{x}/{y}.png?key=1';
  const other = await policyOf(await start({ MAP_TILES_URL: tiles }));
  expect(other.directives.get('img-src')).toBe("img-src 'self' data: blob: https://tiles.example:8443");
});

it('allows forms to be sent only to the site, even by redirect', async () => {
  const { directives } = await policyOf(await start({ MEDIA_URL: 'wss://media.example/realtime' }));
  expect(directives.get('form-action')).toBe("form-action 'self'");
});

it('requires HTTPS only if the site has it', async () => {
  const plain = await policyOf(await start({ PUBLIC_URL: 'http://localhost:3000' }));
  expect(plain.headers.has('Strict-Transport-Security')).toBe(false);
  expect(plain.directives.has('upgrade-insecure-requests')).toBe(false);
  server?.close();
  const secure = await policyOf(await start({ PUBLIC_URL: 'https://panocall.example' }));
  expect(secure.headers.has('Strict-Transport-Security')).toBe(true);
  expect(secure.directives.has('upgrade-insecure-requests')).toBe(true);
});

/** Whether a server with its own certificate requires HTTPS. @param issuer omitted: self-signed */
async function insists(host: string, issuer?: { key: string; cert: string }): Promise<boolean> {
  const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: host }] }];
  const { cert } = await generate([{ name: 'commonName', value: host }], { ca: issuer, extensions });
  const folder = await mkdtemp(join(tmpdir(), 'tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'certificate.pem');
  await writeFile(file, cert);
  const { headers } = await policyOf(await start({ TLS_CERT_FILE: file, TLS_KEY_FILE: 'unread' }));
  server?.close();
  return headers.has('Strict-Transport-Security');
}

it('requires HTTPS with its own certificate, unless it is self-signed or for localhost', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'An authority' }]);
  expect(await insists('panocall.example', { key, cert })).toBe(true);
  expect(await insists('localhost', { key, cert })).toBe(false);
  expect(await insists('panocall.example')).toBe(false);
});

it('allows only the origins named by its creator to embed a room, and no one to embed other pages', async () => {
  const url = await start();
  for (const path of ['room/host/K7M4QX9TR', 'es/room/guest/K7M4QX9TR?skip=true']) {
    const { directives, headers } = await policyOf(url + path);
    expect(directives.get('frame-ancestors')).toBe('frame-ancestors https://a.example https://b.example');
    expect(headers.get('X-Frame-Options')).toBeNull();
  }
  for (const path of [
    '',
    'room/host/AAAAAAAAA',
    'room/host',
    'personal/account',
    '?/room/host/K7M4QX9TR',
    'api/channel/seat/K7M4QX9TR',
    'x/room/host/K7M4QX9TR',
  ]) {
    const { directives, headers } = await policyOf(url + path);
    expect([path, directives.get('frame-ancestors')]).toEqual([path, "frame-ancestors 'none'"]);
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
  }
});

it('gives other sites access to one script only', async () => {
  const url = await start();
  const lentTo = async (path: string) =>
    (await policyOf(url + path)).headers.get('Cross-Origin-Resource-Policy');
  expect(await lentTo('panocall.js')).toBe('cross-origin');
  for (const path of ['', 'panocall.js/', 'icons/panocall.js', 'room/host/K7M4QX9TR'])
    expect([path, await lentTo(path)]).toEqual([path, 'same-origin']);
});
