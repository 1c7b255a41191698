import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inLanguage, LANGUAGES } from '#app/i18n/languages.ts';
import { redirect } from './redirect.server.ts';

const SITE = 'https://panocall.example';

/** Parts of paths that lead out of a site. */
const PIECES = [
  ...['/', '//', '\\', '.', '..', ';', ':', '@', '?', '#', '&', '%', ' ', '\t', '\n', '\r', '\0'],
  ...['%2f', '%5C', '%2e', '%09', '%0d%0a', '\u{3000}', '\u{ff0f}', '\u{2028}', 'é'],
  ...['es', 'en', 'help', 'evil.example', 'https:', 'javascript:alert(1)', 'user@evil.example', '[::1]'],
];

const paths = fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => pieces.join(''));

/** Origin a browser on a page of the site is redirected to. */
function landing(path: string): string {
  const location = redirect(path).headers.get('Location') ?? '';
  return new URL(location, `${SITE}/es/blog`).origin;
}

const manyRuns = { numRuns: 20_000 };

it('never leaves the site, whatever the path', () => {
  fc.assert(
    fc.property(paths, (rest) => landing(rest) === SITE && landing(`/${rest}`) === SITE),
    manyRuns,
  );
});

it('never leaves the site after adding or removing the language prefix', () => {
  fc.assert(
    fc.property(paths, fc.constantFrom(...LANGUAGES), (rest, language) =>
      [rest, `/${rest}`, `/es${rest}`, `/es/${rest}`].every(
        (path) => landing(inLanguage(path, language)) === SITE,
      ),
    ),
    manyRuns,
  );
});

it.each(['/', '/es', '/es/blog?page=2', '/personal/account?done=language#language', '/contact-us?sent'])(
  'keeps %s unchanged',
  (path) => {
    expect(redirect(path).headers.get('Location')).toBe(path);
  },
);

it('keeps status and headers', () => {
  expect(redirect('/help', 301).status).toBe(301);
  const withCookie = redirect('/help', { headers: { 'Set-Cookie': 'a=b' } });
  expect([withCookie.status, withCookie.headers.get('Set-Cookie')]).toEqual([302, 'a=b']);
});
