import { expect, it } from 'vitest';
import { ownPathOrHome } from './own-path.ts';

it.each(['/', '/es/personal/profile?a=1#b', '/room/guest/K7M4QX9TR?skip=true'])(
  'accepts %j as a path of this site',
  (path) => {
    expect(ownPathOrHome('/home', path)).toBe(path);
  },
);

it.each([
  '',
  'personal',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  `/${'x'.repeat(2048)}`,
  null,
])('replaces a path out of the site with the home page: $#', (path) => {
  expect(ownPathOrHome('/home', path)).toBe('/home');
});

it('keeps paths that only look as if they leave the site', () => {
  expect(ownPathOrHome('/home', '/a/..//evil.example')).toBe('/home');
  expect(ownPathOrHome('/home', '/a\r\nSet-Cookie: x')).toBe('/aSet-Cookie:%20x');
});
