import { expect, type Page } from '@playwright/test';
import { PATCHES } from '../../film/patches.ts';
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
import { expectNotice, hearNotices } from '../support/notices.ts';
import { sphere, startCall, test } from '../support/people.ts';
import { colourInTheMiddle, patchOf, pictureOf, soundLevel } from '../support/picture.ts';

test.use({ viewport: { width: 800, height: 400 } });

const LEAVE = buttonAt(0, 5);
const MUTE = buttonAt(1, 5);
const FACE_FRONT = buttonAt(2, 5);
const MAP = buttonAt(3, 5);
const END = buttonAt(4, 5);
/** Answers to a question. */
const FIRST = buttonAt(0, 2);
const SECOND = buttonAt(1, 2);

const vrOf = (page: Page) => page.getByRole('radio', { name: 'VR' });

async function enterVr(page: Page): Promise<void> {
  if (!(await vrOf(page).isVisible())) await page.getByRole('button', { name: /^View/ }).click();
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
  await guest.getByRole('button', { name: /^View/ }).click();
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

  expect(await isCard(guest)).toBe(false);
  await host.getByRole('button', { name: 'Messages' }).click();
  await host.getByLabel('Message', { exact: true }).fill('Look to the left');
  await host.keyboard.press('Enter');
  await expect.poll(() => isCard(guest)).toBe(true);
});

test('in the headset a guest leaves the call, once they have confirmed it', async ({ host, guest }) => {
  await giveHeadset(guest);
  await startCall(host, guest);
  await point(guest, END);
  await enterVr(guest);
  await expectEyes(guest, 'front');
  await select(guest, END);
  await expect.poll(() => isCard(guest)).toBe(true);
  await shoot(guest, 'leave');
  // Pressed twice, it only asks.
  await select(guest, END);
  await expect(async () => {
    await select(guest, FIRST);
    expect(await isCard(guest)).toBe(false);
  }).toPass();
  await select(guest, MUTE);
  await expect(host.getByText('Your guest is muted')).toBeVisible();

  await select(guest, END);
  await expect.poll(() => isCard(guest)).toBe(true);
  await expect(async () => {
    await select(guest, SECOND);
    await expect(host.getByText('The other person left the call.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect.poll(() => guest.evaluate(() => headset.activeSession === undefined)).toBe(true);
});

test('in the headset a guest answers whether the host may record', async ({ host, guest }) => {
  await giveHeadset(guest);
  await startCall(host, guest);
  await hearNotices(host);
  await point(guest, SECOND);
  await enterVr(guest);
  await expectEyes(guest, 'front');
  await host.keyboard.press('o');
  // The page asks as well.
  await expect(guest.getByRole('dialog', { name: 'Agree to be recorded?' })).toBeAttached();
  await shoot(guest, 'record');
  await expect(async () => {
    await select(guest, FIRST);
    await expectNotice(host, "The other person doesn't agree to be recorded");
  }).toPass();
  await host.keyboard.press('o');
  const mark = host.getByTestId('recording');
  await expect(async () => {
    await select(guest, SECOND);
    await expect(mark).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await shoot(guest, 'recorded');
  const stop = buttonAt(4, 6);
  await expect(async () => {
    await select(guest, stop);
    await expect(mark).toBeHidden({ timeout: 2_000 });
  }).toPass();
});

test('the headset shows a shared screen until the guest hides it', async ({ host, guest }) => {
  await giveHeadset(guest);
  await host.addInitScript(shareColour, PATCHES.find(({ name }) => name === 'up')?.colour ?? []);
  await startCall(host, guest);
  const hide = buttonAt(4, 6);
  await point(guest, hide);
  await enterVr(guest);
  await expectEyes(guest, 'front');
  await host.getByRole('button', { name: 'Share screen' }).click();
  await expectEyes(guest, 'up');
  await shoot(guest, 'screen');
  await turnHead(guest, { yaw: 90 });
  await expectEyes(guest, 'right');
  await turnHead(guest, { yaw: 0 });
  await select(guest, hide);
  await expectEyes(guest, 'front');
  await select(guest, hide);
  await expectEyes(guest, 'up');
  await host.getByRole('button', { name: 'Share screen' }).click();
  await expectEyes(guest, 'front');
});

/** Whether there is a card with a notice or question: looks at a point of it beside the text. */
async function isCard(page: Page): Promise<boolean> {
  return (await seen(page, 36, 57)).left.every((value) => value < 40);
}

/** Shares a screen with one colour. Runs in the page. */
function shareColour([red, green, blue]: readonly number[]): void {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 360;
  const context = canvas.getContext('2d');
  setInterval(() => {
    if (!context) return;
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }, 200);
  navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream();
}

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/call-${name}.png` });
}

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
