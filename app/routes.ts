import { flatRoutes } from '@remix-run/fs-routes';
import { DEFAULT_LANGUAGE, LANGUAGES } from './i18n/languages.ts';

const routes = await flatRoutes({ ignoredRouteFiles: ['**/*.test.*'] });
const [prefix, ...others] = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
if (!prefix || others.length > 0)
  throw new Error('Each language but the default one needs a route of its own');

// Pages lie in `($lang)`. That segment can only be a language: as a parameter, `/api/user` and `/admin/blog` would fit
// the pages `/:lang?/user` and `/:lang?/blog` as well as their own.
export default routes.map((route) => (route.path === ':lang?' ? { ...route, path: `${prefix}?` } : route));
