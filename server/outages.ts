import type { ServerBuild } from '@remix-run/node';
import { namingOutage } from '#app/http/answers/outages.server.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';

type Routes = ServerBuild['routes'];
type Module = NonNullable<Routes[string]>['module'];

/** Wraps the site's routes so that pages answer 503 instead of 500 while the database or the storage is unavailable. */
export function withOutages(build: ServerBuild): ServerBuild {
  const routes: Routes = {};
  for (const [id, route] of Object.entries(build.routes))
    if (route) routes[id] = { ...route, module: guarded(route.module) };
  return { ...build, routes };
}

function guarded(module: Module): Module {
  const { loader, action } = module;
  return { ...module, ...(loader && { loader: guard(loader) }), ...(action && { action: guard(action) }) };
}

function guard<Args>(work: (args: Args) => unknown) {
  return async (args: Args) => {
    try {
      return await work(args);
    } catch (thrown) {
      const error = namingOutage(thrown);
      if (error === thrown || !(error instanceof ProtocolError)) throw thrown;
      throw new Response(null, { status: ERROR_STATUS[error.code] });
    }
  };
}
