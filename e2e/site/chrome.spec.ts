import type { Page } from '@playwright/test';
import { newName, PASSWORD } from '#tests/support/people/members.ts';
import { expect, expectAccessible, refusingTest, test } from './site.ts';

/** Signs up a new user, which also logs in. */
async function signIn(page: Page): Promise<string> {
  const data = { ...newName(), password: PASSWORD };
  expect((await page.request.post('/api/signup', { data })).status()).toBe(201);
  return data.username;
}

const isSignedIn = async (page: Page) => (await page.request.get('/api/pinga/auth')).status() === 200;
const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const PAPER = 'rgb(246, 247, 249)';
const INK = 'rgb(11, 16, 22)';

test.describe('the header', () => {
  for (const [path, section] of [
    ['/blog', 'Blog'],
    ['/blog/light-and-place', 'Blog'],
    ['/es/blog', 'Blog'],
  ] as const) {
    test(`says at ${path} that it is the ${section}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('banner').getByRole('paragraph')).toHaveText(section);
    });
  }

  test('offers to log in, and leads back to the page', async ({ page }) => {
    await page.goto('/es/blog?page=1');
    await page.getByRole('link', { name: 'Iniciar sesión' }).click();
    await expect(page).toHaveURL(`/es/login?redirectTo=${encodeURIComponent('/es/blog?page=1')}`);
  });

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled });

      test('links to the account of a logged-in user, and logs out', async ({ page }) => {
        const username = await signIn(page);
        await page.goto('/help');
        await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
        await page.getByRole('button', { name: `Your account, ${username}` }).click();
        const banner = page.getByRole('banner');
        for (const [name, path] of [
          ['Account', '/personal/account'],
          ['Profile', '/personal/profile'],
          ['Messages', '/personal/inquiry'],
        ] as const) {
          await expect(banner.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
        }
        await expect(banner.getByRole('link', { name: 'Admin' })).toHaveCount(0);
        await banner.getByRole('button', { name: 'Log out' }).click();
        await expect(page).toHaveURL('/');
        await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
        expect(await isSignedIn(page)).toBe(false);
      });
    });
  }

  test('aborts its request for a socket ticket before it logs out', async ({ page }) => {
    // Without a timeout, the page waits for the response to its log-out.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await page.route('**/api/socket/ticket', () => {});
    const username = await signIn(page);
    const asked = page.waitForRequest('**/api/socket/ticket');
    await page.goto('/help');
    const ticket = await asked;
    const givenUp = page.waitForEvent('requestfailed', (request) => request === ticket);
    await page.route('**/logout', async (route) => {
      await givenUp;
      await route.continue();
    });
    await page.getByRole('button', { name: `Your account, ${username}` }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/');
    expect(await isSignedIn(page)).toBe(false);
  });

  test('opens and closes the account panel by keyboard', async ({ page }) => {
    const username = await signIn(page);
    await page.goto('/help');
    const button = page.getByRole('button', { name: `Your account, ${username}` });
    const item = page.getByRole('banner').getByRole('link', { name: 'Profile' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(item).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(item).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(item).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test('a language chosen while logged in is saved with the account', async ({ page }) => {
  await signIn(page);
  const language = async () => (await (await page.request.get('/api/user/auth')).json()).language;
  await page.goto('/help');
  expect(await language()).toBe('ENGLISH');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Español' }).click();
  await expect(page).toHaveURL('/es/help');
  expect(await language()).toBe('SPANISH');
});

test.describe('the menu', () => {
  test('leads to the contact form and the blog by keyboard', async ({ page }) => {
    for (const [name, path] of [
      ['Streamers', '/user'],
      ['Contact us', '/contact-us'],
      ['Blog', '/blog'],
    ] as const) {
      await page.goto('/help');
      await page.getByRole('button', { name: 'Menu' }).click();
      const item = page.getByRole('menuitem', { name });
      await expect(page.getByRole('menu')).toBeVisible();
      await expect(async () => {
        await page.keyboard.press('ArrowDown');
        await expect(item).toBeFocused({ timeout: 500 });
      }).toPass();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(path);
    }
  });

  test('makes pages dark or light, permanently and from the first paint', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/help');
    expect(await ground(page)).toBe(PAPER);
    const dark = page.getByRole('menuitemcheckbox', { name: 'Dark mode' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(dark).toBeChecked({ checked: false });
    await dark.click();
    await expect.poll(() => ground(page)).toBe(INK);
    await expect(page).toHaveURL('/help');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL('/blog');
    expect(await ground(page)).toBe(INK);
    // Rendered by the server, so that nothing flashes.
    expect(await (await page.request.get('/es')).text()).toContain('data-theme="dark"');

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(dark).toBeChecked();
    await dark.click();
    await expect.poll(() => ground(page)).toBe(PAPER);
  });
});

test.describe('a server that cannot be reached', () => {
  for (const [path, words] of [
    ['/help', 'Server temporarily unavailable, please try again later'],
    ['/es/blog', 'El servidor no está disponible ahora mismo, inténtalo más tarde'],
  ] as const) {
    refusingTest(`is said at ${path} while it lasts`, async ({ page }) => {
      const ping = '**/api/pinga/heartbeat';
      await page.route(ping, (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE' } }));
      await page.goto(path);
      const notice = page.getByRole('alert').filter({ hasText: words });
      await expect(notice).toBeVisible();
      await expectAccessible(page);
      await page.unroute(ping);
      await expect(notice).toHaveCount(0);
    });
  }

  refusingTest('does not keep anyone logged in who logged out', async ({ page }) => {
    const username = await signIn(page);
    await page.goto('/help');
    await page.route('**/logout', (route) => route.abort());
    await page.getByRole('button', { name: `Your account, ${username}` }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/');
    expect(await isSignedIn(page)).toBe(true);
    await page.unroute('**/logout');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    expect(await isSignedIn(page)).toBe(false);
  });
});

refusingTest(
  'a session that ended elsewhere logs the page out without a reload',
  async ({ page, playwright, baseURL }) => {
    const username = await signIn(page);
    await page.goto('/personal/profile');
    await page.evaluate(() => {
      document.body.dataset.sameDocument = 'yes';
    });
    const elsewhere = await playwright.request.newContext({ baseURL });
    await elsewhere.post('/api/login', { data: { username, password: PASSWORD } });
    const { sessions } = await (await elsewhere.get('/api/session')).json();
    for (const { id, current } of sessions) if (!current) await elsewhere.delete(`/api/session/${id}`);
    // As when the tab becomes visible again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page).toHaveURL('/login?redirectTo=%2Fpersonal%2Fprofile');
    await expect(page.getByRole('button', { name: /^Your account/ })).toHaveCount(0);
    expect(await page.evaluate(() => document.body.dataset.sameDocument)).toBe('yes');
    await elsewhere.dispose();
  },
);

test('rooms are dark in either theme', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'theme', value: 'ImxpZ2h0Ig%3D%3D', url: baseURL }]);
  await page.goto('/help');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.goto('/room/guest');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test.describe('the footer', () => {
  test('links to pages, by keyboard too, and to networks and stores only once they are set', async ({
    page,
  }) => {
    await page.goto('/es/help');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Videollamadas 360° gratis.');
    await expect(footer).toContainText(`© ${new Date().getFullYear()} Panocall`);
    const links = await footer.getByRole('link').evaluateAll((all) => all.map((link) => link.textContent));
    expect(links).toEqual([
      'Blog',
      'Ayuda',
      'Contacto',
      'Streamers',
      'Gana dinero',
      'Política de privacidad',
      'Condiciones',
      'Reembolsos',
      'Aviso legal',
    ]);
    await footer.getByRole('link', { name: 'Blog' }).focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press('Tab');
    await expect(footer.getByRole('link', { name: 'Contacto' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Escríbenos');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('contains the language and the theme, because the menu does not open', async ({ page }) => {
      await page.goto('/help');
      await page.getByRole('button', { name: 'Español' }).click();
      await expect(page).toHaveURL('/es/help');
      await page.getByRole('button', { name: 'Modo oscuro' }).click();
      await expect(page).toHaveURL('/es/help');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    });
  });
});

/** Counts the page's transitions, and notes their longest animation in ms. Runs in the page. */
function watchTransitions(): void {
  Document.prototype.startViewTransition = new Proxy(Document.prototype.startViewTransition, {
    apply(start, page, given) {
      const transition: ViewTransition = Reflect.apply(start, page, given);
      void transition.ready.then(() => {
        const durations = document.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration));
        performance.mark('transition', { detail: Math.max(...durations) });
      });
      return transition;
    },
  });
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`links change the page with one transition, motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(watchTransitions);
    await page.route(/tile\.openstreetmap/, (route) => route.fulfill({ path: 'app/site/icons/favicon.png' }));
    await signIn(page);
    const navigation = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
    for (const [path, link, to] of [
      ['/help', page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }), '/blog'],
      ['/personal/account', navigation('Profile'), '/personal/profile'],
      ['/user', navigation('Show on the map'), '/user?view=map'],
    ] as const) {
      await page.goto(path);
      await link.click();
      await expect(page).toHaveURL(to);
      const seen = () =>
        page.evaluate(() =>
          performance
            .getEntriesByName('transition')
            .map((mark) => mark instanceof PerformanceMark && Number(mark.detail) > 1),
        );
      await expect.poll(seen).toEqual([reducedMotion === 'no-preference']);
    }
  });
}
