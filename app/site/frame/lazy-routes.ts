import { HEARTBEAT, statusOf } from './ping.ts';

type LazyRoutes = readonly { id: string; lazy?: unknown; children?: LazyRoutes }[];

/**
 * If the code of the next page cannot be loaded, Remix reloads the current one, so that without a network both are
 * lost. Without a response from the server, this makes the navigation fail instead, as when data cannot be loaded.
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
