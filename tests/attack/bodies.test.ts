import { connect } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { Client, newAddress } from '../support/servers/client.ts';

const { origin } = inject('stack');
const { hostname, port } = new URL(origin);

const MEGABYTE = 1024 * 1024;

/**
 * Sends a request's head exactly as given, then a body.
 * @param length the stated length in bytes; if the body is shorter, the server must respond without waiting for it
 * @returns the status of the response
 */
function send(
  target: string,
  length: number,
  body = '',
  headers: string[] = [],
  method = 'POST',
): Promise<number> {
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `X-Forwarded-For: ${newAddress()}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...headers,
    '\r\n',
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(head.join('\r\n') + body));
    socket.setTimeout(20_000, () => reject(new Error('waits for the body')));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]));
      socket.destroy();
    });
  });
}

describe('the limit of a body', () => {
  it.each([
    '/api/avatar/../login',
    '/api/avatar/%2e%2e/login',
    '/api/avatar/.%2E/login',
    '/api/avatar/\\..\\..\\login',
    '/api/avatar\\..\\login',
    '/api/image/./../login',
    '/personal/avatar/../../api/login',
  ])('is not lifted by %s', async (target) => {
    expect(await send(target, 2 * MEGABYTE)).toBe(400);
  });

  it('depends on the path only, whatever else the target contains', async () => {
    expect(await send('/api/login?/api/avatar/1', 2 * MEGABYTE)).toBe(413);
    expect(await send('/api/login#/api/avatar/1', 2 * MEGABYTE)).toBe(413);
    expect(await send('//api/avatar/1', 2 * MEGABYTE)).toBe(413);
    expect(await send('/API/avatar/1', 2 * MEGABYTE)).toBe(413);
  });
});

describe('a target or host that is not a URL', () => {
  it.each(['http://other.example/api/login', '*', 'api/login', '/api/../login'])(
    '%s is refused',
    async (target) => {
      expect(await send(target, 2, '{}')).toBe(400);
    },
  );

  it('is refused in X-Forwarded-Host', async () => {
    expect(await send('/api/login', 2, '{}', ['X-Forwarded-Host: a b'])).toBe(400);
  });

  it('is refused with an invalid port', async () => {
    expect(await send('/api/login', 2, '{}', ['X-Forwarded-Host: a:99999'])).toBe(400);
    expect(await send('/', 2, '{}', ['X-Forwarded-Host: a:-1'])).toBe(400);
  });

  it('is refused with an unknown scheme in X-Forwarded-Proto', async () => {
    expect(await send('/', 0, '', ['X-Forwarded-Proto: gopher'], 'GET')).toBe(400);
  });

  it('is refused with a method that no route has', async () => {
    expect(await send('/api/login', 2, '{}', [], 'TRACE')).toBe(405);
  });
});

describe('JSON', () => {
  const codeFor = async (path: string, text: string) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await new Client(origin).call(path, { headers, body: Buffer.from(text) })).body;
  };

  it('is refused if nested deeply', async () => {
    const lists = '['.repeat(500_000) + ']'.repeat(500_000);
    const objects = `${'{"a":'.repeat(100_000)}0${'}'.repeat(100_000)}`;
    expect(await codeFor('/api/login', lists)).toEqual({ code: 'BAD_MESSAGE' });
    expect(await codeFor('/api/signup', objects)).toEqual({ code: 'BAD_MESSAGE' });
  });

  it('is refused if it has very many values, without an error for each', async () => {
    const numbers = `[${'0,'.repeat(500_000)}0]`;
    const empty = `{"languages":[${'{},'.repeat(300_000)}{}]}`;
    expect(await codeFor('/api/login', numbers)).toEqual({ code: 'BAD_MESSAGE' });
    expect(await codeFor('/api/signup', empty)).toEqual({ code: 'BAD_MESSAGE' });
  });
});
