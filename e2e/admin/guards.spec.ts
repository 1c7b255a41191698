import { newName, PASSWORD } from '#tests/support/people/members.ts';
import { expect, signInAsAdmin, test, unique } from './people.ts';

test('a visitor must log in first, and then comes back', async ({ page }) => {
  await page.goto('/es/admin/city?q=a');
  await expect(page).toHaveURL(`/es/login?redirectTo=${encodeURIComponent('/es/admin/city?q=a')}`);
  const form = page.locator('form').filter({ has: page.locator('[value=logIn]') });
  await form.getByRole('textbox').first().fill('admin');
  await form.locator('[type=password]').fill(process.env.ADMIN_PASSWORD ?? '');
  await form.locator('[type=submit]').click();
  await expect(page).toHaveURL('/es/admin/city?q=a');
});

test('a user who is no administrator is sent home, and changes nothing', async ({ page }) => {
  const data = { ...newName(), password: PASSWORD };
  expect((await page.request.post('/api/signup', { data })).ok()).toBe(true);
  await page.goto('/es/admin/user');
  await expect(page).toHaveURL('/es');
  const name = unique('Forbidden');
  const form = { intent: 'save', name, country: 'ES', latitude: '1', longitude: '1' };
  await page.request.post('/admin/city/new', { form });
  await page.request.post('/admin/parameter/new', { form: { intent: 'save', name, value: 'x' } });
  for (const entity of ['city', 'parameter']) {
    const answer = await page.request.get(`/api/${entity}?name=${name}`);
    expect(await answer.json()).toMatchObject({ total: 0 });
  }
  const preview = await page.request.post('/admin/preview', { data: '# no' });
  expect(preview.status()).toBe(403);
});

test('its sections are also found without /admin, where no other page is', async ({ page }) => {
  await page.goto('/es/review?q=a');
  await expect(page).toHaveURL(`/es/login?redirectTo=${encodeURIComponent('/es/admin/review?q=a')}`);
  await signInAsAdmin(page);
  await page.goto('/role');
  await page.locator('a[href^="/admin/role/"]:not([href$=new])').first().click();
  await expect(page).toHaveURL(/\/admin\/role\/[\da-f-]{36}$/);
  await page.goto(page.url().replace('/admin', ''));
  await expect(page).toHaveURL(/\/admin\/role\/[\da-f-]{36}$/);
  await page.goto('/testing');
  await expect(page).toHaveURL('/admin/testing');
  for (const path of ['/user', '/blog']) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
  }
});

test.describe('a path that is no page of the administration', () => {
  for (const path of ['/admin/nothing', '/admin/language', '/admin/city/nothing', '/admin/channel/new']) {
    test(`${path} is not found`, async ({ request, page }) => {
      await signInAsAdmin(page);
      const { cookies } = await page.context().storageState();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      expect((await request.get(path, { headers: { cookie } })).status()).toBe(404);
    });
  }
});
