import { offerAnyTime } from '#tests/support/market/bookings.ts';
import { unique } from '#tests/support/people/people.ts';
import { linkIn } from '#tests/support/servers/mailbox.ts';
import {
  expect,
  expectAccessible,
  hydrated,
  makeStreamer,
  PASSWORD,
  refusingTest,
  signUp,
  test,
} from './site.ts';

const NEW_PASSWORD = 'another horse battery';

const WORDS = {
  ENGLISH: {
    home: '/',
    verifyMail: 'Confirm your email address',
    confirm: 'Confirm address',
    confirmed: 'Your email address has been confirmed.',
    ask: '/login/reset',
    email: 'Email address',
    send: 'Send link',
    resetMail: 'Choose a new password',
    password: 'New password',
    short: 'Use at least 8 characters',
    save: 'Save password',
    saved: 'Your password has been changed. Log in with the new one.',
    name: 'Username or confirmed email address',
  },
  SPANISH: {
    home: '/es',
    verifyMail: 'Confirma tu correo electrónico',
    confirm: 'Confirmar correo',
    confirmed: 'Has confirmado tu correo electrónico.',
    ask: '/es/login/reset',
    email: 'Correo electrónico',
    send: 'Enviar enlace',
    resetMail: 'Elige una contraseña nueva',
    password: 'Contraseña nueva',
    short: 'Usa al menos 8 caracteres',
    save: 'Guardar contraseña',
    saved: 'Has cambiado la contraseña. Inicia sesión con la nueva.',
    name: 'Nombre de usuario o correo confirmado',
  },
} as const;

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('who books confirms their address first, and comes back to the chosen time', async ({
      page,
      site,
    }) => {
      const streamer = await makeStreamer(site);
      await site.makePayable(streamer.id);
      await offerAnyTime(site.db, streamer.id);
      const { username } = await signUp(page, site);
      await page.goto(`/user/${streamer.username}/book?zone=UTC`);
      if (javaScriptEnabled) await hydrated(page);
      await page.getByRole('group').nth(1).getByRole('checkbox').first().check();
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click();
      const main = page.getByRole('main');
      await expect(main.getByText('Confirm your email address first')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Book for €30.00' })).toBeHidden();
      await main.getByRole('button', { name: 'Send the link' }).click();
      await expect(main.getByText('Sent. Look in your inbox.')).toBeVisible();
      if (javaScriptEnabled) {
        await expectAccessible(page);
        await page.setViewportSize({ width: 360, height: 740 });
        await expectAccessible(page);
      }

      const mail = await site.mailbox.waitFor(`${username}@example.org`, 'redirectTo');
      const { pathname, search } = new URL(/^https?:\S+$/m.exec(mail)?.[0] ?? '');
      await page.goto(pathname + search);
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await expect(page.getByRole('button', { name: 'Book for €30.00' })).toBeVisible();
      await page.getByRole('button', { name: 'Book for €30.00' }).click();
      await expect(page.getByText('Not paid yet')).toBeVisible();
    });
  });
}

for (const [language, words] of Object.entries(WORDS)) {
  refusingTest(
    `links from mails in ${language} confirm an address and lead to a new password`,
    async ({ page, site }) => {
      const username = unique('member');
      const email = `${username}@example.org`;
      const data = { username, email, password: PASSWORD, language };
      expect((await page.request.post('/api/signup', { data })).status()).toBe(201);
      // Emails are often read on another device.
      await page.context().clearCookies();

      await page.goto(linkIn(await site.mailbox.waitFor(email, words.verifyMail)).path);
      await expectAccessible(page);
      await page.getByRole('button', { name: words.confirm }).click();
      await expect(page.getByText(words.confirmed)).toBeVisible();

      await page.goto(words.ask);
      await page.getByLabel(words.email).fill(email);
      await page.getByRole('button', { name: words.send }).click();
      await page.goto(linkIn(await site.mailbox.waitFor(email, words.resetMail)).path);
      await hydrated(page);
      await expectAccessible(page);
      await page.getByLabel(words.password).fill('short');
      await page.getByRole('button', { name: words.save }).click();
      await expect(page.getByLabel(words.password)).toHaveAccessibleDescription(new RegExp(words.short));
      await page.getByLabel(words.password).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: words.save }).click();
      await expect(page.getByText(words.saved)).toBeVisible();

      const logIn = page.locator('form', { has: page.getByLabel(words.name) });
      await logIn.getByLabel(words.name).fill(email);
      await logIn.locator('[type=password]').fill(NEW_PASSWORD);
      await logIn.locator('[type=submit]').click();
      await expect(page).toHaveURL(words.home);
    },
  );
}
