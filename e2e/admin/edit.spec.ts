import type { Page } from '@playwright/test';
import { REFUSED_REQUEST } from '../call/support/people.ts';
import { watchConsole } from '../support/test.ts';
import { city, expect, make, test as ordinaryTest, signInAsAdmin, unique } from './people.ts';

/** Rejected forms are answered with 4xx, which browsers log to the console. */
const test = ordinaryTest.extend({
  page: async ({ browser, baseURL, extraHTTPHeaders, javaScriptEnabled }, use) => {
    const context = await browser.newContext({
      baseURL,
      extraHTTPHeaders,
      javaScriptEnabled,
      // Differs from the server's time zone.
      timezoneId: 'Asia/Tokyo',
    });
    const page = await context.newPage();
    const errors = watchConsole(page);
    await signInAsAdmin(page);
    await use(page);
    await context.close();
    expect(errors.filter((error) => !REFUSED_REQUEST.test(error))).toEqual([]);
  },
});

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

const h1 = (page: Page) => page.getByRole('heading', { level: 1 });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a city' : 'a city, without JavaScript,', () => {
    test.use({ javaScriptEnabled });

    test('is created, changed, deleted and restored', async ({ page }) => {
      const name = unique('Gijón');
      await page.goto('/admin/city');
      await page.getByRole('link', { name: 'New city' }).click();
      await fill(page, { Name: name, Latitude: '43.54', Longitude: '-5.66' });
      await page.getByLabel('Country').selectOption('ES');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByText('Created.')).toBeVisible();
      await expect(h1(page)).toHaveText(name);
      const address = new URL(page.url()).pathname;

      await fill(page, { Name: `${name} ✓` });
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved.')).toBeVisible();
      await expect(h1(page)).toHaveText(`${name} ✓`);

      await page.getByRole('link', { name: 'Delete' }).click();
      await expect(page.getByRole('heading', { name: `Delete “${name} ✓”?` })).toBeVisible();
      await page.getByRole('button', { name: 'Delete it' }).click();
      await expect(page.getByText(`Deleted “${name} ✓”.`)).toBeVisible();
      expect((await page.request.get(`/api${address.replace('/admin', '')}`)).status()).toBe(404);

      if (javaScriptEnabled) {
        // The offer to restore survives a reload and also appears in other sections.
        await page.goto('/admin/city');
        await page.goto('/admin/parameter');
      }
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(h1(page)).toHaveText(`${name} ✓`);
      await expect(page.getByText('Restored.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(address);
    });

    test('marks each wrong field, and keeps what was typed', async ({ page }) => {
      await page.goto('/es/admin/city/new');
      const typed = { Nombre: '  ', Latitud: '<script>', Longitud: '200 🌍' };
      await fill(page, typed);
      await page.getByRole('button', { name: 'Crear' }).click();
      await expect(page.getByText('Revisa 4 campos.')).toBeVisible();
      for (const [label, problem] of [
        ['Nombre', 'Obligatorio'],
        ['País', 'Elige una de las opciones'],
        ['Latitud', 'Escribe un número, p. ej. 12,5'],
        ['Longitud', 'Escribe un número, p. ej. 12,5'],
      ] as const) {
        const input = page.getByLabel(label, { exact: true });
        await expect(input).toHaveAttribute('aria-invalid', 'true');
        await expect(input).toHaveAccessibleDescription(new RegExp(problem));
      }
      for (const [label, value] of Object.entries(typed)) {
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
      }
      if (javaScriptEnabled) await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused();
      await fill(page, { Nombre: 'x'.repeat(101) });
      await page.getByRole('button', { name: 'Crear' }).click();
      await expect(page.getByText('Como máximo, 100 caracteres')).toBeVisible();
    });

    test('a time is typed in the time zone named at the field', async ({ page }) => {
      const post = { name: unique('post'), language: 'ENGLISH', title: 'A post' };
      const id = await make(page, 'blog', post);
      await page.goto(`/es/admin/blog/${id}`);
      const time = page.getByLabel('Publicación', { exact: true });
      await expect(time).toHaveAccessibleDescription(javaScriptEnabled ? /Asia\/Tokyo/ : /UTC/);
      const save = async (saved: Record<string, unknown>) => {
        await page.getByRole('button', { name: 'Guardar' }).click();
        const row = async () => (await page.request.get(`/api/blog/${id}`)).json();
        await expect.poll(row).toMatchObject(saved);
        const { version }: { version: number } = await row();
        await expect(page.locator('[name=version]')).toHaveValue(String(version));
      };
      const publishedAt = `2026-05-0${javaScriptEnabled ? '5T22' : '6T07'}:08:00.000Z`;
      await time.fill('2026-05-06T07:08');
      await save({ publishedAt });
      await expect(time).toHaveValue(/^2026-05-06T07:08/);
      // A change of another field keeps it.
      await fill(page, { Resumen: 'Some words' });
      await save({ publishedAt, summary: 'Some words' });
      if (javaScriptEnabled) {
        await time.press('Backspace');
        await page.getByRole('button', { name: 'Guardar' }).click();
        await expect(time).toHaveAccessibleDescription(/Escribe una fecha y una hora/);
        await expect(time).toBeFocused();
      }
      await time.fill('');
      await save({ publishedAt: null });
    });
  });
}

test('two administrators: changes are merged by field, and the second sees only the conflicts', async ({
  page,
  browser,
  baseURL,
}) => {
  const row = city();
  const path = `/admin/city/${await make(page, 'city', row)}`;
  const other = await browser.newPage({ baseURL });
  await signInAsAdmin(other);
  await page.goto(path);
  await other.goto(path);
  await fill(other, { Latitude: '41.5' });
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Saved.')).toBeVisible();

  // The other administrator changed the latitude, this one the name: both are saved.
  const mine = unique('Mine');
  await fill(page, { Name: mine });
  await page.getByLabel('Name', { exact: true }).press('Control+s');
  await expect(page.getByText('Saved, together with what someone else changed')).toBeVisible();
  await expect(h1(page)).toHaveText(mine);
  await expect(page.getByLabel('Latitude')).toHaveValue('41.5');

  const theirs = unique('Theirs');
  await fill(other, { Name: theirs, Latitude: '42.5', Longitude: '9' });
  await other.getByRole('button', { name: 'Save' }).click();
  const conflict = (of: Page) => of.getByRole('region', { name: 'Someone else saved a change first' });
  await expect(conflict(other).getByRole('row', { name: `Name ${mine} ${theirs}` })).toBeVisible();
  await expect(conflict(other).getByRole('row')).toHaveCount(2);
  await expect(other.getByLabel('Longitude')).toHaveValue('9');
  await conflict(other).getByRole('button', { name: 'Save mine' }).click();
  await expect(h1(other)).toHaveText(theirs);

  await fill(page, { Name: unique('Again'), Latitude: '50' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(conflict(page).getByRole('row')).toHaveCount(3);
  // Fields changed only by the other administrator have the new values.
  await expect(page.getByLabel('Longitude')).toHaveValue('9');
  await page.getByRole('link', { name: 'Discard my changes' }).click();
  await expect(conflict(page)).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(theirs);
  await expect(page.getByLabel('Latitude')).toHaveValue('42.5');
  await other.close();
});

test('leaving unsaved changes asks first', async ({ page }) => {
  const row = city();
  await page.goto(`/admin/city/${await make(page, 'city', row)}`);
  await page.getByRole('navigation').getByRole('link', { name: 'Roles' }).click();
  await expect(h1(page)).toHaveText('Roles');
  await page.goBack();
  await fill(page, { Name: 'Not saved' });
  await page.getByRole('link', { name: 'Roles' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Not saved');
  await page.getByRole('link', { name: 'Roles' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(h1(page)).toHaveText('Roles');
});

test('a role is given by username, and the last administrator keeps theirs', async ({ page }) => {
  const username = unique('streamer');
  await make(page, 'user', { username, urlname: username, email: `${username}@example.org` });
  await page.goto('/admin/role/new');
  await page.getByLabel('User', { exact: true }).fill('nobody-at-all');
  await page.getByLabel('Role', { exact: true }).selectOption('PRODUCER');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('No such user')).toBeVisible();
  await page.getByLabel('User', { exact: true }).fill(username.toUpperCase());
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(h1(page)).toHaveText(username);

  await page.goto('/admin/role?rolename=ADMIN');
  await page.getByRole('rowheader').getByRole('link').click();
  await page.getByRole('link', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('This is still in use')).toBeVisible();
});
