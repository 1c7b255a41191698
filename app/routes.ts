import { flatRoutes } from '@remix-run/fs-routes';

const routes = await flatRoutes({ ignoredRouteFiles: ['**/*.test.*'] });
const isApi = (path: string | undefined) => path === 'api' || path?.startsWith('api/');

// `/api/user` fits the page `/:lang?/user` as well as the API's `/api/:entity`: of two that fit alike the first counts.
export default routes.toSorted((a, b) => Number(isApi(b.path) ?? false) - Number(isApi(a.path) ?? false));
