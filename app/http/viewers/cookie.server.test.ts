import { beforeEach, describe, expect, it, vi } from 'vitest';

const settings = {
  DATABASE_URL: 'postgres://nobody@localhost/nothing',
  COOKIE_SECRET: 'c'.repeat(32),
  TICKET_SECRET: 't'.repeat(32),
};

/** Cookie of a site with these settings. */
async function cookieOf(extra: Record<string, string> = {}) {
  vi.resetModules();
  for (const [name, value] of Object.entries({ ...settings, ...extra })) vi.stubEnv(name, value);
  const { siteCookie } = await import('./cookie.server.ts');
  return siteCookie('colour', { maxAge: 60 });
}

let cookie: Awaited<ReturnType<typeof cookieOf>>;
beforeEach(async () => {
  vi.unstubAllEnvs();
  cookie = await cookieOf();
});

const request = (url: string, value = '') => new Request(url, { headers: { Cookie: value } });

it('is Secure only if the request came over HTTPS', async () => {
  expect(await cookie.serialize('red', request('https://panocall.example'))).toMatch(/; Secure/);
  expect(await cookie.serialize('red', request('http://localhost'))).not.toMatch(/; Secure/);
});

describe('over HTTPS', () => {
  const https = 'https://panocall.example/es';
  const HEADER = /^__Host-colour=[^;]*; Max-Age=60; Path=\/; Secure; SameSite=Lax$/;

  it.each([
    [https, {}],
    ['http://panocall.example', { PUBLIC_URL: 'https://panocall.example' }],
    ['http://localhost', { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' }],
  ])('is accepted by browsers only from this host: %s %o', async (url, extra) => {
    expect(await (await cookieOf(extra)).serialize('red', request(url))).toMatch(HEADER);
  });

  it('is read by both names, the prefixed one first', async () => {
    const [old = ''] = (await cookie.serialize('old', request('http://localhost'))).split(';');
    const [current = ''] = (await cookie.serialize('current', request(https))).split(';');
    expect(await cookie.read(request(https, old))).toBe('old');
    expect(await cookie.read(request(https, `${old}; ${current}`))).toBe('current');
    expect(await cookie.read(request(https, `${current}; ${old}`))).toBe('current');
    // A browser that has used https://localhost sends both to http://localhost.
    expect(await cookie.read(request('http://localhost', `${current}; ${old}`))).toBe('old');
  });

  it('is removed by the name it was read by', async () => {
    expect(await cookie.clear(request(https, '__Host-colour=x; colour=y'))).toMatch(
      /^__Host-colour=; Max-Age=0;/,
    );
    expect(await cookie.clear(request(https, 'colour=y'))).toMatch(/^colour=; Max-Age=0;/);
  });
});

it('applies to the whole site, and is not sent with other sites’ forms', async () => {
  const header = await cookie.serialize('red', request('http://localhost/deep/page'));
  expect(header).toMatch(/^colour=[^;]+; Max-Age=60; Path=\/; SameSite=Lax$/);
});

it('can be removed', async () => {
  expect(await cookie.clear(request('http://localhost'))).toMatch(/^colour=; Max-Age=0;/);
});

it('reads back the value written', async () => {
  const [pair] = (await cookie.serialize({ of: 'sky' }, request('http://localhost'))).split(';');
  expect(await cookie.read(request('http://localhost', pair))).toEqual({ of: 'sky' });
  expect(await cookie.read(request('http://localhost', 'other=1'))).toBeNull();
});
