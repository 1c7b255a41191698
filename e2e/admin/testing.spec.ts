import { expect, signInAsAdmin, test } from './people.ts';

test('the testing page lists what is configured, and sends an email', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/testing');
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(region('Installation')).toContainText('PostgreSQL');
  await expect(region('Installation')).toContainText(/Migrations applied(\d+) of \1/);
  await expect(region('Installation')).toContainText('Works');
  await expect(region('Installation')).toContainText(/Cameras by RTMP(Port \d+|Off)/);
  await expect(region('Installation')).toContainText('Cameras that are pulled127.0.0.1:');
  await expect(region('Media servers')).toContainText('Up');
  await expect(region('This browser')).toContainText('Calls (WebRTC)Available');
  await page.getByRole('button', { name: /^Ask Stripe/ }).click();
  await expect(page.getByText('Stripe accepts the key.')).toBeVisible();
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(page.getByText('Test email sent to admin@panocall.localhost.')).toBeVisible();
});

test('warnings of this browser are kept for administrators on every page, and shortened', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto('/blog');
  // The code that records warnings is loaded after the page.
  await expect(async () => {
    await page.evaluate(() => console.warn(`look out ${'x'.repeat(300)}`));
    expect(await page.evaluate(() => sessionStorage.getItem('admin-console'))).toContain('look out');
  }).toPass();
  await page.goto('/admin/testing');
  const kept = page.getByRole('region', { name: 'Console of this browser' }).getByRole('listitem').first();
  await expect(kept).toContainText(`look out ${'x'.repeat(246)}`);
  await expect(kept).not.toContainText('x'.repeat(247));
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('No warnings or errors.')).toBeVisible();
});
