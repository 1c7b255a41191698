import { newName, PASSWORD } from '#tests/support/people/members.ts';
import { expect, expectAccessible, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

for (const { home, path, title, retry, heading } of [
  { home: '/', path: '/help', title: "You're offline", retry: 'Try again', heading: 'Help' },
  {
    home: '/es',
    path: '/es/help',
    title: 'No tienes conexión',
    retry: 'Reintentar',
    heading: 'Ayuda',
  },
]) {
  test(`without a network, ${path} says so, and is shown once there is one`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto(home);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('link', { name: retry }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await context.close();
  });
}

test('the service worker caches files, but no pages or responses', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto('/blog');
  const data = { ...newName(), password: PASSWORD };
  expect((await page.request.post('/api/signup', { data })).status()).toBe(201);
  await page.goto('/personal/account');
  await page.getByRole('main').getByRole('link', { name: 'Messages' }).click();
  await expect(page).toHaveURL('/personal/inquiry');
  await page.evaluate(() => fetch('/personal/data'));
  await page.evaluate(() => fetch('/api/fragment/language/en/name/privacy-policy'));
  const kept = () =>
    page.evaluate(async () => {
      const caching = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(caching.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(async () => (await kept()).some((path) => path.endsWith('.js'))).toBe(true);
  const others = (await kept()).filter((path) => !path.startsWith('/assets/'));
  expect(others.toSorted()).toEqual(['/favicon.svg', '/offline/en', '/offline/es']);
});

test('the site can be installed', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test's window is incognito, where nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
