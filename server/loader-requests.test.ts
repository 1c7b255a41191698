import { createRequire } from 'node:module';
import { expect, it, onTestFinished, vi } from 'vitest';

type CallLoader = (call: object) => Promise<Response>;

/** The module as servers load it, with `patches/` applied. */
const requireOfSite = createRequire(createRequire(import.meta.url).resolve('@remix-run/node'));
const { callRouteLoader }: { callRouteLoader: CallLoader } = requireOfSite(
  '@remix-run/server-runtime/dist/data.js',
);

/** The request a route's loader receives. */
async function given(request: Request): Promise<Request> {
  const seen: Request[] = [];
  const loader = (args: { request: Request }) => {
    seen.push(args.request);
    return new Response();
  };
  // As configured in remix.config.js.
  await callRouteLoader({ loader, request, params: {}, routeId: 'a', loadContext: {}, singleFetch: true });
  const [one] = seen;
  if (!one) throw new Error('the loader was not called');
  return one;
}

it('passes loaders the request itself, as each copy uses memory until the next full garbage collection', async () => {
  for (const query of ['', '?page=2&q=index']) {
    const request = new Request(`http://panocall.test/help${query}`);
    expect(await given(request)).toBe(request);
  }
});

it.each([
  // By stripIndexParam alone, as stripRoutesParam has nothing to do; and the other way round.
  '?index',
  '?_routes=routes%2Fhelp',
])('copies a request once for %s', async (query) => {
  const request = new Request(`http://panocall.test/help${query}`);
  const copies = vi.fn();
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(...args: ConstructorParameters<typeof Request>) {
        super(...args);
        copies();
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await given(request);
  expect(copies).toHaveBeenCalledOnce();
});

it.each([
  ['?index', ''],
  ['?index&page=2', '?page=2'],
  ['?index&index=7', '?index=7'],
  ['?_routes=routes%2Fhelp&page=2', '?page=2'],
])('removes the router’s parameters from %s', async (query, left) => {
  const { signal } = new AbortController();
  const request = new Request(`http://panocall.test/help${query}`, { signal, headers: { a: 'b' } });
  const { url, headers } = await given(request);
  expect(url).toBe(`http://panocall.test/help${left}`);
  expect(headers.get('a')).toBe('b');
});
