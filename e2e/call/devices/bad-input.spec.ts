import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible.ts';
import { launchBrowser } from '../../support/browser.ts';
import { test, withPage } from '../support/people.ts';
import { standInRoom } from '../support/stand-in.ts';

async function openCreate(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Create room' }).click();
}

test('a denied camera is reported, and the flow continues', async ({ person, guest }) => {
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream=deny',
  ]);
  await withPage(await browser.newContext(person), async (page) => {
    await openCreate(page);
    await expect(page.getByText('Please allow access to camera/microphone')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create room' })).toBeDisabled();
    await expect(page.getByText('Turn on the camera and microphone for this site')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create room' })).toHaveAccessibleDescription(
      'A room needs a camera and a microphone. Allow both first.',
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Please allow access to camera/microphone')).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('button', { name: 'Enter room' })).toBeVisible();

    // A guest can enter without a camera, after confirming it.
    const { code, host } = await standInRoom(guest.request);
    await page.goto(`/room/guest/${code}?skip=true`);
    await expect(page.getByText('Turn on the camera and microphone for this site')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join call' })).toBeHidden();
    await page.getByRole('button', { name: 'Join without camera and microphone' }).click();
    await host.channel(({ seats }) => seats.guest?.camera?.cameraType === 'NO_CAM');
    host.socket.close();
  });
  await browser.close();
});

test('a missing microphone is reported', async ({ person }) => {
  const browser = await launchBrowser([]);
  await withPage(await browser.newContext(person), async (page) => {
    await openCreate(page);
    await expect(page.getByText('No microphone detected')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create room' })).toBeDisabled();
    await page.getByRole('button', { name: 'More settings' }).click();
    await expect(page.getByLabel('Camera', { exact: true })).toHaveValue('none');
  });
  await browser.close();
});

test('without a camera, help on 360° cameras is one click away', async ({ person }) => {
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream=device-count=0',
    '--use-fake-ui-for-media-stream',
  ]);
  const context = await browser.newContext(person);
  await withPage(context, async (page) => {
    await openCreate(page);
    const alert = page.getByRole('status').filter({ hasText: 'No camera detected' });
    await expect(alert.getByRole('link', { name: 'Help with 360° cameras' })).toBeVisible();
    await page.getByRole('button', { name: 'More settings' }).click();
    const links = page.getByRole('link', { name: 'Help with 360° cameras' });
    await expect(links).toHaveCount(2);
    const helpPage = context.waitForEvent('page');
    await links.last().click();
    await expect((await helpPage).getByRole('heading', { name: 'Cameras', exact: true })).toBeInViewport();
    await expect(page.getByLabel('Camera', { exact: true })).toHaveValue('none');
    await expectAccessible(page);
  });
  await browser.close();
});

test('cameras that cannot be listed are reported when the page starts, while the browser still asks', async ({
  guest,
}) => {
  await guest.addInitScript(() => {
    const { enumerateDevices, getUserMedia } = navigator.mediaDevices;
    navigator.mediaDevices.enumerateDevices = () => Promise.reject(new DOMException('', 'InvalidStateError'));
    navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
    addEventListener('repaired', () =>
      Object.assign(navigator.mediaDevices, { enumerateDevices, getUserMedia }),
    );
  });
  const { code, host } = await standInRoom(guest.request);
  await guest.goto(`/room/guest/${code}?skip=true`);
  const alert = guest.getByRole('alert').filter({ hasText: 'Camera connection error' });
  await expect(alert).toBeVisible();
  await guest.evaluate(() => dispatchEvent(new Event('repaired')));
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  host.socket.close();
});

test('a browser without WebRTC is reported', async ({ guest }) => {
  await guest.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'));
  await openCreate(guest);
  await expect(guest.getByText('This browser does not support the necessary features')).toBeVisible();
});

test('guesses of codes are limited', async ({ guest }) => {
  // A separate address, so that other tests keep their attempts.
  const headers = { 'X-Forwarded-For': '203.0.113.77' };
  const statuses: number[] = [];
  for (let guess = 0; guess < 22; guess++) {
    const response = await guest.request.get('/api/channel/check/ACDEFGHJK', { headers });
    statuses.push(response.status());
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(404));
  expect(statuses.slice(20)).toEqual([429, 429]);
});

test('an empty code is refused at the field', async ({ guest }) => {
  await guest.goto('/room/guest');
  await guest.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(guest.getByText('Enter the room code')).toBeVisible();
  await expect(guest.getByLabel('Room code')).toHaveAttribute('aria-invalid', 'true');
});
