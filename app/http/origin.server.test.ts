import { beforeAll, describe, expect, it, vi } from 'vitest';

let refuseCrossSite: typeof import('./origin.server.ts').refuseCrossSite;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost/nothing');
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  ({ refuseCrossSite } = await import('./origin.server.ts'));
});

const request = (headers: Record<string, string>) =>
  new Request('https://panocall.example/api/x', { headers: { Host: 'panocall.example', ...headers } });

describe('refuseCrossSite', () => {
  it.each([
    [{ 'Sec-Fetch-Site': 'same-origin' }, true],
    [{ 'Sec-Fetch-Site': 'none' }, true],
    [{ 'Sec-Fetch-Site': 'cross-site' }, false],
    [{ 'Sec-Fetch-Site': 'same-site' }, false],
    [{ Origin: 'https://panocall.example' }, true],
    [{ Origin: 'https://evil.example' }, false],
    [{ Origin: 'null' }, false],
    [{}, true],
  ])('%o: allowed %s', (headers, allowed) => {
    const check = () => refuseCrossSite(request(headers));
    if (allowed) expect(check).not.toThrow();
    else expect(check).toThrow('CROSS_SITE');
  });
});
