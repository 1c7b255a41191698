import { HEARTBEAT, statusOf } from './ping.ts';

type LazyRoutes = readonly { id: string; lazy?: unknown; children?: LazyRoutes }[];

/**
 * Remix reloads the page when it cannot load the code of the next one, which without a network loses both. Without an
 * answer of the server, lets the navigation fail instead, as it does when data cannot be loaded.
 */
export function failWithoutServer(routes: LazyRoutes = window.__remixRouter.routes): void {
  for (const route of routes) {
    const { lazy } = route;
    if (typeof lazy === 'function') {
      route.lazy = async () => {
        const { module } = window.__remixManifest.routes[route.id] ?? {};
        if (module) await import(/* @vite-ignore */ module).catch(throwUnlessServed);
        return lazy();
      };
    }
    failWithoutServer(route.children ?? []);
  }
}

async function throwUnlessServed(error: unknown): Promise<void> {
  if ((await statusOf(HEARTBEAT)) === 0) throw error;
}
