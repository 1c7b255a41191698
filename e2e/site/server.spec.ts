import { expect, test } from '../support/test.ts';

test('the health check includes the database', async ({ request }) => {
  const answer = await request.get('/healthcheck');
  expect([answer.status(), await answer.text()]).toEqual([200, 'OK']);
});

test('built files are cached forever, pages never', async ({ page, request }) => {
  const answer = await page.goto('/');
  expect(answer?.headers()['cache-control']).toBe('private, no-cache');
  const asset = await page.locator('link[rel=stylesheet]').getAttribute('href');
  const file = await request.get(asset ?? '');
  expect(file.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await request.get('/assets/gone.js')).status()).toBe(404);
  expect((await request.post(asset ?? '')).status()).toBe(404);
});

test('built files come compressed, and only once', async ({ page, request }) => {
  await page.goto('/');
  const asset = (await page.locator('link[rel=stylesheet]').getAttribute('href')) ?? '';
  const [brotli, gzip, plain] = await Promise.all(
    ['br, gzip', 'gzip', 'identity'].map((accepted) =>
      request.get(asset, { headers: { 'Accept-Encoding': accepted } }),
    ),
  );
  expect(brotli?.headers()).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  // What is compressed during the request has no known length.
  expect(Number(brotli?.headers()['content-length'])).toBeGreaterThan(0);
  expect(gzip?.headers()).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(plain?.headers()['content-encoding']).toBeUndefined();
  expect(await brotli?.text()).toBe(await plain?.text());
  expect(await gzip?.text()).toBe(await plain?.text());
  const again = await request.get('/panocall.js');
  expect(again.headers()['cache-control']).toBe('public, max-age=3600');
  const etag = again.headers().etag ?? '';
  expect((await request.get('/panocall.js', { headers: { 'If-None-Match': etag } })).status()).toBe(304);
});

test('injected scripts and styles do not run', async ({ page }) => {
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

test('no script of a page tries to compile code', async ({ page }) => {
  await page.addInitScript(() => {
    // Chromium logs no such attempt if the exception is caught.
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
      console.error(`${effectiveDirective} blocked ${blockedURI}`),
    );
  });
  await page.goto('/room/guest');
  await expect(page.getByLabel('Room code')).toBeVisible();
});
