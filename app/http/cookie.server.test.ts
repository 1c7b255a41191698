import { expect, it } from 'vitest';
import { siteCookie } from './cookie.server.ts';

const cookie = siteCookie('colour', { maxAge: 60 });
const request = (url: string, value = '') => new Request(url, { headers: { Cookie: value } });

it('is Secure where the request came over HTTPS, and only there', async () => {
  expect(await cookie.serialize('red', request('https://panocall.example'))).toMatch(/; Secure/);
  expect(await cookie.serialize('red', request('http://localhost'))).not.toMatch(/; Secure/);
});

it('is for the whole site, and not sent along by forms of others', async () => {
  const header = await cookie.serialize('red', request('http://localhost/deep/page'));
  expect(header).toMatch(/^colour=[^;]+; Max-Age=60; Path=\/; SameSite=Lax$/);
});

it('can be taken back', async () => {
  expect(await cookie.serialize('', request('http://localhost'), 0)).toMatch(/; Max-Age=0;/);
});

it('is read as it was written', async () => {
  const [pair] = (await cookie.serialize({ of: 'sky' }, request('http://localhost'))).split(';');
  expect(await cookie.read(request('http://localhost', pair))).toEqual({ of: 'sky' });
  expect(await cookie.read(request('http://localhost', 'other=1'))).toBeNull();
});
