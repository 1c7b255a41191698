import type { Locator, Page } from '@playwright/test';
import { hashPassword } from '#app/accounts/passwords/passwords.server.ts';
import { credential, userFavourite } from '#db/schema/index.ts';
import { makeCall } from '#tests/support/people/people.ts';
import {
  expect,
  expectAccessible,
  file,
  hydrated,
  makeStreamer,
  PASSWORD,
  type PeopleSite,
  refusingTest,
  signUp,
  test,
} from './site.ts';

const WORDS = {
  en: {
    path: '/user/',
    publish: 'Publish review',
    missing: 'Choose one to five stars',
    four: '4 stars',
    text: 'What was it like? (optional)',
    saved: 'Review published.',
    change: 'Save review',
    two: '2 stars',
    delete: 'Delete review',
    deleteSure: 'Delete it',
    deleted: 'Review deleted.',
    none: 'No reviews yet.',
    favourite: 'Add to favourites',
    unfavourite: 'Remove from favourites',
    favourites: '/personal/favourites',
    remove: 'Remove',
    removed: 'Removed from favourites.',
    block: 'Block',
    sure: 'Block this person',
    blocked: 'Blocked people',
    unblock: 'Unblock',
    done: 'Blocked. You can no longer see each other.',
    undone: 'Unblocked.',
  },
  es: {
    path: '/es/user/',
    publish: 'Publicar reseña',
    missing: 'Elige de una a cinco estrellas',
    four: '4 estrellas',
    text: '¿Cómo fue? (opcional)',
    saved: 'Reseña publicada.',
    change: 'Guardar reseña',
    two: '2 estrellas',
    delete: 'Borrar reseña',
    deleteSure: 'Borrarla',
    deleted: 'Reseña borrada.',
    none: 'Todavía no hay reseñas.',
    favourite: 'Añadir a favoritos',
    unfavourite: 'Quitar de favoritos',
    favourites: '/es/personal/favourites',
    remove: 'Quitar a',
    removed: 'Quitado de favoritos.',
    block: 'Bloquear',
    sure: 'Bloquear a esta persona',
    blocked: 'Personas bloqueadas',
    unblock: 'Desbloquear',
    done: 'Persona bloqueada. Ni te ve ni la ves.',
    undone: 'Persona desbloqueada.',
  },
} as const;

/** Chooses by keyboard: the stars cover their radio buttons. A key is lost if it comes before a new page is painted. */
async function choose(radio: Locator): Promise<void> {
  await expect(async () => {
    await radio.press('Space');
    await expect(radio).toBeChecked({ timeout: 1_000 });
  }).toPass();
}

for (const [language, words] of Object.entries(WORDS)) {
  for (const javaScriptEnabled of [true, false]) {
    refusingTest.describe(
      `a profile in ${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
      () => {
        refusingTest.use({ javaScriptEnabled });

        refusingTest('takes a review, lets its author change and delete it', async ({ page, site }) => {
          const streamer = await makeStreamer(site);
          const me = await signUp(page, site);
          await makeCall(site.db, streamer.id, me.id);
          await page.goto(words.path + streamer.username);
          if (javaScriptEnabled) await hydrated(page);
          await page.getByLabel(words.text).fill('Línea <b>uno</b> 🎥');
          await page.getByRole('button', { name: words.publish }).click();
          await expect(page.getByText(words.missing)).toBeVisible();
          await expect(page.getByLabel(words.text)).toHaveValue('Línea <b>uno</b> 🎥');

          await choose(page.getByRole('radio', { name: words.four }));
          await page.getByRole('button', { name: words.publish }).click();
          await expect(page.getByText(words.saved)).toBeVisible();
          const review = page.getByRole('listitem').filter({ hasText: me.username });
          await expect(review).toContainText('Línea <b>uno</b> 🎥');
          await expect(review.getByRole('img', { name: words.four })).toBeVisible();

          await choose(page.getByRole('radio', { name: words.two }));
          await page.getByRole('button', { name: words.change }).click();
          await expect(review.getByRole('img', { name: words.two })).toBeVisible();
          await page.locator('summary', { hasText: words.delete }).click();
          await page.getByRole('button', { name: words.deleteSure }).click();
          await expect(page.getByText(words.deleted)).toBeVisible();
          await expect(page.getByText(words.none)).toBeVisible();
        });

        refusingTest('is kept among the favourites, and taken from them', async ({ page, site }) => {
          const streamer = await makeStreamer(site);
          await signUp(page, site);
          await page.goto(words.path + streamer.username);
          await page.getByRole('button', { name: words.favourite }).click();
          await expect(page.getByRole('button', { name: words.unfavourite })).toBeVisible();
          await page.goto(words.favourites);
          await page.getByRole('link', { name: streamer.username }).click();
          await page.getByRole('button', { name: words.unfavourite }).click();
          await page.getByRole('button', { name: words.favourite }).click();
          await expect(page.getByRole('button', { name: words.unfavourite })).toBeVisible();
          await page.goto(words.favourites);
          await page.getByRole('button', { name: words.remove }).click();
          await expect(page.getByText(words.removed)).toBeVisible();
          await expect(page.getByText(streamer.username)).toHaveCount(0);
        });

        refusingTest(
          'is blocked and unblocked; meanwhile neither sees the other',
          async ({ page, site, browser }) => {
            const other = await browser.newContext({ baseURL: site.url, extraHTTPHeaders: {} });
            const theirPage = await other.newPage();
            const them = await streamerOnPage(theirPage, site);
            const me = await streamerOnPage(page, site);
            await site.db.insert(userFavourite).values({ userId: them.id, favouriteId: me.id });
            await page.goto(words.path + them.username);
            await page.locator('summary').click();
            await page.getByRole('button', { name: words.sure }).click();
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.blocked);
            await expect(page.getByText(words.done)).toBeVisible();
            await expect(page.getByText(them.username)).toBeVisible();

            // The person who blocked sees a message instead of the profile.
            expect(await sees(page, them.username)).toEqual({ profile: 200, listed: false });
            const instead = await (await page.request.get(`/user/${them.username}`)).text();
            expect(instead).toContain(`You blocked ${them.username}`);
            expect(await sees(theirPage, me.username)).toEqual({ profile: 404, listed: false });
            expect(
              await theirPage.request.get('/personal/favourites').then((answer) => answer.text()),
            ).not.toContain(me.username);

            await page.getByRole('button', { name: `${words.unblock}` }).click();
            await expect(page.getByText(words.undone)).toBeVisible();
            await expect(page.getByText(them.username)).toHaveCount(0);
            expect(await sees(page, them.username)).toEqual({ profile: 200, listed: true });
            await other.close();
          },
        );
      },
    );
  }
}

/** Logs a page in as a streamer with a public profile. */
async function streamerOnPage(page: Page, site: PeopleSite): Promise<{ id: string; username: string }> {
  const streamer = await makeStreamer(site);
  const passwordHash = await hashPassword(PASSWORD);
  await site.db.insert(credential).values({ userId: streamer.id, passwordHash });
  const answer = await page.request.post('/api/login', {
    data: { username: streamer.username, password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  return streamer;
}

async function sees(page: Page, username: string): Promise<{ profile: number; listed: boolean }> {
  const profile = await page.request.get(`/user/${username}`);
  const list = await page.request.get(`/user?q=${username}`);
  return { profile: profile.status(), listed: (await list.text()).includes(`/user/${username}"`) };
}

test('a visitor is redirected to the log-in and back', async ({ page, site }) => {
  const streamer = await makeStreamer(site);
  await page.goto(`/user/${streamer.username}`);
  await expect(page.getByRole('button', { name: 'Publish review' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`/login?redirectTo=${encodeURIComponent(`/user/${streamer.username}`)}`);
});

test('one’s own incomplete profile is visible only to oneself, and links to the form', async ({
  page,
  site,
}) => {
  const { username } = await signUp(page, site);
  await page.goto(`/user/${username}`);
  await expect(page.getByText('Only you can see this page.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
});

refusingTest('asks before overwriting a review that another window changed', async ({ page, site }) => {
  const streamer = await makeStreamer(site);
  const me = await signUp(page, site);
  await makeCall(site.db, streamer.id, me.id);
  const other = await page.context().newPage();
  for (const window of [page, other]) {
    await window.goto(`/user/${streamer.username}`);
    await hydrated(window);
    await choose(window.getByRole('radio', { name: '5 stars' }));
  }
  await page.getByRole('button', { name: 'Publish review' }).click();
  await expect(page.getByText('Review published.')).toBeVisible();
  await other.getByLabel('What was it like? (optional)').fill('From the other window');
  await other.getByRole('button', { name: 'Publish review' }).click();
  await expect(other.getByText(/changed in another window/)).toBeVisible();
  // The page now has the existing review to change.
  await other.getByRole('button', { name: 'Save review' }).click();
  await expect(other.getByRole('listitem').filter({ hasText: 'From the other window' })).toBeVisible();
});

test('a picture opens over the page, a 360° one to look around in', async ({ page, site, context }) => {
  const me = await signUp(page, site);
  for (const [alt, width, height, isSphere] of [
    ['A street', 900, 600, ''],
    ['All around', 2048, 1024, 'true'],
  ] as const) {
    const answer = await context.request.post(`/api/image/user/${me.id}`, {
      multipart: { alt, isSphere, file: await file(width, height) },
    });
    expect(answer.status()).toBe(201);
  }
  await page.goto(`/user/${me.username}`);
  await hydrated(page);
  await page.getByRole('link', { name: 'A street' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'A street' })).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  const sphere = dialog.getByRole('application', { name: /All around/ });
  await expect(sphere.locator('canvas')).toBeVisible();
  const before = await sphere.screenshot();
  await sphere.focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await expect.poll(async () => before.equals(await sphere.screenshot())).toBe(false);
  await expectAccessible(page);
  // Back closes the picture and stays on the page; Forward does not break the router.
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/user/${me.username}$`));
  await page.getByRole('link', { name: 'All around' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Panocall home page' }).click();
  await expect(page).toHaveURL('/');
  // Waits for all of the page's data: the router would abort the rest, and log that.
  const data = page.waitForResponse((response) => response.url().includes(`/user/${me.username}.data`));
  await page.goBack();
  await expect(page.getByRole('link', { name: 'All around' })).toBeVisible();
  await (await data).finished();
  await page.goForward();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
});
