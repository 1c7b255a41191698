import type { Page } from '@playwright/test';
import { newName, PASSWORD } from '#tests/support/people/members.ts';
import { expect, expectAccessible, refusingTest, test } from './site.ts';

const WORDS = {
  en: {
    path: '/login',
    home: '/',
    logIn: 'Log in',
    signUp: 'Sign up',
    name: 'Username or confirmed email address',
    username: 'Username',
    email: 'Email address',
    password: 'Password',
    empty: 'Username must not be empty',
    badEmail: 'Please enter a valid email address',
    short: 'Use at least 8 characters',
    taken: 'This username is taken',
    failed: 'Sign up error',
    wrong: 'Wrong credentials',
    sent: "If an account uses that address, we've sent it a link.",
    forgotten: 'Forgot your password?',
    sendLink: 'Send link',
    dead: /^This link has already been used/,
  },
  es: {
    path: '/es/login',
    home: '/es',
    logIn: 'Iniciar sesión',
    signUp: 'Registrarme',
    name: 'Nombre de usuario o correo confirmado',
    username: 'Nombre de usuario',
    email: 'Correo electrónico',
    password: 'Contraseña',
    empty: 'El nombre de usuario no puede estar vacío',
    badEmail: 'Escribe un correo electrónico válido',
    short: 'Usa al menos 8 caracteres',
    taken: 'Este nombre de usuario ya está en uso',
    failed: 'No se ha podido crear la cuenta',
    wrong: 'Los datos de acceso no son correctos',
    sent: 'Si hay una cuenta con esa dirección, le hemos enviado un enlace.',
    forgotten: '¿Has olvidado tu contraseña?',
    sendLink: 'Enviar enlace',
    dead: /^Este enlace ya se ha usado/,
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

function forms(page: Page, words: Words) {
  const [logIn, signUp] = [
    page.locator('form', { hasText: words.logIn }),
    page.locator('form', { hasText: words.signUp }),
  ];
  return {
    logIn: {
      name: logIn.getByLabel(words.name),
      password: logIn.getByLabel(words.password, { exact: true }),
      submit: logIn.locator('[type=submit]'),
    },
    signUp: {
      name: signUp.getByLabel(words.username),
      email: signUp.getByLabel(words.email),
      password: signUp.getByLabel(words.password, { exact: true }),
      submit: signUp.locator('[type=submit]'),
      alert: signUp.locator('div[role=alert]'),
    },
  };
}

const isSignedIn = async (page: Page) => (await page.request.get('/api/pinga/auth')).status() === 200;

/** Signs up through the API, where a request without an Origin header counts as same-site. @returns the username */
async function makeAccount(page: Page): Promise<string> {
  const account = { ...newName(), password: PASSWORD };
  const answer = await page.request.post('/api/signup', { data: account });
  expect(answer.status()).toBe(201);
  await page.context().clearCookies();
  return account.username;
}

for (const javaScriptEnabled of [true, false]) {
  for (const [language, words] of Object.entries(WORDS)) {
    refusingTest.describe(
      `the login page in ${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
      () => {
        refusingTest.use({ javaScriptEnabled });

        refusingTest('signs up, and says at the field what is wrong', async ({ page }) => {
          const { username, email } = newName();
          await page.goto(words.path);
          const { signUp } = forms(page, words);
          await signUp.email.fill('nobody');
          await signUp.password.fill('short');
          await signUp.submit.click();
          await expect(signUp.alert).toHaveText(words.failed);
          await expect(signUp.name).toHaveAccessibleDescription(new RegExp(words.empty));
          await expect(signUp.email).toHaveAccessibleDescription(words.badEmail);
          await expect(signUp.password).toHaveAccessibleDescription(new RegExp(words.short));
          await expect(signUp.email).toHaveValue('nobody');
          if (javaScriptEnabled) await expect(signUp.name).toBeFocused();

          await signUp.name.fill(username);
          await signUp.email.fill(email);
          await signUp.password.fill(PASSWORD);
          await signUp.submit.click();
          await expect(page).toHaveURL(words.home);
          expect(await isSignedIn(page)).toBe(true);

          await page.context().clearCookies();
          await page.goto(words.path);
          await signUp.name.fill(username);
          await signUp.email.fill('other@example.org');
          await signUp.password.fill(PASSWORD);
          await signUp.submit.click();
          await expect(signUp.alert).toHaveText(words.failed);
          await expect(signUp.name).toHaveAccessibleDescription(new RegExp(words.taken));
          await expect(signUp.email).toHaveValue('other@example.org');
        });

        refusingTest('logs in and leads back, but to no other site', async ({ page }) => {
          const username = await makeAccount(page);
          await page.goto(`${words.path}?redirectTo=${encodeURIComponent('/room/guest?x=1')}`);
          const { logIn } = forms(page, words);
          await logIn.name.fill(username);
          await logIn.password.fill('not the password');
          await logIn.submit.click();
          const wrong = page.getByRole('alert').filter({ hasText: words.wrong });
          await expect(wrong).toBeVisible();
          if (javaScriptEnabled) await expect(wrong).toBeFocused();
          await expect(logIn.name).toHaveValue(username);
          await logIn.password.fill(PASSWORD);
          await logIn.submit.click();
          await expect(page).toHaveURL('/room/guest?x=1');
          expect(await isSignedIn(page)).toBe(true);

          // A logged-in user is redirected at once.
          await page.goto(`${words.path}?redirectTo=//example.org/`);
          await expect(page).toHaveURL(words.home);
        });

        refusingTest('sends a link to choose a new password to any requester', async ({ page }) => {
          await page.goto(words.path);
          await page.getByRole('link', { name: words.forgotten }).click();
          await expect(page).toHaveURL(`${words.path}/reset`);
          await expect(page.getByRole('heading', { name: words.forgotten })).toBeVisible();
          await page.getByLabel(words.email).fill('nobody');
          await page.getByRole('button', { name: words.sendLink }).click();
          await expect(page.getByLabel(words.email)).toHaveAccessibleDescription(words.badEmail);
          await page.getByLabel(words.email).fill(newName().email);
          await page.getByRole('button', { name: words.sendLink }).click();
          await expect(page.getByText(words.sent)).toBeVisible();
        });

        for (const kind of ['reset', 'verify']) {
          refusingTest(`says that a link to ${kind} works no longer`, async ({ page }) => {
            const answer = await page.goto(`${words.path}/${kind}/${'x'.repeat(43)}`);
            expect(answer?.status()).toBe(410);
            await expect(page.getByText(words.dead)).toBeVisible();
          });
        }
      },
    );
  }
}

refusingTest('a sign-up that fails as a whole says so, and why', async ({ page }) => {
  await page.goto('/login');
  const { signUp } = forms(page, WORDS.en);
  await page.route('**/login*', (route) => route.abort());
  await signUp.submit.click();
  await expect(signUp.alert).toContainText('Sign up error');
  await expect(signUp.alert).toContainText('No connection.');
  await expect(signUp.alert).toBeFocused();
});

test('the login page works with only the keyboard', async ({ page }) => {
  const username = await makeAccount(page);
  await page.goto('/login');
  await forms(page, WORDS.en).logIn.name.focus();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  expect(await isSignedIn(page)).toBe(true);
});

test('logging out requires a form, not a link', async ({ page }) => {
  const { username, email } = newName();
  const data = { username, email, password: PASSWORD };
  await page.request.post('/api/signup', { data });
  // Not in the page, which would check its log-in, and log a refusal once it is logged out.
  const answer = await page.request.get('/logout');
  expect(new URL(answer.url()).pathname).toBe('/');
  expect(await isSignedIn(page)).toBe(true);
  await page.request.post('/logout');
  expect(await isSignedIn(page)).toBe(false);
});

test('a form on another site can log nobody in or out', async ({ page }) => {
  const { username, email } = newName();
  const form = { intent: 'signUp', username, email, password: PASSWORD };
  const headers = { Origin: 'https://evil.example' };
  const signUp = await page.request.post('/login', { form, headers, maxRedirects: 0 });
  expect([signUp.status(), await isSignedIn(page)]).toEqual([403, false]);
  const { intent: _, ...data } = form;
  await page.request.post('/api/signup', { data });
  const logOut = await page.request.post('/logout', { headers, maxRedirects: 0 });
  expect([logOut.status(), await isSignedIn(page)]).toEqual([403, true]);
});

for (const path of ['/login', '/es/login', '/login/reset', '/es/login/reset']) {
  refusingTest(`${path} breaks no accessibility rule where it says what is wrong`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('main').getByRole('button').last().click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
    }
  });
}
