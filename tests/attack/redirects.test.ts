import { expect, inject, test } from 'vitest';
import { PASSWORD, signUp } from '../support/people/members.ts';
import { Client } from '../support/servers/client.ts';

const { origin } = inject('stack');

/** Some browsers take each of these for a URL of another site, as it is or without its language prefix. */
const WAYS_OUT = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/es//evil.example',
  '/es/\\evil.example',
  '/es\\/evil.example',
  '/es/\t/evil.example',
  '/es/..//evil.example',
  '/es/.//evil.example',
  '/es/es//evil.example',
  '/x/..//evil.example',
  '/./es//evil.example',
  'javascript:alert(1)',
];

/** The origin to which a browser follows a redirect; the site's own for any other response. */
function landing(from: string, location: string | null): string {
  return new URL(location ?? '/', new URL(from, origin)).origin;
}

test.each(['en', 'es'])('choosing the language %s leads to no other site', async (language) => {
  for (const page of WAYS_OUT) {
    const body = new URLSearchParams({ language, page });
    const { status, headers } = await new Client(origin).call('/language', { body });
    expect([page, [302, 400].includes(status)]).toEqual([page, true]);
    expect([page, landing('/language', headers.get('Location'))]).toEqual([page, origin]);
  }
});

test('choosing the theme leads to no other site', async () => {
  for (const page of WAYS_OUT) {
    const body = new URLSearchParams({ theme: 'dark', page });
    const { status, headers } = await new Client(origin).call('/theme', { body });
    expect([page, [302, 400].includes(status)]).toEqual([page, true]);
    expect([page, landing('/theme', headers.get('Location'))]).toEqual([page, origin]);
  }
});

test.each(['/login', '/es/login'])('%s leads to no other site', async (login) => {
  const { username, client: signedIn } = await signUp(origin);
  for (const redirectTo of WAYS_OUT) {
    const path = `${login}?${new URLSearchParams({ redirectTo })}`;
    const { status, headers } = await signedIn.call(path);
    expect([redirectTo, status]).toEqual([redirectTo, 302]);
    expect([redirectTo, landing(path, headers.get('Location'))]).toEqual([redirectTo, origin]);
  }
  const path = `${login}?redirectTo=${encodeURIComponent('//evil.example')}`;
  const body = new URLSearchParams({ intent: 'logIn', username, password: PASSWORD });
  const { status, headers } = await new Client(origin).call(path, { body });
  expect([status, landing(path, headers.get('Location'))]).toEqual([302, origin]);
});

test('a path with doubled slashes leads to no other site', async () => {
  for (const path of ['//evil.example/login?redirectTo=/', '//evil.example/account', '//user?page=9']) {
    // `new URL` would take the path for a host.
    const response = await fetch(`${origin}${path}`, { redirect: 'manual' });
    expect([path, landing('/', response.headers.get('Location'))]).toEqual([path, origin]);
  }
});
