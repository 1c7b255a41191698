import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parameter } from '#db/schema/index.ts';
import { type Site, startSite } from '../../support/servers/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

async function footerLinks(path: string): Promise<string[]> {
  const html = await (await fetch(new URL(path, site.server.url))).text();
  const footer = /<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? '';
  return [...footer.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

const showsLinks = (path: string, links: string[]) =>
  vi.waitFor(async () => expect(await footerLinks(path)).toEqual(links), { timeout: 10_000 });

describe('the footer’s links', () => {
  it('are only those set by parameters, and follow each change while the site runs', async () => {
    expect(await footerLinks('/contact-us')).toEqual([]);
    await site.db.insert(parameter).values([
      { name: 'social-twitter', value: ' https://twitter.example/us ' },
      { name: 'social-facebook', value: 'javascript:alert(1)' },
      { name: 'social-youtube', value: 'https://youtube.example/us' },
      { name: 'social-youtube-shown', value: 'false' },
      { name: 'social-vimeo', value: 'https://vimeo.example/us' },
      { name: 'social-instagram', value: 'https://instagram.example/us' },
      { name: 'social-instagram-shown', value: 'true' },
      { name: 'store-ios', value: 'https://apps.example/{language}/app' },
    ]);
    const [app, twitter, instagram, youtube] = [
      'https://apps.example/es/app',
      'https://twitter.example/us',
      'https://instagram.example/us',
      'https://youtube.example/us',
    ];
    await showsLinks('/es/contact-us', [app, twitter, instagram]);
    await site.db.update(parameter).set({ value: 'true' }).where(eq(parameter.name, 'social-youtube-shown'));
    await showsLinks('/es/contact-us', [app, twitter, youtube, instagram]);
    await site.db.delete(parameter).where(eq(parameter.name, 'store-ios'));
    await showsLinks('/es/contact-us', [twitter, youtube, instagram]);
  });
});

it('the built site has no development pages', async () => {
  expect((await fetch(new URL('/dev/mails', site.server.url))).status).toBe(404);
});
