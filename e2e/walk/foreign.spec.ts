import { LANGUAGES, localePath } from '#app/i18n/languages.ts';
import { expect } from '../support/test.ts';
import { PAGES, ROLES } from './pages.ts';
import { test } from './visitors.ts';

/** Requests with JavaScript are checked by the walk. */
for (const role of ROLES) {
  test(`as ${role} without JavaScript, no page sends a request to another site`, async ({
    visitors,
    made,
    browser,
    baseURL,
  }) => {
    test.slow();
    const storageState = await visitors[role].page.context().storageState();
    const context = await browser.newContext({
      ...{ baseURL, storageState, javaScriptEnabled: false, serviceWorkers: 'block' },
    });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      const isElsewhere = request.url().startsWith('http') && new URL(request.url()).origin !== baseURL;
      if (isElsewhere) asked.push(`${page.url()}: ${request.url()}`);
    });
    let visited = 0;
    for (const place of Object.values(PAGES).flat()) {
      // A page's requests are the same in each language and for each role.
      if ((place.for ?? place.roles?.[0] ?? 'stranger') !== role) continue;
      const path = place.path.replace(/:([\w-]+)/, (_, name) => made.get(name) ?? '');
      const [language = 'en'] = place.languages ?? LANGUAGES;
      await page.goto(localePath(path, language), { waitUntil: 'load' });
      visited += 1;
    }
    expect(asked).toEqual([]);
    expect(visited).toBeGreaterThan(10);
    await context.close();
  });
}
