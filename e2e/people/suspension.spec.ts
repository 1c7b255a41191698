import { expect, expectAccessible, PASSWORD, signUp, refusingTest as test } from './site.ts';

test('an administrator ends a session, suspends, sees it in the audit trail, and lifts it', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  site,
}) => {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders });
  const theirs = await context.newPage();
  const { id, username } = await signUp(theirs, site);
  const logIn = { username, password: PASSWORD };
  const phone = await browser.newContext({ baseURL, extraHTTPHeaders, userAgent: 'A phone' });
  expect((await phone.request.post('/api/login', { data: logIn })).status()).toBe(200);

  await signUp(page, site, ['ADMIN']);
  await page.goto(`/admin/user/${id}`);
  await page.getByRole('button', { name: 'End the session on A phone' }).click();
  await expect(page.getByText('Session ended.')).toBeVisible();
  await expect(page.getByText('A phone')).toHaveCount(0);
  expect((await phone.request.get('/api/pinga/auth')).status()).toBe(401);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Suspend this account' }).click();
  await expect(page.getByText('Say why')).toBeVisible();
  await page.getByLabel('Reason').fill('You sent advertisements to guests.');
  await page.getByRole('button', { name: 'Suspend this account' }).click();
  await expect(page.getByText('Account suspended.')).toBeVisible();
  await expect(page.getByText(/^Suspended since/)).toBeVisible();
  await expect(page.getByText('Not logged in anywhere.')).toBeVisible();
  await expectAccessible(page);

  await theirs.goto('/personal/account');
  await expect(theirs).toHaveURL(/\/login\?/);
  const form = theirs.locator('form').filter({ has: theirs.locator('[value=logIn]') });
  await form.getByRole('textbox').first().fill(username);
  await form.locator('[type=password]').fill(PASSWORD);
  await form.locator('[type=submit]').click();
  await expect(theirs.getByRole('alert')).toContainText('Reason: You sent advertisements to guests.');
  await expect(theirs.getByRole('alert').getByRole('link')).toHaveAttribute('href', '/contact-us');
  await expectAccessible(theirs);

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit trail');
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toContainText(['Suspended', 'Sessions ended', 'Logged in', 'Logged in']);
  await expectAccessible(page);
  await rows.first().getByRole('rowheader').getByRole('link').click();
  await expect(page.getByRole('row', { name: /Suspension reason/ })).toContainText(
    'You sent advertisements to guests.',
  );
  await expect(page.getByText('UTC')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: username }).click();
  await page.getByRole('button', { name: 'Lift the suspension' }).click();
  await expect(page.getByText('Suspension lifted.')).toBeVisible();
  expect((await theirs.request.post('/api/login', { data: logIn })).status()).toBe(200);
  await Promise.all([context.close(), phone.close()]);
});
