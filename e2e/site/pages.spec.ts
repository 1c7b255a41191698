import { hydrated } from '../support/test.ts';
import { expect, expectAccessible, refusingTest, test } from './site.ts';

test.describe('the blog', () => {
  test('leads from the home page to the newest post, and from post to post', async ({ page }) => {
    await page.goto('/');
    const latest = page.getByRole('region', { name: 'From the blog' });
    await expect(latest.getByRole('listitem')).toHaveCount(3);
    const newest = (await latest.getByRole('link').nth(1).textContent()) ?? '';
    await latest.getByRole('link', { name: 'All posts' }).click();
    await expect(page).toHaveURL('/blog');
    await page.getByRole('main').getByRole('link').first().click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(newest);
    await page.getByRole('link', { name: /^Older/ }).click();
    await expect(title).not.toHaveText(newest);
    await page.getByRole('link', { name: /^Newer/ }).click();
    await expect(title).toHaveText(newest);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('has each post at a path with its language too', async ({ page }) => {
    await page.goto('/blog/es');
    await expect(page).toHaveURL('/es/blog');
    await page.goto('/es/blog/en/light-and-place?from=friend');
    await expect(page).toHaveURL('/blog/light-and-place?from=friend');
  });

  test('tells search engines about both languages of a post, and its type', async ({ page, baseURL }) => {
    const origin = new URL(baseURL ?? '').origin;
    await page.goto('/es/blog/light-and-place');
    const link = (rel: string) => page.locator(`head link[rel=${rel}]`);
    await expect(link('canonical')).toHaveAttribute('href', `${origin}/es/blog/light-and-place`);
    await expect(link('alternate').and(page.locator('[hreflang=en]'))).toHaveAttribute(
      'href',
      `${origin}/blog/light-and-place`,
    );
    const json = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(json ?? '')).toMatchObject({ '@type': 'BlogPosting', inLanguage: 'es' });
    const card = await page.locator('meta[property="og:image"]').getAttribute('content');
    const picture = await page.request.get(card ?? '');
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  });
});

test('the page of the API has contents, and finds calls by their words', async ({ page }) => {
  await page.goto('/api');
  await hydrated(page);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'Schemas' }).click();
  await expect(page.getByRole('heading', { name: 'Schemas' })).toBeInViewport();
  await page.getByLabel('Search the calls').fill('no such call');
  await expect(page.getByText('0 calls')).toBeVisible();
  await expect(contents.getByRole('link')).toHaveCount(0);
  await page.getByLabel('Search the calls').fill('webhook /send');
  await expect(page.getByRole('status')).toHaveText('1 call');
  await expect(page.getByRole('article')).toHaveText(/^POST .*webhook.*send/);
  await expectAccessible(page);
  await page.getByLabel('Search the calls').fill('room');
  await expect(page.getByRole('status')).toHaveText(/^\d+ calls$/);
  const schema = page.getByRole('article').getByText('Body', { exact: true }).first();
  await schema.click();
  await expect(page.getByRole('article').locator('pre').first()).toBeVisible();
});

test('the header and the home page lead to streamers', async ({ page }) => {
  await page.goto('/help');
  await page.getByRole('banner').getByRole('link', { name: 'Streamers' }).click();
  await expect(page).toHaveURL('/user');
  for (const [from, name, to] of [
    ['/', 'See the streamers', '/user'],
    ['/es', 'Gana dinero como streamer', '/es/earn-money'],
  ] as const) {
    await page.goto(from);
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(page).toHaveURL(to);
  }
});

for (const [path, words] of [
  ['/blog/nothing', 'Page not found'],
  ['/blog/fr/light-and-place', 'Page not found'],
  ['/es/blog/nada', 'Página no encontrada'],
  // Only administrators see drafts.
  ['/blog/what-comes-next', 'Page not found'],
  ['/blog?page=0', 'Page not found'],
  ['/blog?page=99', 'Page not found'],
  ['/blog?page=x', 'Page not found'],
] as const) {
  refusingTest(`${path} is no page`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words);
  });
}

refusingTest('where the server fails, the page says so, and leads on', async ({ page }) => {
  await page.goto('/blog');
  // Before hydration the link would load a page instead of its data.
  await hydrated(page);
  // The failure is also logged to the console.
  page.removeAllListeners('console');
  await page.route(/help\.data/, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error occurred');
  await expect(page).toHaveTitle(/^Error occurred/);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
});

test('a section of the help page has a URL', async ({ page }) => {
  await page.goto('/help');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Cameras' }).click();
  await expect(page).toHaveURL('/help#help-cameras');
  await expect(page.getByRole('heading', { level: 2, name: 'Cameras' })).toBeInViewport();
});

test('the sitemap lists pages in both languages, none of the demo, and each of them exists', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  const sitemap = /^Sitemap: (.+)$/m.exec(robots)?.[1];
  const xml = await (await request.get(sitemap ?? '')).text();
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  const paths = addresses.map((address) => new URL(address).pathname);
  for (const path of ['/', '/es', '/blog', '/es/help']) {
    expect(paths).toContain(path);
  }
  expect(paths.filter((path) => path.includes('/blog/'))).toEqual([]);
  for (const path of paths.filter((path) => !path.endsWith('/user'))) {
    expect([path, (await request.get(path)).status()]).toEqual([path, 200]);
  }
});

refusingTest('an invitation shows as a card, and does not name the room', async ({ page }) => {
  await page.goto('/es/room/guest/K7M4QX9TR');
  const tags = page.locator('meta[property^="og:"]');
  await expect(tags.and(page.locator('[property="og:title"]'))).toHaveAttribute('content', /360°/);
  const contents = await tags.evaluateAll((all) => all.map((tag) => tag.getAttribute('content')));
  expect(contents.join(' ')).not.toContain('K7M4QX9TR');
  const picture = await page.request.get(contents.find((content) => content?.endsWith('.png')) ?? '');
  expect(picture.status()).toBe(200);
});
