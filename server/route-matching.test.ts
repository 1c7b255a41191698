import { createRequire } from 'node:module';
import type { AgnosticDataRouteObject, matchRoutes } from '@remix-run/router';
import { expect, it, onTestFinished, vi } from 'vitest';

type Router = { matchRoutes: typeof matchRoutes };

/** The module as servers load it, with `patches/` applied, and as published. */
const require = createRequire(import.meta.url);
const patched: Router = require('@remix-run/router');
const published: Router = require('@remix-run/router/dist/router.js');

const page = (path: string, ...children: AgnosticDataRouteObject[]): AgnosticDataRouteObject => ({
  id: `${path} ${children.length}`,
  path,
  children,
});
const index = (id: string): AgnosticDataRouteObject => ({ id, index: true });

const ROUTES: AgnosticDataRouteObject[] = [
  {
    id: 'root',
    path: '',
    children: [
      page(':lang?', index('home')),
      page(':lang?/help', index('help'), page(':name')),
      page(':lang?/user/:urlname'),
      page(':lang?/user/:urlname/book'),
      page(':lang?/admin', index('admin'), page('ledger.csv'), page(':entity', index('list'), page(':id'))),
      page('api/:entity', page(':id')),
      page('api/city/near'),
      page('files/*'),
      { id: 'Sensitive', path: 'Sensitive', caseSensitive: true },
      page('*'),
    ],
  },
];

const PATHS = [
  '/',
  '/es',
  '/es/',
  '/help',
  '/es/help/cameras',
  '/help/cameras/',
  '/user/ana',
  '/es/user/an%20a/book',
  '/admin',
  '/admin/ledger.csv',
  '/admin/user/1',
  '/es/admin/user/1/2',
  '/api/city',
  '/API/City/near',
  '/api/city/7',
  '/api//city',
  '//help',
  '/files',
  '/files/a/b%2Fc',
  '/Sensitive',
  '/sensitive',
  '/%E0%A4',
  '/nothing/like/this',
];

it.each(PATHS)('finds the same route for %s as without the patch', (path) => {
  const expected = published.matchRoutes(ROUTES, path);
  // The second time from the cache.
  for (let time = 0; time < 2; time++) expect(patched.matchRoutes(ROUTES, path)).toEqual(expected);
  // The cache does not mix up different routes.
  expect(patched.matchRoutes([page('only')], path)).toEqual(published.matchRoutes([page('only')], path));
});

it('reads the routes once', () => {
  let looks = 0;
  const route: AgnosticDataRouteObject = { id: 'counted', path: 'counted' };
  Object.defineProperty(route, 'path', {
    get() {
      looks += 1;
      return 'counted';
    },
  });
  const routes = [route];
  patched.matchRoutes(routes, '/counted');
  const once = looks;
  expect(once).toBeGreaterThan(0);
  patched.matchRoutes(routes, '/counted');
  expect(looks).toBe(once);
});

it('looks at the parts of those routes alone that match as a whole', () => {
  const routes = [...Array.from({ length: 20 }, (_, n) => page(`a/${n}`)), page('b/:name')];
  patched.matchRoutes(routes, '/b/c');
  const expressions = vi.fn();
  vi.stubGlobal(
    'RegExp',
    class extends RegExp {
      constructor(...args: ConstructorParameters<typeof RegExp>) {
        super(...args);
        expressions();
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  // It has one part.
  expect(patched.matchRoutes(routes, '/b/c')).toHaveLength(1);
  expect(expressions).toHaveBeenCalledOnce();
});
