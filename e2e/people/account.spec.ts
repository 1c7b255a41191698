import { eq } from 'drizzle-orm';
import { image, review, session, user } from '#db/schema/index.ts';
import {
  expect,
  expectAccessible,
  file,
  hydrated,
  makeStreamer,
  PASSWORD,
  refusingTest,
  signUp,
  test,
} from './site.ts';

const WORDS = {
  en: {
    path: '/personal/account',
    username: 'Username',
    save: 'Save',
    empty: 'Username must not be empty',
    taken: 'This username is taken',
    saved: 'Saved.',
    present: 'Current password',
    next: 'New password',
    change: 'Change password',
    wrong: "That isn't your current password",
    short: 'Use at least 8 characters',
    guessable: 'Too easy to guess',
    show: 'Show password',
    changed: /been logged out on all other devices/,
    yours: 'Your password',
    newEmail: 'New email address',
    badEmail: 'Please enter a valid email address',
    sendLink: 'Send link',
    linkSent: /sent a link to your new address/,
    sure: 'I want to delete my account and all of this',
    delete: 'Delete my account for good',
    sureMissing: 'Tick this box to confirm',
    deleted: 'Your account and its data have been deleted.',
  },
  es: {
    path: '/es/personal/account',
    username: 'Nombre de usuario',
    save: 'Guardar',
    empty: 'El nombre de usuario no puede estar vacío',
    taken: 'Este nombre de usuario ya está en uso',
    saved: 'Guardado.',
    present: 'Contraseña actual',
    next: 'Contraseña nueva',
    change: 'Cambiar contraseña',
    wrong: 'Esta no es tu contraseña actual',
    short: 'Usa al menos 8 caracteres',
    guessable: 'Muy fácil de adivinar',
    show: 'Mostrar la contraseña',
    changed: /Hemos cerrado tu sesión en los demás/,
    yours: 'Tu contraseña',
    newEmail: 'Correo electrónico nuevo',
    badEmail: 'Escribe un correo electrónico válido',
    sendLink: 'Enviar enlace',
    linkSent: /un enlace a la dirección nueva\. Ábrelo/,
    sure: 'Quiero borrar mi cuenta y todo esto',
    delete: 'Borrar mi cuenta para siempre',
    sureMissing: 'Marca esta casilla para confirmar',
    deleted: 'Hemos borrado tu cuenta y sus datos.',
  },
} as const;

for (const [language, words] of Object.entries(WORDS)) {
  for (const javaScriptEnabled of [true, false]) {
    refusingTest.describe(
      `the account in ${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
      () => {
        refusingTest.use({ javaScriptEnabled });

        refusingTest('takes a new username, and says at the field what is wrong', async ({ page, site }) => {
          const taken = await makeStreamer(site);
          const me = await signUp(page, site);
          await page.goto(words.path);
          const section = page.locator('#username');
          const field = section.getByLabel(words.username, { exact: true });
          for (const [typed, problem] of [
            ['  ', words.empty],
            [taken.username.toUpperCase(), words.taken],
          ] as const) {
            await field.fill(typed);
            await section.getByRole('button', { name: words.save }).click();
            await expect(field).toHaveAccessibleDescription(new RegExp(problem));
            await expect(field).toHaveValue(typed);
          }
          await field.fill(`${me.username}-new`);
          await section.getByRole('button', { name: words.save }).click();
          await expect(section.getByRole('status')).toHaveText(words.saved);
          if (javaScriptEnabled) await expect(section.getByRole('status')).toBeFocused();
          await expect(field).toHaveValue(`${me.username}-new`);
        });

        refusingTest(
          'changes the password, which ends the other sessions',
          async ({ page, site, playwright }) => {
            const me = await signUp(page, site);
            const elsewhere = await playwright.request.newContext({ baseURL: site.url });
            await elsewhere.post('/api/login', { data: { username: me.username, password: PASSWORD } });
            expect((await elsewhere.get('/api/pinga/auth')).status()).toBe(200);
            await page.goto(words.path);
            const section = page.locator('#password');
            const submit = section.getByRole('button', { name: words.change });
            await section.getByLabel(words.present).fill('not my password');
            await section.getByLabel(words.next).fill('short');
            await submit.click();
            await expect(section.getByLabel(words.next)).toHaveAccessibleDescription(new RegExp(words.short));
            if (javaScriptEnabled) {
              await section.getByLabel(words.next).fill('iloveyou12');
              await expect(section.getByText(words.guessable)).toBeVisible();
              await section.getByRole('button', { name: words.show }).last().click();
              await expect(section.getByLabel(words.next)).toHaveAttribute('type', 'text');
            }
            await section.getByLabel(words.present).fill('not my password');
            await section.getByLabel(words.next).fill('a new and longer one');
            await submit.click();
            await expect(section.getByLabel(words.present)).toHaveAccessibleDescription(words.wrong);
            await section.getByLabel(words.present).fill(PASSWORD);
            await section.getByLabel(words.next).fill('a new and longer one');
            await submit.click();
            await expect(section.getByRole('status')).toHaveText(words.changed);
            if (javaScriptEnabled) await expect(section.getByRole('status')).toBeFocused();
            await expect(section.getByLabel(words.present)).toHaveValue('');
            expect((await elsewhere.get('/api/pinga/auth')).status()).toBe(401);
            expect((await page.request.get('/api/pinga/auth')).status()).toBe(200);
            const again = { username: me.username, password: 'a new and longer one' };
            expect((await elsewhere.post('/api/login', { data: again })).status()).toBe(200);
            await elsewhere.dispose();
          },
        );

        refusingTest(
          'has a link sent to another address, and keeps its own meanwhile',
          async ({ page, site }) => {
            const me = await signUp(page, site);
            await page.goto(words.path);
            const section = page.locator('#email');
            const submit = section.getByRole('button', { name: words.sendLink, exact: true });
            // Sets the last confirmation so far back that the password is asked for.
            await site.db
              .update(session)
              .set({ confirmedAt: new Date(Date.now() - 3_600_000) })
              .where(eq(session.userId, me.id));
            await section.getByLabel(words.newEmail).fill('no address');
            await submit.click();
            await expect(section.getByLabel(words.newEmail)).toHaveAccessibleDescription(words.badEmail);
            await expect(section.getByLabel(words.newEmail)).toHaveValue('no address');
            await section.getByLabel(words.newEmail).fill(`new-${me.username}@example.org`);
            await submit.click();
            await section.getByLabel(words.yours).fill('not my password');
            await submit.click();
            await expect(section.getByLabel(words.yours)).toHaveAccessibleDescription(
              new RegExp(words.wrong),
            );
            await section.getByLabel(words.yours).fill(PASSWORD);
            await submit.click();
            await expect(section.getByText(words.linkSent)).toBeVisible();
            await expect(section.getByText(`${me.username}@example.org`, { exact: true })).toBeVisible();
          },
        );

        refusingTest('is deleted with all that belongs to it', async ({ page, site }) => {
          const streamer = await makeStreamer(site);
          const me = await signUp(page, site);
          await site.db.insert(review).values({ authorId: me.id, producerId: streamer.id, rating: 5 });
          const send = (path: string) =>
            file(400, 300).then((sent) => page.request.post(path, { multipart: { file: sent } }));
          expect((await send(`/api/avatar/${me.id}`)).status()).toBe(200);
          expect((await send(`/api/image/user/${me.id}`)).status()).toBe(201);

          await page.goto(words.path);
          const section = page.locator('#delete');
          const submit = section.getByRole('button', { name: words.delete });
          await section.getByLabel(words.yours).fill(PASSWORD);
          await submit.click();
          await expect(section.getByText(words.sureMissing)).toBeVisible();
          await section.getByLabel(words.sure).check();
          await section.getByLabel(words.yours).fill('not my password');
          await submit.click();
          await expect(section.getByLabel(words.yours)).toHaveAccessibleDescription(new RegExp(words.wrong));
          await expect(section.getByLabel(words.sure)).toBeChecked();
          await section.getByLabel(words.yours).fill(PASSWORD);
          await submit.click();
          await expect(page.getByText(words.deleted)).toBeVisible();

          expect((await page.request.get('/api/pinga/auth')).status()).toBe(401);
          expect((await page.request.get(`/api/avatar/${me.id}`)).status()).toBe(404);
          expect(await site.db.$count(user, eq(user.id, me.id))).toBe(0);
          expect(await site.db.$count(image, eq(image.userId, me.id))).toBe(0);
          expect(await site.db.$count(review, eq(review.authorId, me.id))).toBe(0);
        });
      },
    );
  }
}

test('personal pages redirect a visitor to the log-in, and back', async ({ page }) => {
  await page.goto('/es/account');
  await expect(page).toHaveURL(`/es/login?redirectTo=${encodeURIComponent('/es/personal/account')}`);
});

test('the language is saved with the account, and used by the page', async ({ page, site }) => {
  const me = await signUp(page, site);
  await page.goto('/personal/account');
  await page.locator('#language').getByLabel('Language').selectOption('SPANISH');
  await page.locator('#language').getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cuenta');
  await expect(page).toHaveURL(/\/es\/personal\/account/);
  const [row] = await site.db.select({ language: user.language }).from(user).where(eq(user.id, me.id));
  expect(row?.language).toBe('SPANISH');
});

refusingTest('a session elsewhere is listed and ended', async ({ page, site, playwright }) => {
  const me = await signUp(page, site);
  const userAgent = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
  const elsewhere = await playwright.request.newContext({ baseURL: site.url, userAgent });
  await elsewhere.post('/api/login', { data: { username: me.username, password: PASSWORD } });
  const [own] = await site.db.select().from(session).where(eq(session.userAgent, userAgent));
  expect(own?.address).toBeTruthy();
  // Sets the last confirmation so far back that the password is asked for.
  await site.db
    .update(session)
    .set({ confirmedAt: new Date(Date.now() - 3_600_000) })
    .where(eq(session.userId, me.id));
  await page.goto('/personal/account');
  await page.getByRole('button', { name: 'Log out on Firefox, Android' }).click();
  const ask = page.locator('#sessions').getByLabel('Your password');
  await expect(ask).toBeFocused();
  await ask.fill('not mine');
  await ask.press('Enter');
  await expect(ask).toHaveAccessibleDescription(/That isn't your current password/);
  await ask.fill(PASSWORD);
  // Enter does nothing while the page still handles the refusal.
  await page.locator('#sessions').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Logged out on that device.')).toBeVisible();
  await expect(page.getByText('Firefox, Android')).toHaveCount(0);
  expect((await elsewhere.get('/api/pinga/auth')).status()).toBe(401);
  expect((await page.request.get('/api/pinga/auth')).status()).toBe(200);
  await elsewhere.dispose();
});

test('all data of a person is in one file, without secrets', async ({ page, site }) => {
  const streamer = await makeStreamer(site);
  const me = await signUp(page, site);
  await site.db.insert(review).values({ authorId: me.id, producerId: streamer.id, rating: 4, text: 'Mine' });
  await page.goto('/personal/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('panocall.json');
  const answer = await page.request.get('/personal/data');
  const data = await answer.json();
  expect(data.account).toMatchObject({ username: me.username, email: `${me.username}@example.org` });
  expect(data.reviewsWritten).toMatchObject([{ text: 'Mine', about: streamer.username }]);
  expect(data.sessions).toHaveLength(1);
  expect(await answer.text()).not.toMatch(/hash|argon2/i);
});

refusingTest('asks before overwriting what another window saved', async ({ page, site }) => {
  const me = await signUp(page, site);
  const other = await page.context().newPage();
  await page.goto('/personal/account');
  await other.goto('/personal/account');
  await hydrated(other);
  const [mine, theirs] = [page, other].map((window) => window.locator('#username'));
  await mine?.getByLabel('Username').fill(`${me.username}-a`);
  await mine?.getByRole('button').click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await theirs?.getByLabel('Username').fill(`${me.username}-b`);
  await theirs?.getByRole('button').click();
  await expect(other.getByText(/changed in another window or on another device/)).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Username' })).toHaveValue(`${me.username}-b`);
  await theirs?.getByRole('button').click();
  await expect(other.getByText('Saved.')).toBeVisible();
});

test('on a phone the account’s pages are behind a button', async ({ page, site }) => {
  await signUp(page, site);
  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto('/es/personal/account');
  await hydrated(page);
  const menu = page.getByRole('navigation', { name: 'Páginas personales' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Páginas personales: Cuenta' }).click();
  await expectAccessible(page);
  // Not for people who do not stream.
  await expect(menu.getByRole('list', { name: 'Dinero' }).getByRole('link')).toHaveText(['Pago']);
  await menu.getByRole('link', { name: 'Favoritos' }).click();
  await expect(page).toHaveURL('/es/personal/favourites');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Páginas personales: Favoritos' }).click();
  await expect(menu.getByRole('link', { name: 'Favoritos' })).toHaveAttribute('aria-current', 'page');
});
