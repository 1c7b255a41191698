import { asc, eq } from 'drizzle-orm';
import { availabilityException, availabilityRule, producerSetting } from '#db/schema/index.ts';
import { expect, expectAccessible, hydrated, type PeopleSite, refusingTest, signUp, test } from './site.ts';

const rulesOf = (site: PeopleSite, producerId: string) =>
  site.db
    .select()
    .from(availabilityRule)
    .where(eq(availabilityRule.producerId, producerId))
    .orderBy(asc(availabilityRule.dayOfWeek), asc(availabilityRule.startMinute));

const offer = { minMinutes: 30, maxMinutes: 60, priceMinor: 250, currency: 'EUR', timeZone: 'Europe/Madrid' };

test('a user who is no streamer is told so', async ({ page, site }) => {
  await signUp(page, site);
  await page.goto('/es/personal/availability');
  await expect(page.getByText('Solo los streamers ofrecen su tiempo.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Disponibilidad' })).toHaveCount(0);
});

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test("the browser's time zone is proposed, and hours are added for several days at once", async ({
    page,
    site,
  }) => {
    const me = await signUp(page, site, ['PRODUCER']);
    await page.goto('/personal/availability');
    await hydrated(page);
    await expect(page.getByRole('heading', { name: 'Add hours' })).toHaveCount(0);
    const setting = page.locator('#setting');
    await expect(setting.getByLabel('Time zone')).toHaveValue('America/New_York');
    await setting.getByLabel('Length of a slot').selectOption('15 minutes');
    await setting.getByLabel('Notice you need').selectOption('24 hours');
    await setting.getByRole('button', { name: 'Save' }).click();
    await expect(setting.getByText('Saved.')).toBeVisible();
    const [saved] = await site.db.select().from(producerSetting).where(eq(producerSetting.userId, me.id));
    expect(saved).toMatchObject({ timeZone: 'America/New_York', gridMinutes: 15, noticeMinutes: 1440 });

    const hours = page.locator('#rule');
    await hours.getByLabel('Monday').check();
    await hours.getByLabel('Friday').check();
    await hours.getByLabel('From').fill('20:00');
    await hours.getByLabel('To', { exact: true }).fill('00:00');
    await hours.getByLabel('Price of a minute').fill('2,3');
    await hours.getByRole('button', { name: 'Add hours' }).click();
    await expect(hours.getByText('Saved.')).toBeVisible();
    const evening = { startMinute: 1200, endMinute: 1440, priceMinor: 230, timeZone: 'America/New_York' };
    expect(await rulesOf(site, me.id)).toMatchObject([
      { ...evening, dayOfWeek: 1 },
      { ...evening, dayOfWeek: 5 },
    ]);
    await expectAccessible(page);
  });
});

test('dragging over the week proposes hours, which can be changed and removed', async ({ page, site }) => {
  const me = await signUp(page, site, ['PRODUCER']);
  await site.db.insert(producerSetting).values({ userId: me.id, timeZone: 'Europe/Madrid' });
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.goto('/personal/availability');
  await hydrated(page);
  const wednesday = page.locator('[data-day="3"]');
  await wednesday.scrollIntoViewIfNeeded();
  const box = await wednesday.boundingBox();
  if (!box) throw new Error('The week is not shown');
  const hour = box.height / 24;
  await page.mouse.move(box.x + 20, box.y + 12.2 * hour);
  await page.mouse.down();
  // Dragged upwards, from 12:30 to 9:00: part of a slot counts as a whole one.
  await page.mouse.move(box.x + 25, box.y + 9.3 * hour, { steps: 4 });
  await expect(wednesday.getByText('09:00–12:30')).toBeVisible();
  await page.mouse.up();
  const hours = page.locator('#rule');
  await expect(hours.getByLabel('Wednesday')).toBeChecked();
  await expect(hours.getByLabel('From')).toHaveValue('09:00');
  await expect(hours.getByLabel('To', { exact: true })).toHaveValue('12:30');
  await hours.getByLabel('Price of a minute').fill('1.5');
  await hours.getByRole('button', { name: 'Add hours' }).click();
  await expect(hours.getByText('Saved.')).toBeVisible();
  await expect(wednesday.getByRole('link')).toHaveAccessibleName(/Wednesday 09:00–12:30 €1.50 a minute/);

  // By keyboard, which continues in the form.
  await wednesday.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(hours.getByLabel('Day', { exact: true })).toBeFocused();
  await page.keyboard.type('Th');
  await expect(hours.getByLabel('Day', { exact: true })).toHaveValue('4');
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('[data-day="4"]').getByRole('link')).toBeVisible();
  expect(await rulesOf(site, me.id)).toMatchObject([
    { dayOfWeek: 4, startMinute: 540, endMinute: 750, priceMinor: 150, version: 2 },
  ]);
  await page.locator('[data-day="4"]').getByRole('link').click();
  await hours.getByRole('button', { name: 'Remove these hours' }).click();
  await expect(page.getByText('Hours removed.')).toBeVisible();
  expect(await rulesOf(site, me.id)).toEqual([]);
});

for (const javaScriptEnabled of [true, false]) {
  refusingTest.describe(`the forms of hours, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    refusingTest.use({ javaScriptEnabled });

    refusingTest('say what is wrong at the field, and lose nothing', async ({ page, site }) => {
      const me = await signUp(page, site, ['PRODUCER']);
      await site.db.insert(producerSetting).values({ userId: me.id, timeZone: 'Europe/Madrid' });
      await site.db
        .insert(availabilityRule)
        .values({ ...offer, producerId: me.id, dayOfWeek: 2, startMinute: 600, endMinute: 660 });
      await page.setViewportSize({ width: 390, height: 900 });
      await page.goto('/es/personal/availability');
      const hours = page.locator('#rule');
      const submit = hours.getByRole('button', { name: 'Añadir horas' });
      await hours.getByLabel('Desde').fill('10:30');
      await hours.getByLabel('Hasta', { exact: true }).fill('11:00');
      await submit.click();
      await expect(hours.getByText('Elige al menos un día')).toBeVisible();
      await hours.getByLabel('Lunes').check();
      await hours.getByLabel('Martes').check();
      await submit.click();
      await expect(hours.getByText('Ya tienes horas a esa hora en uno de estos días')).toBeVisible();
      await hours.getByLabel('Martes').uncheck();
      await hours.getByLabel('Precio por minuto').fill('1,234');
      await submit.click();
      await expect(hours.getByLabel('Precio por minuto')).toHaveAccessibleDescription(/dos decimales/);
      await expect(hours.getByLabel('Lunes')).toBeChecked();
      await expect(hours.getByLabel('Desde')).toHaveValue('10:30');
      await hours.getByLabel('Precio por minuto').fill('1,23');
      // Longer than the offered hours.
      await hours.getByLabel('Reserva más larga').fill('120');
      await submit.click();
      await expect(hours.getByLabel('Reserva más larga')).toHaveAccessibleDescription(/durar más/);
      await hours.getByLabel('Reserva más larga').fill('30');
      await hours.getByLabel('Reserva más corta').fill('30');
      await submit.click();
      await expect(hours.getByText('Guardado.')).toBeVisible();
      expect(await rulesOf(site, me.id)).toMatchObject([
        { dayOfWeek: 1, startMinute: 630, endMinute: 660, priceMinor: 123, maxMinutes: 30 },
        { dayOfWeek: 2 },
      ]);
      if (javaScriptEnabled) await expectAccessible(page);
    });

    refusingTest('add time off and extra hours, and remove them', async ({ page, site }) => {
      const me = await signUp(page, site, ['PRODUCER']);
      await site.db.insert(producerSetting).values({ userId: me.id, timeZone: 'Europe/Madrid' });
      await page.goto('/personal/availability');
      const section = page.locator('#exception');
      const submit = section.getByRole('button', { name: 'Add', exact: true });
      await submit.click();
      await expect(section.getByLabel('First day')).toHaveAccessibleDescription('Enter a day');
      await section.getByLabel('First day').fill('2036-08-01');
      await section.getByLabel('Last day').fill('2036-07-01');
      await section.getByLabel('Note').fill('The fair');
      await submit.click();
      await expect(section.getByLabel('Last day')).toHaveAccessibleDescription(/before the first day/);
      await section.getByLabel('Last day').fill('2036-08-15');
      await submit.click();
      await expect(section.getByText('Saved.')).toBeVisible();
      await expect(section.getByText('The fair')).toBeVisible();

      await section.getByLabel('Extra hours').check();
      await section.getByLabel('First day').fill('2036-09-01');
      await section.getByLabel('From').fill('18:00');
      await section.getByLabel('To', { exact: true }).fill('20:00');
      await section.getByLabel('Price of a minute').fill('4');
      await submit.click();
      await expect(section.getByText('Extra hours · 18:00–20:00 · €4.00 a minute')).toBeVisible();
      const all = () =>
        site.db
          .select()
          .from(availabilityException)
          .where(eq(availabilityException.producerId, me.id))
          .orderBy(asc(availabilityException.firstDay));
      expect(await all()).toMatchObject([
        { kind: 'OFF', firstDay: '2036-08-01', lastDay: '2036-08-15', startMinute: null, note: 'The fair' },
        { kind: 'EXTRA', lastDay: '2036-09-01', startMinute: 1080, endMinute: 1200, priceMinor: 400 },
      ]);
      // As rendered by the server.
      await page.reload();
      if (javaScriptEnabled) await hydrated(page);
      await section.getByRole('button', { name: /^Remove Fri/ }).click();
      await expect(section.getByText('Removed.')).toBeVisible();
      expect(await all()).toMatchObject([{ kind: 'EXTRA' }]);
    });
  });
}
