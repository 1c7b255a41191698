import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parameter } from '#db/schema/index.ts';
import { type Site, startSite } from '../support/uploads.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.db.insert(parameter).values([
    { name: 'social-instagram', value: 'https://www.instagram.com/somebody' },
    { name: 'social-twitter', value: '' },
    { name: 'social-facebook', value: 'javascript:alert(1)' },
    { name: 'store-ios', value: 'https://apps.example/{language}/app' },
  ]);
});
afterAll(() => site.stop());

async function footerLinks(path: string): Promise<string[]> {
  const html = await (await fetch(new URL(path, site.server.url))).text();
  const footer = /<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? '';
  return [...footer.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

describe('the footer’s links', () => {
  it('are those of the parameters, else the usual ones, in the page’s language', async () => {
    expect(await footerLinks('/es/contact-us')).toEqual([
      'https://play.google.com/store/apps/details?id=app.panocall&hl=es',
      'https://apps.example/es/app',
      'https://www.youtube.com/@panocall',
      'https://www.instagram.com/somebody',
    ]);
  });
});
