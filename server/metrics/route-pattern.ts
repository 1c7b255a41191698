import type { ServerBuild } from '@remix-run/node';
import { type AgnosticDataRouteObject, matchRoutes } from '@remix-run/router';

/** Which route serves a path, as `/es?/streamers/:name`; null if none does. There are as many answers as routes. */
export function routePatterns(routes: ServerBuild['routes']): (path: string) => string | null {
  const tree = childrenOf(routes, undefined);
  return (path) => {
    const matches = matchRoutes(tree, path);
    if (!matches) return null;
    const parts = matches.flatMap(({ route }) => route.path?.replace(/^\/|\/$/g, '') || []);
    return `/${parts.join('/')}`;
  };
}

function childrenOf(routes: ServerBuild['routes'], parent: string | undefined): AgnosticDataRouteObject[] {
  return Object.values(routes).flatMap((route): AgnosticDataRouteObject[] => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, index, caseSensitive } = route;
    if (index) return [{ id, path, index: true, caseSensitive }];
    return [{ id, path, caseSensitive, children: childrenOf(routes, id) }];
  });
}
