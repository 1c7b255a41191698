import { city } from '#db/schema/index.ts';
import { unique } from '#tests/support/people/people.ts';
import { expect, hydrated, makeStreamer, refusingTest, test } from './site.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const WORDS = {
  en: {
    path: '/user',
    title: 'Streamers',
    search: 'Search',
    speak: 'Speaks',
    euros: '€1.50',
    one: '1 streamer',
  },
  es: {
    path: '/es/user',
    title: 'Streamers',
    search: 'Buscar',
    speak: 'Habla',
    euros: '1,50 €',
    one: '1 streamer',
  },
} as const;

for (const [language, words] of Object.entries(WORDS)) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`the list in ${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use({ javaScriptEnabled });

      test('finds streamers by their texts and languages', async ({ page, site }) => {
        const word = unique('needle');
        const found = await makeStreamer(site, { description: `A ${word}` }, { languages: ['JAPANESE'] });
        await makeStreamer(site, { description: `Another ${word}` }, { languages: ['ITALIAN'] });
        await page.goto(words.path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
        await page.getByLabel(words.search).fill(word);
        await page.getByLabel(words.speak).selectOption('JAPANESE');
        await page.getByRole('search').getByRole('button').click();
        await expect(page.getByText(words.one)).toBeVisible();
        const card = page.getByRole('article');
        await expect(card).toHaveCount(1);
        await expect(card).toContainText(words.euros);
        await card.getByRole('link').click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(found.username);
        await page.goBack();
        await expect(page.getByLabel(words.search)).toHaveValue(word);
      });
    });
  }
}

test('remembers the currency, and shows another one where a streamer has no price in it', async ({
  page,
  site,
}) => {
  const { username } = await makeStreamer(site);
  await page.goto(`/user?q=${username}&currency=USD`);
  await page.goto(`/user?q=${username}`);
  await expect(page.getByLabel('Prices in')).toHaveValue('USD');
  await expect(page.getByRole('article')).toContainText('€1.50');
});

test('pages through a long list, and leads back from a missing page', async ({ page, site }) => {
  const word = unique('crowd');
  for (let i = 0; i < 13; i++) await makeStreamer(site, { firstName: word });
  await page.goto(`/user?q=${word}`);
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('13 streamers')).toBeVisible();
  await page.goto(`/user?q=${word}&page=9`);
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('a phone shows a streamer on its first screen, and filters on a click', async ({ page, site }) => {
  const { username } = await makeStreamer(site, {}, { languages: ['JAPANESE'] });
  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto(`/user?q=${username}`);
  await expect(page.getByRole('article')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Speaks')).toBeHidden();
  await page.getByText('More filters').click();
  await page.getByLabel('Speaks').selectOption('ITALIAN');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('0 streamers')).toBeVisible();
  // A filter in use is not hidden.
  await expect(page.getByLabel('Speaks')).toHaveValue('ITALIAN');
});

test('suggests what to do where nobody matches', async ({ page }) => {
  await page.goto('/user?q=nobody-is-called-so');
  await page.getByRole('link', { name: 'Show all streamers' }).click();
  await expect(page).toHaveURL(/\/user$/);
});

test('the map shows rounded places at the right zoom, and leads to profiles', async ({ page, site }) => {
  const tiles: string[] = [];
  await page.route(/tile\.openstreetmap/, (route) => {
    tiles.push(route.request().url());
    return route.fulfill({ contentType: 'image/png', body: PIXEL });
  });
  const { username } = await makeStreamer(site, { latitude: 41.38791, longitude: 2.16992 });
  await page.goto(`/user?view=map&q=${username}`);
  expect(await page.content()).not.toContain('41.38791');
  await page.getByRole('button', { name: username }).click();
  expect(tiles.every((url) => url.startsWith('https://tile.openstreetmap.org/15/'))).toBe(true);
  await expect(page.getByRole('link', { name: 'OpenStreetMap' })).toBeVisible();
  await page.locator('.leaflet-popup').getByRole('link', { name: username }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(username);
});

test('the map moves to a city', async ({ page, site }) => {
  const tiles: string[] = [];
  await page.route(/tile\.openstreetmap/, (route) => {
    tiles.push(route.request().url());
    return route.fulfill({ contentType: 'image/png', body: PIXEL });
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  const name = unique('Vigo');
  await site.db.insert(city).values({ name, country: 'ES', latitude: 42.24, longitude: -8.72 });
  const { username } = await makeStreamer(site, { latitude: 41.38791, longitude: 2.16992 });
  await page.goto(`/es/user?view=map&q=${username}`);
  const choice = page.getByLabel('Mover el mapa a');
  await expect(choice.locator('optgroup[label="España"] option', { hasText: name })).toBeAttached();
  await expect(page.getByRole('button', { name: username })).toBeInViewport();
  await choice.selectOption({ label: name });
  // The tile at zoom 13 that holds the city's centre: https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames
  await expect.poll(() => tiles.some((url) => url.includes('/13/3897/3033.png'))).toBe(true);
});

refusingTest('says so where the map has no pictures, and keeps the list', async ({ page, site }) => {
  const { username } = await makeStreamer(site, { latitude: 1, longitude: 1 });
  await page.goto(`/user?view=map&q=${username}`);
  await expect(page.getByText(/Parts of the map couldn't be loaded/)).toBeVisible();
  await expect(page.getByRole('article')).toContainText(username);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the map says that it needs JavaScript, and the list is shown', async ({ page, site }) => {
    const { username } = await makeStreamer(site, { latitude: 1, longitude: 1 });
    await page.goto(`/user?view=map&q=${username}`);
    await expect(page.locator('noscript p')).toContainText('The map needs JavaScript.');
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.getByRole('article')).toContainText(username);
  });
});

test('a streamer with an incomplete profile is not listed and has no page', async ({ page, site }) => {
  const hidden = await makeStreamer(site, { controlModes: ['PAD'], padEnabled: false });
  await page.goto(`/user?q=${hidden.username}`);
  await expect(page.getByRole('article')).toHaveCount(0);
  await hydrated(page);
  expect((await page.request.get(`/user/${hidden.username}`)).status()).toBe(404);
});
