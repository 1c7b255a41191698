import { beforeAll, expect, it, vi } from 'vitest';

let detectLanguage: typeof import('./language.server.ts').detectLanguage;
let serializeLanguage: typeof import('./language.server.ts').serializeLanguage;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost/nothing');
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  ({ detectLanguage, serializeLanguage } = await import('./language.server.ts'));
});

const visit = (headers: Record<string, string>) =>
  new Request('https://panocall.example/room/guest/K7M4QX9TR', { headers });
const page = { Accept: 'text/html' };

it.each([
  [{ ...page, 'Accept-Language': 'es-MX,es;q=0.9,en;q=0.8' }, 'en', 'es'],
  [{ ...page, 'Accept-Language': 'en-GB' }, 'es', 'en'],
  [{ ...page, 'Accept-Language': 'fr' }, 'es', 'es'],
  [page, 'es', 'es'],
  // A link preview.
  [{ Accept: '*/*', 'Accept-Language': 'en' }, 'es', 'es'],
] as const)('%j at a link in %s is shown %s', async (headers, linked, language) => {
  expect(await detectLanguage(visit(headers), linked)).toBe(language);
});

it('follows a stored choice', async () => {
  const [Cookie = ''] = (await serializeLanguage('en', visit(page))).split(';');
  expect(await detectLanguage(visit({ ...page, 'Accept-Language': 'es', Cookie }), 'es')).toBe('en');
});
