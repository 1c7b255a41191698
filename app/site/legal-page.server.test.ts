import { beforeAll, expect, it, vi } from 'vitest';
import { readTexts } from '#db/seed/texts.ts';
import { isParameterName, PARAMETERS, type ParameterName } from '#protocol/parameters.ts';

let completed: typeof import('./legal-page.server.ts').completed;
let pages: readonly string[];
let render: typeof import('#app/content/markdown.server.ts').renderMarkdown;

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost/nothing');
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  ({ completed, LEGAL_PAGES: pages } = await import('./legal-page.server.ts'));
  ({ renderMarkdown: render } = await import('#app/content/markdown.server.ts'));
});

/** The parameters of a site on which these are set. */
const site = (set: Partial<Record<ParameterName, string>>) => ({
  text: (name: ParameterName) => set[name] ?? PARAMETERS[name].initial,
});

it('names the parameters of the site, as they are set', () => {
  const body = '{{site-name}}, {{operator-name}}: {{cancel-free-hours}} hours, {{nothing}}';
  const set = site({ 'site-name': 'Far *away*', 'operator-name': 'A <b>', 'cancel-free-hours': '36' });
  const { text, isComplete } = completed(body, set, 'en');
  expect(isComplete).toBe(true);
  expect(render(text)).toBe('<p>Far *away*, A &lt;b&gt;: 36 hours, {{nothing}}</p>\n');
});

it('keeps the lines of an address on a line of its own, and joins them within a sentence', () => {
  const set = site({ 'operator-address': 'Main Street 1\r\n12345 Town' });
  const shown = (body: string) => render(completed(body, set, 'en').text);
  expect(shown('Write to:\r\n\r\n{{operator-address}}\r\n')).toBe(
    '<p>Write to:</p>\n<p>Main Street 1<br>\n12345 Town</p>\n',
  );
  expect(shown('We are at {{operator-address}} in\nEurope.')).toBe(
    '<p>We are at Main Street 1, 12345 Town in\nEurope.</p>\n',
  );
});

it('marks what is missing', () => {
  expect(completed('{{operator-name}}', site({}), 'en')).toEqual({
    text: "**[To be completed in the administration: the operator's name]**",
    isComplete: false,
  });
  expect(completed('[[el tribunal]]', site({}), 'es')).toEqual({
    text: '**[Por completar en la administración: el tribunal]**',
    isComplete: false,
  });
});

it('the first texts exist for each page, name known parameters, and tell of nothing that is not set', async () => {
  const texts = (await readTexts('fragments')).filter(({ name }) => pages.includes(name));
  expect(texts).toHaveLength(2 * pages.length);
  for (const { name, language, body } of texts) {
    const named = [...body.matchAll(/\{\{(.*?)\}\}/g)].map(([, parameter = '']) => parameter);
    expect([name, language, named.filter((parameter) => !isParameterName(parameter))]).toEqual([
      name,
      language,
      [],
    ]);
    const { isComplete } = completed(body, site({}), language === 'ENGLISH' ? 'en' : 'es');
    expect([name, isComplete]).toEqual([name, !['terms', 'imprint'].includes(name)]);
  }
});
