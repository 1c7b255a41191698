import { expect, test } from '../support/test.ts';

test('the server says that it is well, database included', async ({ request }) => {
  const answer = await request.get('/healthcheck');
  expect([answer.status(), await answer.text()]).toEqual([200, 'OK']);
});

test('built files are kept by caches for ever, pages by none', async ({ page, request }) => {
  const answer = await page.goto('/');
  expect(answer?.headers()['cache-control']).toBe('private, no-cache');
  const asset = await page.locator('link[rel=stylesheet]').getAttribute('href');
  const file = await request.get(asset ?? '');
  expect(file.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await request.get('/assets/gone.js')).status()).toBe(404);
});

test('scripts and styles that the page did not bring do not run', async ({ page }) => {
  await page.goto('/');
  const refused: string[] = [];
  page.removeAllListeners('console');
  page.on('console', (message) => refused.push(message.text()));
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.body.dataset.ran = "yes"';
    document.body.append(script);
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="/none.png" onerror="document.body.dataset.ran = 1">',
    );
  });
  await expect
    .poll(() => refused.filter((text) => text.includes('Content Security Policy')).length)
    .toBeGreaterThanOrEqual(2);
  expect(await page.evaluate(() => document.body.dataset.ran)).toBeUndefined();
});

test('no script of a page tries to compile code, which browsers log as an error', async ({ page }) => {
  await page.addInitScript(() => {
    // Chromium logs no such attempt that is caught.
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
      console.error(`${effectiveDirective} blocked ${blockedURI}`),
    );
  });
  await page.goto('/room/guest');
  await expect(page.getByLabel('Room code')).toBeVisible();
});
