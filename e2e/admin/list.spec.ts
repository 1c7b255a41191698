import type { Page } from '@playwright/test';
import { city, expect, make, signInAsAdmin, test, unique } from './people.ts';

/** Waits for the rows: the URL changes shortly before they do. */
const expectNames = (page: Page, names: string[]) => expect(page.getByRole('rowheader')).toHaveText(names);

// Differs from the server's time zone.
test.use({ timezoneId: 'Asia/Tokyo' });

test('search, filters, order and page are kept in the URL', async ({ page }) => {
  await signInAsAdmin(page);
  const word = unique('Sort');
  for (const [i, country] of (['ES', 'FR', 'ES'] as const).entries()) {
    await make(page, 'city', { ...city(), name: `${word} ${i}`, country, latitude: 10 - i });
  }
  await page.goto('/admin/city');
  await page.getByRole('searchbox').fill(word);
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(`/admin/city?q=${word}`);
  await expect(page.getByText('3 rows')).toBeVisible();

  await page.getByText('Filters').click();
  await page.getByLabel('Country').selectOption('ES');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(`/admin/city?q=${word}&country=ES`);
  await expect(page.getByText('2 rows')).toBeVisible();
  await expectNames(page, [`${word} 0`, `${word} 2`]);

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(page).toHaveURL(`/admin/city?q=${word}&country=ES&sort=-name`);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expectNames(page, [`${word} 2`, `${word} 0`]);

  await page.goBack();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expectNames(page, [`${word} 0`, `${word} 2`]);

  await page.goto(`/admin/city?q=${word}&size=2`);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(`/admin/city?q=${word}&size=2&page=2`);
  await expectNames(page, [`${word} 2`]);

  await page.getByRole('searchbox').fill(`${word} nowhere`);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
});

test('a URL with an unknown filter or sort order says so', async ({ page }) => {
  await signInAsAdmin(page);
  for (const query of [
    'sort=nothing',
    'nothing=1',
    'page=0',
    'createdAt.from=never',
    `q=${'x'.repeat(101)}`,
  ]) {
    await page.goto(`/admin/city?${query}`);
    await expect(page.getByText("This link has a filter or sort order that doesn't exist.")).toBeVisible();
  }
});

test('unanswered messages are listed, and disappear when they are answered', async ({ page }) => {
  await signInAsAdmin(page);
  const email = `${unique('asks')}@example.org`;
  const id = await make(page, 'inquiry', { email, message: 'When?' });
  await page.goto(`/admin/inquiry?answeredAt=no&email=${email}`);
  await expect(page.getByText('1 row')).toBeVisible();
  await expect(page.getByText('Times are in the time zone Asia/Tokyo')).toBeVisible();
  await expect(page.getByRole('time').first()).toHaveAttribute('title', / UTC$/);
  await page.goto(`/admin/inquiry/${id}`);
  await page.getByLabel('Answer', { exact: true }).fill('Now.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.goto(`/admin/inquiry?answeredAt=yes&email=${email}`);
  await expect(page.getByText('1 row')).toBeVisible();
  await page.goto(`/admin/inquiry?answeredAt=no&email=${email}`);
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
});

test('arrow keys move between rows, and / focuses the search', async ({ page }) => {
  await signInAsAdmin(page);
  const word = unique('Keys');
  for (const i of [0, 1]) await make(page, 'city', { ...city(), name: `${word} ${i}` });
  await page.goto(`/admin/city?q=${word}`, { waitUntil: 'networkidle' });
  await page.getByRole('region', { name: 'Cities' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: `${word} 0` })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: `${word} 1` })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue(word);
  await page.getByRole('main').focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();

  await page.getByRole('link', { name: `${word} 0` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} 0`);
  // Moves from a row to the list's search.
  await page.keyboard.press('/');
  await expect(page).toHaveURL(`/admin/city?q=${word}`);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.getByRole('link', { name: `${word} 0` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} 0`);
  await page.getByRole('main').getByRole('link', { name: 'Cities' }).last().click();
  await expect(page).toHaveURL(`/admin/city?q=${word}`);
  await page.getByRole('link', { name: `${word} 0` }).click();
  await page.getByRole('link', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expectNames(page, [`${word} 1`]);
});

test('the header and the first column stay visible while a table is scrolled on a phone', async ({
  page,
}) => {
  await signInAsAdmin(page);
  const word = unique('Stay');
  for (let i = 0; i < 25; i++) await make(page, 'city', { ...city(), name: `${word} ${i}` });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/admin/city?q=${word}`);
  const table = page.getByRole('region', { name: 'Cities' });
  const place = async (name: string, role: 'columnheader' | 'rowheader') =>
    page.getByRole(role, { name, exact: true }).boundingBox();
  const head = await place('Name', 'columnheader');
  await table.evaluate((element) => element.scrollTo(200, 300));
  expect(await table.evaluate((element) => [element.scrollLeft, element.scrollTop])).toEqual([200, 300]);
  expect(await place('Name', 'columnheader')).toEqual(head);
  expect((await place(`${word} 9`, 'rowheader'))?.x).toBe(head?.x);
  // Playwright's click would scroll first.
  await page.getByRole('link', { name: `${word} 9` }).evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} 9`);
  await page.goBack();
  await expect
    .poll(() => table.evaluate((element) => [element.scrollLeft, element.scrollTop]))
    .toEqual([200, 300]);
});
