import { flatRoutes } from '@remix-run/fs-routes';
import { DEFAULT_LANGUAGE, LANGUAGES } from './i18n/languages.ts';

const routes = await flatRoutes({ ignoredRouteFiles: ['**/*.test.*'] });
const [prefix, ...others] = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
if (!prefix || others.length > 0)
  throw new Error('Each language but the default one needs a route of its own');

// Pages are in `($lang)`. Restricts that segment to languages: as a parameter, `/api/user` and `/admin/blog` would also
// match the pages `/:lang?/user` and `/:lang?/blog`.
export default routes.map((route) => (route.path === ':lang?' ? { ...route, path: `${prefix}?` } : route));
