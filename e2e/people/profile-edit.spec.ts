import { eq } from 'drizzle-orm';
import { city, user, userPrice } from '#db/schema/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, file, hydrated, refusingTest, signUp, test } from './site.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

for (const javaScriptEnabled of [true, false]) {
  refusingTest.describe(`the profile’s form, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    refusingTest.use({ javaScriptEnabled });

    refusingTest('says what is wrong at the field, loses nothing, and saves', async ({ page, site }) => {
      const me = await signUp(page, site, ['PRODUCER']);
      await page.goto('/es/personal/profile');
      const form = page.locator('#profile');
      const submit = form.getByRole('button', { name: 'Guardar' });
      await form.getByLabel('Nombre', { exact: true }).fill('x'.repeat(61));
      await form.getByLabel('Descripción').fill('<script>alert(1)</script>\nY un 🎥');
      await form.getByLabel('Italiano').check();
      await form.getByLabel('Latitud').fill('91');
      await form.getByLabel('Longitud').fill('-3,7');
      await form.getByLabel('Voz').check();
      await form.getByLabel('EUR').fill('1,25');
      await form.getByLabel('USD').fill('mucho');
      await submit.click();
      await expect(form.getByLabel('Nombre', { exact: true })).toHaveAccessibleDescription(
        'Es demasiado largo',
      );
      await expect(form.getByLabel('Latitud')).toHaveAccessibleDescription(/de -90 a 90/);
      await expect(form.getByLabel('USD')).toHaveAccessibleDescription(/de 0,01 a 999999/);
      await expect(form.getByLabel('EUR')).toHaveAccessibleDescription('');
      await expect(form.getByLabel('USD')).toHaveValue('mucho');
      await expect(form.getByLabel('Italiano')).toBeChecked();
      if (javaScriptEnabled) await expect(form.getByLabel('Nombre', { exact: true })).toBeFocused();

      await form.getByLabel('Nombre', { exact: true }).fill('Ana');
      await form.getByLabel('Latitud').fill('40.4');
      await form.getByLabel('USD').fill('');
      await submit.click();
      await expect(form.getByText('Guardado.')).toBeVisible();
      const [row] = await site.db.select().from(user).where(eq(user.id, me.id));
      expect(row).toMatchObject({
        firstName: 'Ana',
        description: '<script>alert(1)</script>\nY un 🎥',
        latitude: 40.4,
        longitude: -3.7,
        controlModes: ['VOICE'],
        padEnabled: false,
      });
      expect(await site.db.select().from(userPrice).where(eq(userPrice.userId, me.id))).toEqual([
        { userId: me.id, currency: 'EUR', perMinute: 1.25 },
      ]);
      // The profile is public now.
      await page.context().clearCookies();
      await page.goto(`/user/${me.username}`);
      await expect(page.getByText('Italian')).toBeVisible();
      await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
    });
  });
}

test('a user who is no streamer is not asked for prices, and keeps former ones', async ({ page, site }) => {
  const me = await signUp(page, site);
  await site.db
    .update(user)
    .set({ controlModes: ['PAD'] })
    .where(eq(user.id, me.id));
  await page.goto('/personal/profile');
  await expect(page.getByLabel('EUR')).toHaveCount(0);
  await page.getByLabel('First name').fill('Bo');
  await page.locator('#profile').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const [row] = await site.db.select().from(user).where(eq(user.id, me.id));
  expect(row).toMatchObject({ firstName: 'Bo', controlModes: ['PAD'] });
});

test('an avatar is cropped with the keyboard and saved, and removed again', async ({ page, site }) => {
  const me = await signUp(page, site);
  await page.goto('/personal/profile');
  await hydrated(page);
  const section = page.locator('#avatar');
  await section.getByLabel('Choose a picture').setInputFiles(await file(800, 400));
  const cropper = section.getByRole('application', { name: /Crop the picture/ });
  await expect(cropper).toBeVisible();
  await section.getByLabel('Zoom').fill('2');
  await cropper.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
  const sent = page.waitForRequest(`**/api/avatar/${me.id}`);
  await section.getByRole('button', { name: 'Save avatar' }).click();
  await sent;
  await expect(section.getByRole('status')).toHaveText('Avatar saved.');
  await expect(section.getByRole('status')).toBeFocused();
  const [row] = await site.db.select({ key: user.avatarKey }).from(user).where(eq(user.id, me.id));
  expect(row?.key).not.toBeNull();
  await expect(section.getByRole('presentation')).toHaveAttribute('src', new RegExp(`v=${row?.key}`));
  // The picture in the header changes as well.
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', new RegExp(`v=${row?.key}`));
  await section.getByRole('button', { name: 'Remove avatar' }).click();
  await expect(section.getByText('Avatar removed.')).toBeVisible();
  expect(await site.db.$count(user, eq(user.avatarKey, row?.key ?? ''))).toBe(0);
});

test('a picture is uploaded with a description, changed, moved, shown and deleted', async ({
  page,
  site,
}) => {
  await signUp(page, site);
  await page.goto('/personal/profile');
  await hydrated(page);
  const section = page.locator('#picture');
  await section.getByLabel('Choose a picture').setInputFiles(await file(900, 600));
  await section.getByLabel('What it shows').fill('A street at dawn');
  await section.getByRole('button', { name: 'Upload picture' }).click();
  await expect(section.getByText('Picture added.')).toBeVisible();
  await expect(section.getByRole('img', { name: 'A street at dawn' })).toBeVisible();
  await section.getByLabel('Edit A street at dawn').click();
  const description = section.getByRole('listitem').getByLabel('What it shows');
  await description.fill('A market');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByRole('img', { name: 'A market' })).toBeVisible();
  await expect(section.getByText('Saved.')).toBeVisible();
  const pictures = section.getByRole('listitem').getByRole('img');
  await expect(section.getByLabel('Move A market later')).toHaveCount(0);
  for (const [i, name] of ['A bridge', 'A square'].entries()) {
    await section.getByLabel('Choose a picture').setInputFiles(await file(900, 600));
    await section.getByLabel('What it shows').last().fill(name);
    await section.getByRole('button', { name: 'Upload picture' }).click();
    await expect(pictures).toHaveCount(i + 2);
  }
  // The button keeps the focus, so that the next press moves the same picture further.
  const later = section.getByLabel('Move A market later');
  await later.focus();
  for (const order of [
    ['A bridge', 'A market', 'A square'],
    ['A bridge', 'A square', 'A market'],
  ]) {
    await page.keyboard.press('Enter');
    for (const [i, name] of order.entries()) await expect(pictures.nth(i)).toHaveAccessibleName(name);
    await expect(later).toBeFocused();
  }
  await expect(section.getByRole('status')).toHaveText('Picture moved.');
  await expect(later).toHaveAttribute('aria-disabled', 'true');
  for (const name of ['A bridge', 'A square']) {
    await section.getByLabel(`Delete ${name}`).click();
    await section.getByRole('button', { name: 'Delete it' }).and(page.locator(':visible')).click();
    await expect(section.getByRole('img', { name })).toHaveCount(0);
  }
  await section.getByLabel('Delete A market').click();
  await section.getByRole('button', { name: 'Delete it' }).click();
  await expect(section.getByText('No pictures yet.')).toBeVisible();
  await expect(section.getByText('Picture deleted.')).toBeVisible();
  await expect(section.getByText('Picture added.')).toHaveCount(0);
});

refusingTest('a file that is no picture is refused at its field', async ({ page, site }) => {
  await signUp(page, site);
  await page.goto('/personal/profile');
  await hydrated(page);
  const none = { name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="alert(1)"/>') };
  for (const id of ['#avatar', '#picture']) {
    const field = page.locator(id).getByLabel('Choose a picture');
    await field.setInputFiles(none);
    if (id === '#picture') await page.getByRole('button', { name: 'Upload picture' }).click();
    await expect(field).toHaveAccessibleDescription(/We can't read this image/);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('avatar and pictures are sent by plain forms, which report the result', async ({ page, site }) => {
    const me = await signUp(page, site);
    await page.goto('/es/personal/profile');
    const [avatar, pictures] = [page.locator('#avatar'), page.locator('#picture')];
    await avatar.getByLabel('Elige una imagen').setInputFiles(await file(1500, 900));
    await avatar.getByRole('button', { name: 'Subir' }).click();
    await expect(page.getByText('Avatar guardado.')).toBeVisible();
    const [row] = await site.db.select({ key: user.avatarKey }).from(user).where(eq(user.id, me.id));
    expect(row?.key).not.toBeNull();

    const none = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await pictures.getByLabel('Elige una imagen').setInputFiles(none);
    await pictures.getByLabel('Cómo se muestra').selectOption({ label: 'En 360°' });
    await pictures.getByRole('button', { name: 'Subir imagen' }).click();
    await expect(pictures.getByLabel('Elige una imagen')).toHaveAccessibleDescription(
      /No podemos leer esta imagen/,
    );
    await expect(pictures.getByLabel('Cómo se muestra')).toHaveValue('true');
    // Larger than the limit of other forms.
    const large = {
      name: 'x.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([(await file(900, 600)).buffer, Buffer.alloc(2 ** 21)]),
    };
    await pictures.getByLabel('Elige una imagen').setInputFiles(large);
    await pictures.getByLabel('Qué se ve').fill('Una calle');
    await pictures.getByRole('button', { name: 'Subir imagen' }).click();
    await expect(page.getByText('Imagen añadida.')).toBeVisible();
    await expect(pictures.getByRole('img', { name: 'Una calle' })).toBeVisible();

    await pictures.getByLabel('Elige una imagen').setInputFiles(await file(900, 600));
    await pictures.getByLabel('Qué se ve').last().fill('Un río');
    await pictures.getByRole('button', { name: 'Subir imagen' }).click();
    await pictures.getByRole('button', { name: 'Poner Un río antes' }).click();
    await expect(pictures.getByText('Imagen movida.')).toBeVisible();
    await expect(pictures.getByRole('listitem').getByRole('img').first()).toHaveAccessibleName('Un río');
  });
});

test('a place is set on the map, or found by the browser', async ({ page, site, context }) => {
  await page.route(/tile\.openstreetmap/, (route) =>
    route.fulfill({ contentType: 'image/png', body: PIXEL }),
  );
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 52.520008, longitude: 13.404954 });
  await signUp(page, site);
  await page.goto('/personal/profile');
  await hydrated(page);
  await page.getByRole('button', { name: 'Use my current location' }).click();
  await expect(page.getByLabel('Latitude')).toHaveValue('52.52001');
  await page.getByRole('button', { name: 'Choose on the map' }).click();
  const map = page.getByRole('region', { name: 'Map for choosing your location' });
  await expect(map.locator('.map-pin')).toBeVisible();
  await map.click({ position: { x: 60, y: 200 } });
  await expect(page.getByLabel('Latitude')).not.toHaveValue('52.52001');
  await expect(page.getByLabel('Latitude')).toHaveValue(/^52\.\d+$/);
  await page.locator('#profile').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByLabel('Longitude')).toHaveValue(/^13\.\d+$/);
});

refusingTest(
  'a place is found by typing and Enter, or looked up when the profile is saved',
  async ({ page, site }) => {
    await site.db.insert(city).values([
      { name: 'Vigo', country: 'ES', latitude: 42.24, longitude: -8.72 },
      { name: 'Vigo di Cadore', country: 'IT', latitude: 46.5, longitude: 12.47 },
    ]);
    await signUp(page, site);
    await page.goto('/personal/profile');
    await hydrated(page);
    const [place, latitude] = [page.getByLabel('Find a place'), page.getByLabel('Latitude')];
    const save = () => page.locator('#profile').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Only cities are known here')).toBeVisible();
    await place.fill('vigo');
    await place.press('Enter');
    await expect(page.getByText('Found: Vigo, Spain. Its coordinates are filled in.')).toBeVisible();
    await expect(latitude).toHaveValue('42.24');
    await page.getByRole('button', { name: 'Vigo di Cadore, Italy' }).click();
    await expect(page.getByText('Found: Vigo di Cadore, Italy.')).toBeVisible();
    await expect(latitude).toHaveValue('46.5');
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Find a place' }).fill('Nowhere at all');
    await save();
    await expect(place).toHaveAccessibleDescription(/Nothing was found with this name/);
    await expect(place).toHaveValue('Nowhere at all');
    await place.fill('vigo, spain');
    await save();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(latitude).toHaveValue('42.24');
    await expect(place).toHaveValue('');
  },
);
