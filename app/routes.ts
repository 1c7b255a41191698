import { flatRoutes } from '@remix-run/fs-routes';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { DEFAULT_LANGUAGE, LANGUAGES } from './i18n/languages.ts';

/** Folders in `routes/`; within each, a file's name is its URL, by Remix's flat-file convention. No build has those of `dev`. */
const FOLDERS = ['admin', 'api', 'log-in', 'people', 'personal', 'room', 'site'];
if (process.env.NODE_ENV === 'development') FOLDERS.push('dev');

const folders = await Promise.all(
  FOLDERS.map((folder) =>
    flatRoutes({ rootDirectory: `routes/${folder}`, ignoredRouteFiles: ['**/*.test.*'] }),
  ),
);

/** Pages are in `($lang)`, whose layout lies in `routes/site`. */
const LANGUAGE = ':lang?';
const routes = folders.flat();
const pages: RouteConfigEntry[] = [];
const others: RouteConfigEntry[] = [];
for (const route of routes) {
  if (route.path?.startsWith(`${LANGUAGE}/`))
    pages.push({ ...route, path: route.path.slice(LANGUAGE.length + 1) });
  else others.push(route);
}

const paths = routes.map(({ path = '', index }) => `/${path}${index ? '?index' : ''}`);
const repeated = paths.find((path, at) => paths.indexOf(path) < at);
if (repeated !== undefined) throw new Error(`Two folders of app/routes have ${repeated}`);

const [prefix, ...more] = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
if (!prefix || more.length > 0) throw new Error('Each language but the default one needs a route of its own');

// Restricts that segment to languages: as a parameter, `/api/user` and `/admin/blog` would also match the pages
// `/:lang?/user` and `/:lang?/blog`.
export default others.map((route) =>
  route.path === LANGUAGE
    ? { ...route, path: `${prefix}?`, children: [...(route.children ?? []), ...pages] }
    : route,
);
