import type { EntryContext } from '@remix-run/node';
import { expect, test, vi } from 'vitest';

vi.mock('@remix-run/react', async (load) => ({
  ...(await load<object>()),
  RemixServer: () => <p>Hello</p>,
}));

vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost/nothing');
vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
const { default: handleRequest } = await import('./entry.server.tsx');

function render(): Promise<Response> {
  const context: EntryContext = {
    manifest: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    routeModules: {},
    staticHandlerContext: {
      ...{ basename: '/', matches: [], loaderData: {}, actionData: null, errors: null, statusCode: 200 },
      ...{ loaderHeaders: {}, actionHeaders: {}, activeDeferreds: null },
      location: { pathname: '/', search: '', hash: '', state: null, key: '' },
    },
    future: {
      ...{ v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true },
      ...{ v3_routeConfig: true, v3_singleFetch: true, v3_lazyRouteDiscovery: true },
    },
    isSpaMode: false,
    serializeError: (error) => ({ message: error.message, stack: '' }),
  };
  const loadContext = { cspNonce: 'nonce', clientAddress: '' };
  return handleRequest(new Request('http://localhost/'), 200, new Headers(), context, loadContext);
}

test('a page is not given up because the CPU has had no time to begin it', async () => {
  // Loads the texts, for which the second page need not wait.
  await render();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const page = render();
  // React begins in the next turn of the event loop, before which all of this runs.
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  vi.advanceTimersByTime(60_000);
  expect(await (await page).text()).toContain('Hello');
  vi.useRealTimers();
});
