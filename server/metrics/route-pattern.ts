import type { ServerBuild } from '@remix-run/node';
import { type AgnosticDataRouteObject, matchRoutes } from '@remix-run/router';

/**
 * Returns a function that finds the pattern of the route serving a path, e.g. `/es?/streamers/:name`; null without one.
 * The number of patterns is bounded by the number of routes.
 */
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
