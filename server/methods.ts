import type { ServerBuild } from '@remix-run/node';
import { refusal } from '#app/http/answers/answer.server.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';

type Routes = ServerBuild['routes'];
type Module = NonNullable<Routes[string]>['module'];

const REFUSED = ERROR_STATUS.METHOD_NOT_ALLOWED;

/**
 * Wraps the site's routes so that they refuse a method that they do not serve, and name those that they do: as the API
 * does, pages by the error page. Remix would respond with its own error and log it as ours.
 */
export function withMethods(build: ServerBuild): ServerBuild {
  const routes: Routes = {};
  for (const [id, route] of Object.entries(build.routes))
    if (route) routes[id] = { ...route, module: refusing(route.module) };
  return { ...build, routes };
}

function refusing(module: Module): Module {
  const { loader, action } = module;
  const isPage = 'default' in module;
  const writes = action ? writesOf(action) : [];
  const allow = [...(loader || isPage ? ['GET', 'HEAD'] : []), ...writes].join(', ');
  const refuse = (): Response => {
    // Its text is for `entry.server.tsx`, as pages take no headers from what was thrown.
    if (isPage) throw new Response(allow, { status: REFUSED });
    return named(refusal(new ProtocolError('METHOD_NOT_ALLOWED')), allow);
  };
  type Args = Parameters<NonNullable<typeof action>>[0];
  const act = async (args: Args) => {
    if (!action || !writes.includes(args.request.method)) return refuse();
    return named(await action(args), allow);
  };
  return { ...module, action: act, ...(!isPage && !loader && { loader: async () => refuse() }) };
}

/** The methods of `byMethod`; any other action serves forms, which send POST. */
const writesOf = (action: object): string[] =>
  'methods' in action && Array.isArray(action.methods) ? action.methods.map(String) : ['POST'];

/** Names the methods in a refusal that does not. */
function named<T>(answer: T, allow: string): T {
  if (answer instanceof Response && answer.status === REFUSED && !answer.headers.has('Allow'))
    answer.headers.set('Allow', allow);
  return answer;
}
