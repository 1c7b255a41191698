import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freePort } from '#scripts/processes/ports.ts';

let server: Server | undefined;
let askGeocoder: typeof import('./geocoder.server.ts').askGeocoder;
const asked: URL[] = [];

async function geocoder(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<void> {
  const port = await freePort();
  const started = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://localhost'));
    answer(response, request);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve));
  vi.stubEnv('GEOCODER_URL', `http://127.0.0.1:${port}/search`);
  ({ askGeocoder } = await import('./geocoder.server.ts'));
}
const json = (body: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(body));

const sol = { display_name: 'Puerta del Sol, Madrid', lat: '40.4169473', lon: '-3.7035285', place_id: 1 };

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/none');
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  asked.length = 0;
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  vi.unstubAllEnvs();
});

it('finds places in the reader’s language, and asks once for the same text', async () => {
  await geocoder(json([sol]));
  const places = [{ name: 'Puerta del Sol, Madrid', latitude: 40.41695, longitude: -3.70353 }];
  expect(await askGeocoder('Puerta del Sol', 'es', 5)).toEqual(places);
  expect(await askGeocoder(' puerta del sol', 'es', 5)).toEqual(places);
  expect(asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
    ['/search', { q: 'Puerta del Sol', format: 'jsonv2', limit: '5', 'accept-language': 'es' }],
  ]);
});

it('asks at most once a second, and not at all if too many wait', async () => {
  await geocoder(json([]));
  const begun = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) => askGeocoder(`place ${nth}`, 'en', 5)),
  );
  // One at once, four within the longest wait.
  expect(answers.filter((places) => places !== null)).toHaveLength(5);
  expect(asked).toHaveLength(5);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(3_900);
});

it.each<[string, (response: ServerResponse) => void]>([
  ['an error', (response) => void response.writeHead(503).end('[]')],
  ['a redirect', (response) => void response.writeHead(302, { Location: '/other' }).end()],
  ['something else than places', json([{ ...sol, lat: 'north' }])],
  ['a place beyond the poles', json([{ ...sol, lat: '91' }])],
  ['no JSON', (response) => void response.end('<html>')],
  ['too much', (response) => void response.end(`["${'x'.repeat(300_000)}"]`)],
])('is as without an answer for %s', async (_, answer) => {
  await geocoder(answer);
  expect(await askGeocoder('Madrid', 'en', 5)).toBeNull();
  expect(asked).toHaveLength(1);
});

it('is not asked if the operator has set none', async () => {
  ({ askGeocoder } = await import('./geocoder.server.ts'));
  expect(await askGeocoder('Madrid', 'en', 5)).toBeNull();
});
