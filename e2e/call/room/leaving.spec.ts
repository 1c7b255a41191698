import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { newRoomSchema } from '#protocol/room-code.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { createRoom, enterRoom, sphere, startCall, test, withPage } from '../support/people.ts';

declare global {
  interface Window {
    fitting: { begun: number; ended: number };
  }
}

test.beforeEach(async ({ host, guest }) => {
  for (const page of [host, guest]) await page.addInitScript(countFitting);
});

const call = (page: Page) => page.getByRole('dialog', { name: 'Leave the call?' });
const code = (page: Page) => page.getByRole('dialog', { name: 'Close the room?' });
const stay = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Stay' }).last().click();
const leave = (page: Page) =>
  page.getByRole('dialog').last().getByRole('button', { name: 'Leave', exact: true }).click();
const controls = (page: Page) => page.getByRole('toolbar', { name: 'Call controls' });

/** Runs in the page: counts the changes of cameras' sizes. */
function countFitting(): void {
  const { applyConstraints } = MediaStreamTrack.prototype;
  window.fitting = { begun: 0, ended: 0 };
  MediaStreamTrack.prototype.applyConstraints = async function (constraints) {
    window.fitting.begun++;
    await applyConstraints.call(this, constraints).finally(() => window.fitting.ended++);
  };
}

/**
 * Waits until the camera has its size: Chromium's tab can crash (seen in 156) if a page is left while its camera changes
 * the size, which nothing in the page prevents.
 */
const cameraIsFitted = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => window.fitting.begun > 0 && window.fitting.begun === window.fitting.ended),
    )
    .toBe(true);

test('Back asks before it closes the room or ends the call, and both can come back', async ({
  host,
  guest,
}) => {
  let room = '';
  await test.step('on the screen of the code', async () => {
    room = await createRoom(host);
    await host.goBack();
    await expect(host.getByText('Close the room?')).toBeVisible();
    await expectAccessible(host);
    await host.getByRole('button', { name: 'Keep it open' }).click();
    await expect(host.getByTestId('room-code')).toHaveText(room);
    expect((await guest.request.get(`/api/channel/check/${room}`)).status()).toBe(200);
  });

  await test.step('in the call, as often as it is pressed', async () => {
    await enterRoom(guest, room);
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await expect(controls(host)).toBeVisible({ timeout: 30_000 });
    for (const _ of [1, 2]) {
      await guest.goBack();
      await expect(call(guest)).toBeVisible();
      await expectAccessible(guest, { targetSize: false });
      await stay(guest);
      await expect(call(guest)).toBeHidden();
      await expect(sphere(guest)).toBeVisible();
      await expect(guest).toHaveURL(/\/room\/guest\/\w{9}\?skip=true$/);
    }
    await expect(controls(host)).toBeVisible();
  });

  await test.step('leaves, and Forward returns to a screen from which the guest rejoins', async () => {
    await guest.goBack();
    await leave(guest);
    await expect(guest.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
    await expect(host.getByText('The other person left the call.')).toBeVisible();
    await guest.goForward();
    await guest.getByRole('button', { name: 'Rejoin' }).click();
    await expect(guest.getByText('Waiting for the other person to come back…')).toBeVisible();
  });

  const isBack = host.getByText('The other person is back and waiting for you.');
  await test.step('says that the guest is back only while they are', async () => {
    await expect(isBack).toBeVisible();
    // Not left: the seat is kept for them.
    const address = guest.url();
    await cameraIsFitted(guest);
    await guest.goto('about:blank');
    await expect(isBack).toBeHidden();
    await guest.goto(address);
    await expect(isBack).toBeVisible({ timeout: 30_000 });
    await cameraIsFitted(guest);
    await guest.goBack();
    await leave(guest);
    await expect(isBack).toBeHidden();
  });

  await test.step('the host comes back the same way', async () => {
    await host.getByRole('button', { name: 'Rejoin' }).click();
    await expect(host.getByText('Waiting for the other person to come back…')).toBeVisible();
    await host.goBack();
    await expect(call(host)).toBeVisible();
    await leave(host);
    await expect(host.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
    await host.goForward();
    await host.getByRole('button', { name: 'Rejoin' }).click();
    await expect(host.getByText('Waiting for the other person to come back…')).toBeVisible();
  });
});

test('a second Back leaves, and a link asks as well', async ({ host, guest }) => {
  await test.step('link', async () => {
    const { token } = newRoomSchema.parse(await (await host.request.get('/api/channel/ticket')).json());
    await host.goto(`/room/host/${token}?skip=true`);
    await expect(host.getByTestId('room-code')).toBeVisible({ timeout: 30_000 });
    await host.getByRole('link', { name: 'Panocall home page' }).click();
    await expect(code(host)).toBeVisible();
    await stay(host);
    await expect(host.getByTestId('room-code')).toBeVisible();
    await host.getByRole('link', { name: 'Panocall home page' }).click();
    await leave(host);
    await expect(host.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
    await expect
      .poll(() => guest.request.get(`/api/channel/check/${token}`).then((answer) => answer.status()))
      .toBe(404);
  });

  await test.step('second Back, also after a reload', async () => {
    await guest.goto('/help');
    await startCall(host, guest);
    await guest.goBack();
    await expect(call(guest)).toBeVisible();
    await stay(guest);
    await guest.reload();
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await cameraIsFitted(guest);
    await guest.goBack();
    await expect(call(guest)).toBeVisible();
    await guest.goBack();
    await expect(guest).toHaveURL(/\/help$/);
  });
});

test('the end screen starts a new call with the same devices', async ({ host, guest }) => {
  await startCall(host, guest);
  await guest.getByRole('button', { name: 'Leave' }).click();
  for (const page of [host, guest]) {
    await page.getByRole('button', { name: 'Start a new call' }).click();
    await expect(page).toHaveURL(/\/room\/host$/);
    await expect(page.getByRole('button', { name: 'Create room' })).toBeEnabled();
    await expect(page.getByLabel('Camera preview')).toBeVisible();
  }
  await guest.getByRole('button', { name: 'Create room' }).click();
  await expect(guest.getByTestId('room-code')).toBeVisible();
  await guest.goBack();
  await expect(code(guest)).toBeVisible();
  await leave(guest);
  await expect(guest.getByRole('button', { name: 'Rejoin' })).toBeVisible();
  await guest.goForward();
  await expect(guest.getByRole('button', { name: 'Create room' })).toBeEnabled();
});

const PHONES = [
  { name: 'portrait', viewport: { width: 390, height: 844 } },
  { name: 'landscape', viewport: { width: 844, height: 390 } },
  { name: 'narrow', viewport: { width: 360, height: 740 } },
];

for (const { name, viewport } of PHONES) {
  test(`on a phone, ${name}, Back asks in Spanish`, async ({ host, guestBrowser, person }, info) => {
    await onPhone(guestBrowser, { ...person, viewport }, async (phone) => {
      await startCall(host, phone);
      await phone.goto(phone.url().replace('/room/', '/es/room/'));
      await expect(sphere(phone)).toBeVisible({ timeout: 30_000 });
      await cameraIsFitted(phone);
      await expect(phone).toHaveURL(/skip=true/);
      // As someone who looks around: Chromium skips entries of pages that nobody has touched.
      await phone.touchscreen.tap(viewport.width / 2, viewport.height / 2);
      await phone.goBack();
      const question = phone.getByRole('dialog', { name: '¿Salir de la llamada?' });
      await expect(question).toBeVisible();
      await expectAccessible(phone, { targetSize: false });
      await phone.screenshot({ path: info.outputPath(`${name}.png`) });
      await question.getByRole('button', { name: 'Quedarse' }).last().tap();
      await expect(question).toBeHidden();
      await expect(sphere(phone)).toBeVisible();
      await phone.goBack();
      await question.getByRole('button', { name: 'Salir' }).tap();
      await expect(host.getByText('The other person left the call.')).toBeVisible();
    });
  });
}

function onPhone(
  browser: Browser,
  options: BrowserContextOptions,
  use: (phone: Page) => Promise<void>,
): Promise<void> {
  return browser.newContext({ ...options, hasTouch: true, isMobile: true }).then((context) =>
    withPage(context, async (phone) => {
      await phone.addInitScript(countFitting);
      await use(phone);
    }),
  );
}
