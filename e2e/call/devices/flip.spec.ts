import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { launchBrowser } from '../../support/browser.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { createRoom, sphere, test, withPage } from '../support/people.ts';

/** Makes the two fake cameras those of a phone. */
function beAPhone(): void {
  const { getCapabilities } = InputDeviceInfo.prototype;
  InputDeviceInfo.prototype.getCapabilities = function capabilities() {
    return {
      ...getCapabilities.call(this),
      facingMode: [this.label.endsWith('0') ? 'user' : 'environment'],
    };
  };
  const { getSettings } = MediaStreamTrack.prototype;
  MediaStreamTrack.prototype.getSettings = function settings() {
    const facingMode = this.label.endsWith('0') ? 'user' : 'environment';
    return { ...getSettings.call(this), ...(this.kind === 'video' && { facingMode }) };
  };
}

/** The camera as its field says. */
const chosen = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field) => {
    if (!(field instanceof HTMLSelectElement)) throw new Error('No list of cameras');
    return field.selectedOptions[0]?.textContent;
  });

for (const [language, words] of [
  [
    '',
    { start: 'Start', create: 'Create room', flip: 'Switch camera', more: 'More settings', camera: 'Camera' },
  ],
  [
    '/es',
    {
      start: 'Empezar',
      create: 'Crear sala',
      flip: 'Cambiar de cámara',
      more: 'Más ajustes',
      camera: 'Cámara',
    },
  ],
] as const) {
  test(`a phone's other camera is one tap away, before a call: ${words.flip}`, async ({ person }) => {
    const browser = await launchBrowser([
      '--use-fake-device-for-media-stream=device-count=2',
      '--use-fake-ui-for-media-stream',
    ]);
    const phone = { ...person, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await withPage(await browser.newContext(phone), async (page) => {
      await page.addInitScript(beAPhone);
      await page.goto(language || '/');
      await page.getByRole('button', { name: words.start }).tap();
      await page.getByRole('button', { name: words.create }).tap();
      const flip = page.getByRole('button', { name: words.flip });
      await expect(flip).toBeVisible();
      await page.getByRole('button', { name: words.more }).tap();
      const first = await chosen(page, words.camera);
      await flip.tap();
      await expect.poll(() => chosen(page, words.camera)).not.toBe(first);
      await expect(page.getByLabel(words.camera, { exact: true })).toBeEnabled();
      await flip.tap();
      await expect.poll(() => chosen(page, words.camera)).toBe(first);
    });
    await browser.close();
  });
}

test("in a call, a tap on one's own tile switches the camera and marks nothing", async ({ host, person }) => {
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream=device-count=2',
    '--use-fake-ui-for-media-stream',
  ]);
  const phone = { ...person, viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
  await withPage(await browser.newContext(phone), async (guest) => {
    await guest.addInitScript(beAPhone);
    const code = await createRoom(host);
    // With two cameras there is something to choose before a call.
    await guest.goto(`/room/guest/${code.replaceAll('-', '')}?skip=true`);
    await guest.getByRole('button', { name: 'Join call' }).tap();
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    const flip = guest.getByRole('button', { name: 'Switch camera' });
    const source = () =>
      guest
        .getByRole('group', { name: 'You' })
        .locator('video')
        .evaluate((video: HTMLVideoElement) => {
          const { srcObject } = video;
          return srcObject instanceof MediaStream ? srcObject.getVideoTracks()[0]?.label : null;
        });
    const first = await source();
    await flip.tap();
    await expect.poll(source).not.toBe(first);
    await expectAccessible(guest);
    await flip.press('Enter');
    await expect.poll(source).toBe(first);
    // Without a camera at the back there is nothing to switch.
    await openMore(guest, 'Camera and microphone');
    await guest.getByLabel('Camera', { exact: true }).selectOption('No camera');
    await expect(flip).toBeHidden();
  });
  await browser.close();
});
