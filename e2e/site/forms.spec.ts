import { randomBytes } from 'node:crypto';
import { expect, expectAccessible, refusingTest as test } from './site.ts';

const WORDS = {
  en: {
    contact: '/contact-us',
    earn: '/earn-money',
    first: 'First name',
    last: 'Last name',
    email: 'E-mail address',
    website: 'Website',
    message: 'Message',
    send: 'Send message',
    book: 'Book demo',
    signUp: 'Sign up',
    badEmail: 'Please enter a valid email address',
    tooLong: 'Use 60 characters at most',
    empty: 'Write something first',
    thanks: 'Thank you',
    willWrite: 'Thank you. We will write to you.',
    later: 'Please try again in a few minutes',
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
    book: 'Pedir demostración',
    signUp: 'Apuntarme',
    badEmail: 'Escribe un correo electrónico válido',
    tooLong: 'Usa 60 caracteres como máximo',
    empty: 'Escribe algo primero',
    thanks: 'Gracias',
    willWrite: 'Gracias. Te escribiremos.',
    later: 'Inténtalo de nuevo en unos minutos',
  },
} as const;

const HOSTILE = '<script>alert(1)</script> 🙂👩‍🚀 "\' & %00 ﷽';

for (const javaScriptEnabled of [true, false]) {
  for (const [language, words] of Object.entries(WORDS)) {
    test.describe(`in ${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use({ javaScriptEnabled });

      test('the contact form says at the field what is wrong, and loses nothing', async ({ page }) => {
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
        await expect(field(words.email)).toHaveAccessibleDescription(words.badEmail);
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
      });

      test('a demo is booked with one field filled in, whichever it is', async ({ page }) => {
        for (const name of [words.first, words.website, words.message]) {
          await page.goto(`${words.contact}?demo`);
          await page.getByRole('main').getByLabel(name, { exact: true }).fill('Something');
          await page.getByRole('button', { name: words.book }).click();
          await expect(page).toHaveURL(`${words.contact}?demo&sent`);
        }
      });

      test('an address to earn money is taken, also twice', async ({ page }) => {
        const address = `${randomBytes(6).toString('hex')}@example.org`;
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
          await expect(page.getByText(words.willWrite)).toBeVisible();
        }
      });

      test('whoever writes too often is asked to wait, with the message still there', async ({ page }) => {
        const headers = { 'X-Forwarded-For': '203.0.113.77' };
        await page.setExtraHTTPHeaders(headers);
        for (let i = 0; i < 20; i++) {
          await page.request.post(words.contact, { headers, form: { message: 'again' }, maxRedirects: 0 });
        }
        await page.goto(words.contact);
        await page.getByLabel(words.message).fill('once more');
        await page.getByRole('button', { name: words.send }).click();
        await expect(page.getByRole('alert').filter({ hasText: words.later })).toBeVisible();
        await expect(page.getByLabel(words.message)).toHaveValue('once more');
      });
    });
  }
}
