import type { Page } from '@playwright/test';
import { appCode } from '#tests/support/people/second-factor.ts';
import { newAddress } from '#tests/support/servers/client.ts';
import { expect, expectAccessible, PASSWORD, refusingTest, signUp } from './site.ts';

const test = refusingTest.extend({
  // Passkeys need a domain, which 127.0.0.1 is not.
  baseURL: async ({ site }, use) => use(site.url.replace('127.0.0.1', 'localhost')),
  extraHTTPHeaders: async ({ locale: _ }, use) => use({ 'X-Forwarded-For': newAddress() }),
});

/** Adds a virtual authenticator whose user always confirms. */
async function plugIn(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function logOut(page: Page): Promise<void> {
  await page.request.get('/api/logout');
}

/** Completes the first step of the log-in. */
async function givePassword(page: Page, username: string, path = '/login', button = 'Log in'): Promise<void> {
  await logOut(page);
  await page.goto(path);
  const form = page.locator('form', { hasText: button });
  await form.locator('[name=username]').fill(username);
  await form.locator('[name=password]').fill(PASSWORD);
  await form.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL(/\/login\/second-factor/);
}

const isSignedIn = async (page: Page) => (await page.request.get('/api/pinga/auth')).status() === 200;

test('two-step login: set up and used with a passkey, an app and a recovery code', async ({ page, site }) => {
  const me = await signUp(page, site);
  await page.goto('/personal/account');
  await plugIn(page);
  const section = page.getByRole('region', { name: 'Two-step login' });
  await expect(section.getByText('Off. Your password alone')).toBeVisible();

  const adding = section.locator('form', { hasText: 'Add passkey' });
  await adding.getByLabel('Name').fill('My laptop');
  await adding.getByLabel('Your password').fill('not my password');
  await adding.getByRole('button', { name: 'Add passkey' }).click();
  await expect(adding.getByLabel('Your password')).toHaveAccessibleDescription(/isn't your current password/);
  await adding.getByLabel('Your password').fill(PASSWORD);
  await adding.getByRole('button', { name: 'Add passkey' }).click();
  await expect(section.getByText('Passkey added.')).toBeVisible();
  await expect(section.getByText('My laptop')).toBeVisible();
  await expect(section.getByText('On. After your password')).toBeVisible();
  const codes = await section.locator('ol > li').allTextContents();
  expect(codes).toHaveLength(10);
  const download = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('panocall-recovery-codes.txt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(codes[0] ?? '')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page);
  await page.reload();
  await expect(section.locator('ol')).toHaveCount(0);
  await expect(section.getByText('10 of 10 left')).toBeVisible();

  await test.step('a passkey logs in alone, and after the password', async () => {
    await logOut(page);
    await page.goto('/login?redirectTo=/personal/profile');
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.waitForURL(/:\d+\/personal\/profile$/);
    expect(await isSignedIn(page)).toBe(true);
    await givePassword(page, me.username);
    expect(await isSignedIn(page)).toBe(false);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(/\/$/);
    expect(await isSignedIn(page)).toBe(true);
  });

  let key = '';
  await test.step('an app is set up', async () => {
    await page.goto('/personal/account');
    const app = section.locator('form', { hasText: 'Set up an app' });
    await app.getByLabel('Your password').fill(PASSWORD);
    await app.getByRole('button', { name: 'Set up an app' }).click();
    await expect(section.getByAltText('QR code with the key')).toBeVisible();
    key = (await section.locator('dd').textContent())?.replaceAll(' ', '') ?? '';
    await expectAccessible(page);
    await section.getByLabel('Code from the app').fill('000');
    await section.getByRole('button', { name: 'Turn on' }).click();
    await expect(section.getByLabel('Code from the app')).toHaveAccessibleDescription(/isn't right/);
    await section.getByLabel('Code from the app').fill(appCode(key));
    await section.getByRole('button', { name: 'Turn on' }).click();
    await expect(section.getByRole('status').filter({ hasText: 'Authenticator app set up.' })).toBeFocused();
  });

  await test.step('a code logs in, and a recovery code in Spanish', async () => {
    await givePassword(page, me.username);
    await page.getByLabel('Code').fill('000');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByLabel('Code')).toBeFocused();
    // The previous code was used to set the app up.
    await page.getByLabel('Code').fill(appCode(key, Date.now() + 30_000));
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(/\/$/);
    expect(await isSignedIn(page)).toBe(true);

    await givePassword(page, me.username, '/es/login', 'Iniciar sesión');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Un paso más');
    await page.getByLabel('Código').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
    await page.waitForURL(/\/es$/);
    await page.goto('/es/personal/account');
    const spanish = page.getByRole('region', { name: 'Verificación en dos pasos' });
    await expect(spanish.getByText('Quedan 9 de 10')).toBeVisible();
    await expectAccessible(page);
    await spanish.getByLabel('Cambiar My laptop').click();
    const removing = spanish.locator('form', { hasText: 'Quitar la llave' });
    await removing.getByLabel('Tu contraseña').fill(PASSWORD);
    await removing.getByRole('button', { name: 'Quitar la llave' }).click();
    await expect(spanish.getByRole('status').filter({ hasText: 'Llave de acceso quitada.' })).toBeFocused();
    await expect(spanish.getByText('My laptop')).toHaveCount(0);
  });
});
