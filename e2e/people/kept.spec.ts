import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { session, user } from '#db/schema/index.ts';
import common from '#locales/en/common.json' with { type: 'json' };
import errors from '#locales/en/errors.json' with { type: 'json' };
import login from '#locales/en/login.json' with { type: 'json' };
import personal from '#locales/en/personal.json' with { type: 'json' };
import { newName } from '#tests/support/people/members.ts';
import { expect, expectAccessible, hydrated, PASSWORD, signUp, test as strictTest } from './site.ts';

/** Without a network or a server, browsers and Remix log failed requests. */
const test = strictTest.extend({
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
});

const firstName = (page: Page) => page.getByLabel(personal.profile.firstName, { exact: true });
const save = (page: Page) => page.locator('#profile').getByRole('button', { name: personal.save });
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: errors.again });
const account = (page: Page, name: string) =>
  page.getByRole('button', { name: common.header.account.replace('{{name}}', name) });

async function edit(page: Page, name: string): Promise<void> {
  await page.goto('/personal/profile');
  await hydrated(page);
  await firstName(page).fill(name);
}

test('without a network or a server, a form keeps what was typed, and can be sent again', async ({
  page,
  context,
  site,
}) => {
  const me = await signUp(page, site);
  await edit(page, 'Offline');
  await context.setOffline(true);
  await save(page).click();
  await expect(page.getByRole('alert').filter({ hasText: errors.NO_CONNECTION })).toBeVisible();
  await expect(firstName(page)).toHaveValue('Offline');
  await expect(account(page, me.username)).toBeVisible();
  await expectAccessible(page);
  // Waits for each attempt's end, because the message of the last one may still be shown.
  const refused = page.waitForEvent('requestfailed');
  await again(page).click();
  await refused;
  await expect(again(page)).toBeEnabled();
  await expect(page.getByRole('alert').filter({ hasText: errors.NO_CONNECTION })).toBeVisible();

  await context.setOffline(false);
  // As a proxy answers while the server restarts.
  await page.route('**/personal/profile.data*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      : route.continue(),
  );
  await again(page).click();
  await expect(page.locator('#profile').getByText(errors.UNAVAILABLE)).toBeVisible();
  await expect(again(page)).toBeEnabled();
  await expect(firstName(page)).toHaveValue('Offline');
  await page.unrouteAll();
  await again(page).click();
  await expect(page.locator('#profile').getByText(personal.saved)).toBeVisible();
  const [row] = await site.db.select({ name: user.firstName }).from(user).where(eq(user.id, me.id));
  expect(row?.name).toBe('Offline');
});

test('without a network, a link leads to a page that says so, and Back leads back', async ({
  page,
  context,
  site,
}) => {
  const me = await signUp(page, site);
  // Sent by the code that makes a link without a network lead to an error.
  const watched = page.waitForResponse('**/api/pinga/auth');
  await page.goto('/personal/account');
  await watched;
  await context.setOffline(true);
  // The code of a page not visited yet is missing as well.
  await page.getByRole('link', { name: common.menu.blog }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.error.noConnection);
  await expect(account(page, me.username)).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.error.noConnection);
  await context.setOffline(false);
  await page.getByRole('button', { name: common.error.again }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(personal.account.title);
  await expect(account(page, me.username)).toBeVisible();
});

test('unsaved changes survive a link, Back, a reload or a log-out elsewhere', async ({ page, site }) => {
  const me = await signUp(page, site);
  await page.goto('/personal/account');
  await page.getByRole('navigation').getByRole('link', { name: personal.nav.profile }).click();
  await hydrated(page);
  await firstName(page).fill('Not yet');
  const dialog = page.getByRole('dialog', { name: errors.leave.title });
  await page.getByRole('link', { name: common.menu.blog }).first().click();
  await dialog.getByRole('button', { name: errors.leave.stay }).click();
  await page.goBack();
  await dialog.getByRole('button', { name: errors.leave.stay }).click();
  await expect(page).toHaveURL('/personal/profile');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(firstName(page)).toHaveValue('Not yet');

  await site.db.delete(session).where(eq(session.userId, me.id));
  // As when the tab becomes visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('alert').filter({ hasText: common.loggedOut })).toBeVisible();
  await save(page).click();
  await expect(page.locator('#profile').getByRole('alert')).toContainText(errors.loggedOut);
  await expectAccessible(page);
  // The changes are not saved in another account that logs in, either.
  const other = { ...newName(), password: PASSWORD };
  await page.request.post('/api/signup', { data: other });
  for (let times = 0; times < 2; times++) {
    await again(page).click();
    await expect(page.locator('#profile').getByRole('alert')).toContainText(errors.OTHER_ACCOUNT);
    await expect(account(page, other.username)).toBeVisible();
    await expect(firstName(page)).toHaveValue('Not yet');
  }
  // Waits for the page's data: loaded after the log-out they would redirect to the log-in.
  await expect(again(page)).toBeEnabled();
  await page.request.get('/api/logout');
  await again(page).click();
  await expect(page.locator('#profile').getByRole('alert')).toContainText(errors.loggedOut);
  const opened = page.waitForEvent('popup');
  await page.locator('#profile').getByRole('link', { name: errors.logIn }).click();
  const tab = await opened;
  await hydrated(tab);
  await tab.getByLabel(login.logIn.username).fill(me.username);
  await tab.getByLabel(login.logIn.password, { exact: true }).first().fill(PASSWORD);
  await tab.getByRole('button', { name: login.logIn.submit }).click();
  await expect(tab.getByText(login.done.back)).toBeVisible();
  await tab.close();
  await again(page).click();
  await expect(page.locator('#profile').getByText(personal.saved)).toBeVisible();
  await expect(firstName(page)).toHaveValue('Not yet');

  await firstName(page).fill('Given up');
  await page.getByRole('link', { name: common.menu.blog }).first().click();
  await dialog.getByRole('button', { name: errors.leave.leave }).click();
  await expect(page).toHaveURL('/blog');
});

test('a success is reported each time, and not again after a reload', async ({ page, site }) => {
  await signUp(page, site);
  await page.goto('/personal/account');
  const section = page.locator('#password');
  const notice = section.getByRole('status');
  let before = PASSWORD;
  for (const next of ['a new and longer one', 'another one']) {
    await section.getByLabel(personal.account.password.present).fill(before);
    await section.getByLabel(personal.account.password.new).fill(next);
    await section.getByRole('button', { name: personal.account.password.submit }).click();
    await expect(section.getByLabel(personal.account.password.new)).toHaveValue('');
    await expect(notice).toBeFocused();
    // The next notice is a new element.
    await notice.evaluate((element) => element.setAttribute('data-seen', ''));
    before = next;
    if (next !== 'another one') await expect(notice).toHaveAttribute('data-seen', '');
  }
  await expect(page).toHaveURL('/personal/account#password');
  await page.reload();
  await expect(section).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a user who was logged out meanwhile is told why, and returns after the log-in', async ({
    page,
    site,
  }) => {
    const me = await signUp(page, site);
    await page.goto('/personal/profile');
    await firstName(page).fill('Lost');
    await site.db.delete(session).where(eq(session.userId, me.id));
    await save(page).click();
    await expect(page.getByText(login.loggedOut)).toBeVisible();
    await page.getByLabel(login.logIn.username).fill(me.username);
    await page.getByLabel(login.logIn.password, { exact: true }).first().fill(PASSWORD);
    await page.getByRole('button', { name: login.logIn.submit }).click();
    await expect(page).toHaveURL('/personal/profile');
  });
});
