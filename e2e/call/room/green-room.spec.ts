import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { createRoom, launchWithFilm, sphere, test, withPage } from '../support/people.ts';

const WORDS = {
  en: { join: 'Join call', mute: 'Mute', off: 'Turn camera off', more: 'More settings' },
  es: {
    join: 'Entrar en la llamada',
    mute: 'Silenciar',
    off: 'Apagar la cámara',
    more: 'Más ajustes',
  },
} as const;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a guest by link sees and hears themselves first, and joins as they chose', async ({ host, guest }) => {
  const code = await createRoom(host);
  await guest.goto(`/room/guest/${code}`);
  await expect(guest.getByLabel('Camera preview')).toBeVisible();
  // The browser's clock of sounds may wait for a click.
  await guest.getByLabel('Your name (optional)').click();
  await expect(guest.getByText('Your microphone works')).toBeVisible();
  const level = () => guest.getByRole('meter').evaluate((meter: HTMLMeterElement) => meter.value);
  await expect.poll(level).toBeGreaterThan(-60);
  await expectAccessible(guest);
  // Long enough for the page to enter, if it did.
  await guest.waitForTimeout(1000);
  await expect(host.getByTestId('room-code')).toHaveText(code);
  await expect(host.getByText('Your guest is here. Opening the room…')).toBeHidden();

  await guest.getByLabel('Your name (optional)').fill(` Ada ${'x'.repeat(50)}`);
  await expect(guest.getByLabel('Your name (optional)')).toHaveValue(` Ada ${'x'.repeat(35)}`);
  await guest.getByLabel('Your name (optional)').fill(' Ada ');
  await button(guest, 'Mute').click();
  await button(guest, 'Turn camera off').click();
  await expect(guest.getByText('Camera off')).toBeVisible();
  await button(guest, 'Join call').click();

  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  for (const name of ['Mute', 'Turn camera off'])
    await expect(button(guest, name)).toHaveAttribute('aria-pressed', 'true');
  await expect(host.getByText('Ada has joined')).toBeVisible({ timeout: 30_000 });
  await expect(host.getByText('Ada is muted and has their camera off')).toBeVisible();

  // Told again to a page that was reloaded, and by one.
  await host.reload();
  await openMore(host, 'Connection');
  await expect(host.getByRole('dialog', { name: 'More' }).getByText('Ada', { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(guest).toHaveURL(/skip=true/);
  await guest.reload();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expect(host.getByRole('dialog', { name: 'More' }).getByText('Ada', { exact: true })).toBeVisible();
});

test('phones show it on one screen, in the language of the guest’s browser', async ({
  host,
  person,
}, info) => {
  const code = await createRoom(host);
  const browser = await launchWithFilm({ projection: 'dual-fisheye', width: 1280, height: 640 });
  for (const locale of ['en', 'es'] as const) {
    const words = WORDS[locale];
    const phone = { ...person, hasTouch: true, isMobile: true, locale };
    await withPage(await browser.newContext(phone), async (page) => {
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 844, height: 390 },
        { width: 360, height: 640 },
      ]) {
        await page.setViewportSize(viewport);
        await page.goto(`/room/guest/${code}`);
        await expect(page).toHaveURL(locale === 'es' ? `/es/room/guest/${code}` : `/room/guest/${code}`);
        await expect(button(page, words.mute)).toBeEnabled({ timeout: 20_000 });
        await page.screenshot({ path: info.outputPath(`${locale}-${viewport.width}.png`) });
        for (const name of [words.join, words.mute, words.off]) {
          const box = await button(page, name).boundingBox();
          if (!box) throw new Error(`${name} is not there`);
          const { x, y, width, height } = box;
          const space = [x, y, viewport.width - x - width, viewport.height - y - height];
          expect([name, Math.min(...space) >= 8]).toEqual([name, true]);
        }
        await expectAccessible(page);
        await button(page, words.more).tap();
        await expect(page.getByRole('combobox').first()).toBeVisible();
      }
      // The circles of the picture are neither cut nor squeezed.
      const fit = await page.locator('video').evaluate((video) => getComputedStyle(video).objectFit);
      expect(fit).toBe('contain');
    });
  }
  await browser.close();
});

test('the guest’s browser decides the language once, and it can be changed during the call', async ({
  host,
  guestBrowser,
  person,
}) => {
  const code = (await createRoom(host)).replaceAll('-', '');
  const context = await guestBrowser.newContext({
    ...person,
    locale: 'es',
    viewport: { width: 640, height: 500 },
  });
  await withPage(context, async (guest) => {
    await guest.goto(`/room/guest/${code}?from=mail#place`);
    await expect(guest).toHaveURL(`/es/room/guest/${code}?from=mail#place`);
    await guest.evaluate(() => {
      document.body.dataset.same = 'yes';
    });
    await button(guest, 'English').click();
    await expect(guest).toHaveURL(`/room/guest/${code}?from=mail#place`);
    await expect
      .poll(async () => (await context.cookies()).find(({ name }) => name.endsWith('language'))?.value)
      .toBeTruthy();
    // The stored choice is followed, not the browser's language.
    await guest.goto(`/es/room/guest/${code}`);
    await expect(guest).toHaveURL(`/room/guest/${code}`);
    await guest.evaluate(() => {
      document.body.dataset.same = 'yes';
    });

    await button(guest, 'Join call').click();
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await expect(guest).toHaveURL(/skip=true/);
    await button(guest, 'Mute').click();
    const connected = await guest.evaluate(() => performance.getEntriesByType('navigation').length);
    await guest.getByRole('button', { name: 'More', exact: true }).click();
    await guest.getByRole('button', { name: 'Español' }).click();
    await expect(guest).toHaveURL(`/es/room/guest/${code}?skip=true`);
    await expect(guest.getByRole('toolbar', { name: 'Controles de la llamada' })).toBeVisible();
    // The same document and the same call.
    expect(await guest.evaluate(() => document.body.dataset.same)).toBe('yes');
    expect(connected).toBe(1);
    await expect(button(guest, 'Silenciar')).toHaveAttribute('aria-pressed', 'true');
    await expect(sphere(guest)).toBeVisible();
    await expect(host.getByText(/lost connection|left the call/)).toBeHidden();
  });
});

test('why a room cannot be created stands at its button, and a remembered choice locks nobody out', async ({
  host,
}) => {
  await host.goto('/room/host');
  const create = button(host, 'Create room');
  await expect(create).toBeEnabled();
  await button(host, 'More settings').click();
  await host.getByLabel('Microphone', { exact: true }).selectOption('none');
  await host.reload();
  await expect(create).toBeDisabled();
  await expect(create).toHaveAccessibleDescription('A room needs a microphone. Choose one.');
  const [reason, place] = await Promise.all([
    host.getByText('A room needs a microphone.').boundingBox(),
    create.boundingBox(),
  ]);
  expect(Math.abs((reason?.y ?? 0) + (reason?.height ?? 0) - (place?.y ?? 0))).toBeLessThan(40);
  await expectAccessible(host);
  await button(host, 'Use a microphone').click();
  await expect(create).toBeEnabled();
  await button(host, 'Mute').click();
  await create.click();
  await expect(host.getByTestId('room-code')).toBeVisible();
});
