import { expect, type Page } from '@playwright/test';
import {
  buttonAt,
  expectEyes,
  giveHeadset,
  point,
  press,
  release,
  seen,
  select,
  turnHead,
} from '../../support/headset.ts';
import { openMore } from '../support/controls.ts';
import { sphere, startCall, test } from '../support/people.ts';
import { colourInTheMiddle, patchOf, pictureOf, soundLevel } from '../support/picture.ts';

test.use({ viewport: { width: 800, height: 400 } });

const LEAVE = buttonAt(0, 4);
const MUTE = buttonAt(1, 4);
const FACE_FRONT = buttonAt(2, 4);
const MAP = buttonAt(3, 4);

const vrOf = (page: Page) => page.getByRole('radio', { name: 'VR' });

async function enterVr(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^View/ }).click();
  await expect(vrOf(page)).not.toHaveAttribute('aria-disabled', 'true');
  await vrOf(page).press('Enter');
  await expect(page.getByText('The picture is in your headset.')).toBeAttached();
}

test('a guest looks around in a headset while the call continues', async ({ host, guest }) => {
  await giveHeadset(guest);
  await guest.addInitScript(countPagePictures);
  await startCall(host, guest);
  await expect.poll(() => colourInTheMiddle(guest).then(patchOf)).toBe('front');
  await point(guest, MUTE);
  await enterVr(guest);
  await expect(vrOf(guest)).toBeChecked();
  await expectEyes(guest, 'front');
  await turnHead(guest, { yaw: 90 });
  await expectEyes(guest, 'right');
  expect(await soundLevel(guest)).toBeGreaterThan(0.05);
  const before = await pictureOf(guest);
  const pagePictures = () => guest.evaluate(() => document.documentElement.dataset.pictures);
  const beforeOnPage = await pagePictures();
  await expect.poll(() => pictureOf(guest)).not.toBe(before);
  // The page does not render while the headset does.
  expect(await pagePictures()).toBe(beforeOnPage);

  await select(guest, MUTE);
  await expect(host.getByText('Your guest is muted')).toBeVisible();
  await select(guest, MUTE);
  await expect(host.getByText('Your guest is muted')).toBeHidden();
  await select(guest, MAP);
  await expectEyes(guest, 'front');
  await turnHead(guest, { yaw: 115 });
  await expectEyes(guest, 'right');
  await select(guest, MAP);
  await turnHead(guest, { yaw: -90 });
  await expectEyes(guest, 'left');
  await select(guest, FACE_FRONT);
  await expectEyes(guest, 'front');

  await host.getByRole('button', { name: 'Turn camera off' }).click();
  const isDark = async () => (await seen(guest, 0, 20)).left.every((value) => value < 40);
  await expect.poll(isDark).toBe(true);
  await host.getByRole('button', { name: 'Turn camera off' }).click();
  await expectEyes(guest, 'front');

  await turnHead(guest, { yaw: 0 });
  await expectEyes(guest, 'right');
  await select(guest, LEAVE);
  await expect(sphere(guest)).toBeVisible();
  await expect(vrOf(guest)).not.toBeChecked();
  // The direction in which the head looked last.
  await expect.poll(() => colourInTheMiddle(guest).then(patchOf)).toBe('right');
  const flat = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(flat);
});

test('the page returns when the system or the other person ends the session', async ({ host, guest }) => {
  await giveHeadset(guest);
  await startCall(host, guest);
  await guest.evaluate(() => {
    const { xr } = navigator;
    if (!xr) return;
    const allow = xr.requestSession;
    xr.requestSession = () => {
      xr.requestSession = allow;
      return Promise.reject(new DOMException('As if asked and refused', 'NotAllowedError'));
    };
  });
  await expect(vrOf(guest)).not.toHaveAttribute('aria-disabled', 'true');
  await vrOf(guest).press('Enter');
  await expect(guest.getByText("VR couldn't be started.")).toBeVisible();
  await expect(vrOf(guest)).not.toBeChecked();

  await enterVr(guest);
  await expectEyes(guest, 'front');
  await guest.evaluate(() => headset.activeSession?.end());
  await expect.poll(() => colourInTheMiddle(guest).then(patchOf)).toBe('front');
  await expect(vrOf(guest)).not.toBeChecked();
  const before = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(before);

  await enterVr(guest);
  await expectEyes(guest, 'front');
  await host.getByRole('button', { name: 'Leave' }).click();
  await expect(guest.getByText('The other person left the call.')).toBeVisible();
  await expect.poll(() => guest.evaluate(() => headset.activeSession === undefined)).toBe(true);
});

test('in the headset a guest directs the host, and reads messages', async ({ host, guest }) => {
  await giveHeadset(guest);
  await startCall(host, guest);
  await openMore(host, 'Guide');
  await host.getByLabel('Let the other person direct me').check();
  await host.keyboard.press('Escape');
  await expect(guest.getByRole('group', { name: /^Direct the host/ })).toBeVisible();
  const left = buttonAt(0, 4, 1);
  await point(guest, left);
  await enterVr(guest);
  await expectEyes(guest, 'front');
  const arrow = host.locator('[data-direction="left"]');
  await press(guest, left);
  await expect(arrow).toBeVisible();
  await release(guest);
  await expect(arrow).toBeHidden();
  await press(guest, left);
  await expect(arrow).toBeVisible();
  await guest.evaluate(() => headset.updateVisibilityState('visible-blurred'));
  await expect(arrow).toBeHidden();
  await guest.evaluate(() => headset.updateVisibilityState('visible'));
  await release(guest);

  // A point of the message's card beside the text.
  const isCard = async () => (await seen(guest, 36, 57)).left.every((value) => value < 40);
  expect(await isCard()).toBe(false);
  await host.getByRole('button', { name: 'Messages' }).click();
  await host.getByLabel('Message', { exact: true }).fill('Look to the left');
  await host.keyboard.press('Enter');
  await expect.poll(isCard).toBe(true);
});

/** Counts the pictures that the page renders itself, without a GPU. */
function countPagePictures(): void {
  const { prototype } = CanvasRenderingContext2D;
  const put: unknown = Reflect.get(prototype, 'putImageData');
  let pictures = 0;
  Object.defineProperty(prototype, 'putImageData', {
    value(this: CanvasRenderingContext2D, ...args: unknown[]) {
      document.documentElement.dataset.pictures = `${++pictures}`;
      if (typeof put === 'function') Reflect.apply(put, this, args);
    },
  });
}
