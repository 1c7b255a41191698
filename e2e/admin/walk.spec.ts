import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { city, expect, make, signInAsAdmin, test, unique } from './people.ts';

const listSchema = z.object({ entities: z.array(z.object({ id: z.string() })).min(1) });

async function firstId(page: Page, entity: string): Promise<string> {
  const { entities } = listSchema.parse(await (await page.request.get(`/api/${entity}?size=1`)).json());
  return entities[0]?.id ?? '';
}

/** For each section, how to have a row in it. */
const ROWS: Record<string, (page: Page) => Promise<string>> = {
  user: (page) => firstId(page, 'user'),
  role: (page) => firstId(page, 'role'),
  city: (page) => make(page, 'city', city()),
  inquiry: (page) => make(page, 'inquiry', { email: 'walk@example.org', message: 'Hello '.repeat(200) }),
  parameter: (page) => make(page, 'parameter', { name: unique('walk'), value: 'true' }),
  channel: async (page) => {
    expect((await page.request.get('/api/channel/ticket')).status()).toBe(200);
    return firstId(page, 'channel');
  },
  review: async (page) => {
    const username = unique('walk');
    const email = `${username}@example.org`;
    const producerId = await make(page, 'user', { username, urlname: username, email });
    return make(page, 'review', { producerId, rating: 4, text: 'Good.' });
  },
  blog: (page) =>
    make(page, 'blog', {
      name: unique('walk'),
      language: 'ENGLISH',
      title: 'A walk',
      body: '# Hello\n\nSome *words*.',
    }),
  fragment: (page) => firstId(page, 'fragment'),
  subscription: (page) =>
    make(page, 'subscription', { email: `${unique('walk')}@example.org`, language: 'SPANISH' }),
};

const LANGUAGES = { en: { prefix: '', lang: 'en' }, es: { prefix: '/es', lang: 'es' } } as const;

async function expectSound(page: Page, path: string, lang: string) {
  const answer = await page.goto(path);
  expect([path, answer?.status()]).toEqual([path, 200]);
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([]);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect([path, wider]).toEqual([path, 0]);
}

for (const [section, makeRow] of Object.entries(ROWS)) {
  test(`the ${section} pages break no accessibility rule and report no error`, async ({ page }) => {
    await signInAsAdmin(page);
    const id = await makeRow(page);
    for (const { prefix, lang } of Object.values(LANGUAGES)) {
      const list = `${prefix}/admin/${section}`;
      await page.setViewportSize({ width: 360, height: 740 });
      await expectSound(page, list, lang);
      const mayCreate = (await page.locator(`a[href="${list}/new"]`).count()) > 0;
      await page.setViewportSize({ width: 1280, height: 800 });
      await expectSound(page, `${list}/${id}`, lang);
      if (mayCreate) await expectSound(page, `${list}/new`, lang);
    }
  });
}

for (const path of ['/admin', '/es/admin', '/admin/testing', '/es/admin/testing']) {
  test(`${path} breaks no accessibility rule and reports no error`, async ({ page }) => {
    await signInAsAdmin(page);
    await expectSound(page, path, path.startsWith('/es') ? 'es' : 'en');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
}
