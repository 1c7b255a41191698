import { newName } from '#tests/support/people/members.ts';
import { expect, expectAccessible, refusingTest as test } from './site.ts';

const WORDS = {
  en: {
    contact: '/contact-us',
    earn: '/earn-money',
    first: 'First name',
    last: 'Last name',
    email: 'Email address',
    website: 'Website',
    message: 'Message',
    send: 'Send message',
    book: 'Book demo',
    signUp: 'Sign up',
    badEmail: 'Please enter a valid email address',
    tooLong: 'Use at most 60 characters',
    empty: "There's nothing to send yet. Fill in any field you like.",
    thanks: 'Thank you',
    willWrite: "Thank you. We'll be in touch.",
    later: 'Please try again in a few minutes',
    refused: 'Your network is blocked.',
    login: '/login',
    username: 'Username',
    name: 'Username or confirmed email address',
    password: 'Password',
  },
  es: {
    contact: '/es/contact-us',
    earn: '/es/earn-money',
    first: 'Nombre',
    last: 'Apellidos',
    email: 'Correo electrónico',
    website: 'Sitio web',
    message: 'Mensaje',
    send: 'Enviar mensaje',
    book: 'Pedir demo',
    signUp: 'Apuntarme',
    badEmail: 'Escribe un correo electrónico válido',
    tooLong: 'Usa 60 caracteres como máximo',
    empty: 'Todavía no hay nada que enviar. Rellena el campo que prefieras.',
    thanks: 'Gracias',
    willWrite: 'Gracias. Te escribiremos.',
    later: 'Inténtalo de nuevo en unos minutos',
    refused: 'Tu red está bloqueada.',
    login: '/es/login',
    username: 'Nombre de usuario',
    name: 'Nombre de usuario o correo confirmado',
    password: 'Contraseña',
  },
} as const;

const HOSTILE = '<script>alert(1)</script> 🙂👩‍🚀 "\' & %00 ﷽';

for (const javaScriptEnabled of [true, false]) {
  for (const [language, words] of Object.entries(WORDS)) {
    test.describe(`in ${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use({ javaScriptEnabled });

      test('the contact form marks the wrong field, and keeps what was typed', async ({ page }) => {
        await page.goto(words.contact);
        const field = (name: string) => page.getByRole('main').getByLabel(name, { exact: true });
        await page.getByRole('button', { name: words.send }).click();
        await expect(field(words.message)).toHaveAccessibleDescription(words.empty);
        if (javaScriptEnabled) await expect(field(words.message)).toBeFocused();

        await field(words.first).fill('x'.repeat(61));
        await field(words.last).fill(HOSTILE);
        await field(words.email).fill('nobody@nowhere');
        await field(words.website).fill('javascript:alert(1)');
        await field(words.message).fill(`${HOSTILE}\n\nsecond line`);
        await page.getByRole('button', { name: words.send }).click();
        await expect(field(words.first)).toHaveAccessibleDescription(words.tooLong);
        await expect(field(words.email)).toHaveAccessibleDescription(new RegExp(words.badEmail));
        await expect(field(words.last)).not.toHaveAttribute('aria-invalid');
        await expect(field(words.last)).toHaveValue(HOSTILE);
        await expect(field(words.message)).toHaveValue(`${HOSTILE}\n\nsecond line`);
        await expect(field(words.website)).toHaveValue('javascript:alert(1)');
        if (javaScriptEnabled) {
          await expect(field(words.first)).toBeFocused();
          await expectAccessible(page);
        }

        await field(words.first).fill('');
        await field(words.email).fill('somebody@example.org');
        await page.getByRole('button', { name: words.send }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.thanks);
        await expect(page).toHaveURL(`${words.contact}?sent`);
        if (javaScriptEnabled) await expect(page.getByRole('status')).toBeFocused();
      });

      test('a demo is booked with any one field filled in', async ({ page }) => {
        for (const name of [words.first, words.website, words.message]) {
          await page.goto(`${words.contact}?demo`);
          await page.getByRole('main').getByLabel(name, { exact: true }).fill('Something');
          await page.getByRole('button', { name: words.book }).click();
          await expect(page).toHaveURL(`${words.contact}?demo&sent=unanswerable`);
        }
      });

      test('an address for earning money is accepted, also twice', async ({ page }) => {
        const { email: address } = newName();
        await page.goto(words.earn);
        const field = page.getByLabel(words.email);
        for (const wrong of ['', 'nobody', 'a@b', HOSTILE, `${'x'.repeat(260)}@example.org`]) {
          await field.fill(wrong);
          await page.getByRole('button', { name: words.signUp }).click();
          await expect(field).toHaveAccessibleDescription(words.badEmail);
          await expect(field).toHaveValue(wrong);
        }
        for (const same of [address, address.toUpperCase()]) {
          await page.goto(words.earn);
          await field.fill(same);
          await page.getByRole('button', { name: words.signUp }).click();
          await expect(page.getByRole('status')).toHaveText(words.willWrite);
          if (javaScriptEnabled) await expect(page.getByRole('status')).toBeFocused();
        }
      });

      test('a visitor who writes too often is asked to wait, and keeps the message', async ({ page }) => {
        const headers = { 'X-Forwarded-For': '203.0.113.77' };
        await page.setExtraHTTPHeaders(headers);
        for (let i = 0; i < 20; i++) {
          await page.request.post(words.contact, { headers, form: { message: 'again' }, maxRedirects: 0 });
        }
        await page.goto(words.contact);
        await page.getByLabel(words.message).fill('once more');
        await page.getByRole('button', { name: words.send }).click();
        const later = page.getByRole('alert').filter({ hasText: words.later });
        await expect(later).toBeVisible();
        if (javaScriptEnabled) await expect(later).toBeFocused();
        await expect(page.getByLabel(words.message)).toHaveValue('once more');
      });
    });
  }
}

test.describe('from a blocked network', () => {
  for (const [language, javaScriptEnabled] of [
    ['en', true],
    ['es', false],
  ] as const) {
    test.describe(`in ${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use({ javaScriptEnabled });

      test('nothing is accepted, and nothing typed is lost', async ({ page, playwright, baseURL }) => {
        const words = WORDS[language];
        // From a range for documentation (RFC 5737).
        const network = `203.0.113.${language === 'en' ? 128 : 192}`;
        const administrator = await playwright.request.newContext({ baseURL });
        const credentials = { username: 'admin', password: process.env.ADMIN_PASSWORD };
        expect((await administrator.post('/api/login', { data: credentials })).status()).toBe(200);
        const blocked = await administrator.post('/api/block-address', {
          data: { address: `${network}/26` },
        });
        expect(blocked.status(), await blocked.text()).toBe(201);
        await page.setExtraHTTPHeaders({
          'X-Forwarded-For': network.replace(/\d+$/, (part) => `${+part + 7}`),
        });
        const refused = page.getByRole('alert').filter({ hasText: words.refused });

        await page.goto(words.contact);
        await page.getByLabel(words.message).fill(HOSTILE);
        await page.getByRole('button', { name: words.send }).click();
        await expect(refused).toBeVisible();
        await expect(page.getByLabel(words.message)).toHaveValue(HOSTILE);

        await page.goto(words.login);
        const form = (intent: string) =>
          page.locator('form').filter({ has: page.locator(`[name=intent][value=${intent}]`) });
        const [logIn, signUp] = [form('logIn'), form('signUp')];
        await signUp.getByLabel(words.username).fill('somebody');
        await signUp.getByLabel(words.email).fill('somebody@example.org');
        await signUp.getByLabel(words.password, { exact: true }).fill('correct horse battery');
        await signUp.locator('[type=submit]').click();
        await expect(refused).toBeVisible();
        await expect(signUp.getByLabel(words.username)).toHaveValue('somebody');
        await expect(signUp.getByLabel(words.email)).toHaveValue('somebody@example.org');

        await logIn.getByLabel(words.name).fill('admin');
        await logIn.getByLabel(words.password, { exact: true }).fill(process.env.ADMIN_PASSWORD ?? '');
        await logIn.locator('[type=submit]').click();
        await expect(refused).toBeVisible();
        await expect(logIn.getByLabel(words.name)).toHaveValue('admin');
        expect((await page.request.get('/api/pinga/auth')).status()).toBe(401);
        await administrator.dispose();
      });
    });
  }
});
