import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeAll, expect, it, vi } from 'vitest';
import { ENTITIES } from '#app/entities/registry.server.ts';

type Route = { loader?: unknown; action?: (args: ActionFunctionArgs) => Promise<Response> };

const routes = import.meta.glob<Route>('../../routes/api/api.*');

/** Routes that are not operations: the API's description, and the handler of unknown URLs. */
const NO_OPERATIONS = ['api.$.ts', 'api._index.tsx', 'api.openapi[.]json.ts'];

let paths: object;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost/nothing');
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  vi.stubEnv('LOG_LEVEL', 'silent');
  const { openApi } = await import('./openapi.server.ts');
  paths = openApi.paths ?? {};
});

/** `api.image.$a.$b_.$c.ts` → `/api/image/{a}/{b}/{c}` */
function pathOf(file: string): string {
  const parts = file.replace(/\.tsx?$/, '').split('.');
  const named = parts.filter((part) => part !== '_index').map((part) => part.replace(/_$/, ''));
  return `/${named.map((part) => part.replace(/^\$(.+)$/, '{$1}')).join('/')}`;
}

/** Methods that a route serves. No one is logged in and nothing is sent, so a served method answers with a refusal. */
async function methodsOf({ loader, action }: Route): Promise<string[]> {
  const methods = loader ? ['GET'] : [];
  for (const method of action ? ['DELETE', 'PATCH', 'POST', 'PUT'] : []) {
    const request = new Request('https://panocall.example/', { method });
    const context = { clientAddress: '', cspNonce: '' };
    const answer = await action?.({ request, params: {}, context });
    if (answer?.status !== 405) methods.push(method);
  }
  return methods;
}

const entities = ENTITIES.map(({ name }) => name).join('|');
/** `/api/city/{id}` → `/api/{entity}/{id}`: one route serves all entities. */
const generic = (path: string) =>
  path.replace(new RegExp(`^/api/(${entities})(?=(/\\{id\\})?$)`), '/api/{entity}');

it('names exactly the methods and paths of the routes under /api', async () => {
  const served: string[] = [];
  for (const [name, load] of Object.entries(routes)) {
    const file = name.split('/').at(-1) ?? '';
    if (NO_OPERATIONS.includes(file)) continue;
    served.push(...(await methodsOf(await load())).map((method) => `${method} ${generic(pathOf(file))}`));
  }
  const declared = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${generic(path)}`),
  );
  expect([...new Set(declared)].toSorted()).toEqual([...new Set(served)].toSorted());
});
