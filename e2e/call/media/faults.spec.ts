import type { Page } from '@playwright/test';
import {
  descendant,
  MEDIA_SERVER,
  MEDIA_WORKER,
  POSTGRES,
  WEB_SERVER,
} from '#tests/support/servers/processes.ts';
import { expect } from '../../support/test.ts';
import { OWN_STACK } from '../support/own-stack.ts';
import { test as callTest, sphere, startCall } from '../support/people.ts';
import { pictureOf, soundLevel } from '../support/picture.ts';

const test = callTest.extend(OWN_STACK);

/** Browsers log failed requests and connection attempts. */
test.use({ expectedErrors: [/Failed to load resource|WebSocket connection to/] });

const RECONNECTING = 'Connection lost. Reconnecting…';
const BACK_MS = 30_000;

async function expectPicture(page: Page): Promise<void> {
  const before = await pictureOf(page);
  await expect.poll(() => pictureOf(page)).not.toBe(before);
}

/** Kills a process that carries media, and waits for new tracks to replace the former ones. */
async function killAndHearAgain(page: Page, pid: number): Promise<void> {
  const heard = () =>
    page.evaluate(() => {
      const stream = document.querySelector('audio')?.srcObject;
      return stream instanceof MediaStream ? stream.getTracks()[0]?.id : null;
    });
  const before = [null, await heard()];
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => before.includes(await heard()), { timeout: BACK_MS }).toBe(false);
  await expect.poll(() => soundLevel(page)).toBeGreaterThan(0.05);
  await expectPicture(page);
}

test('a call survives the death of its database, web server, media worker and media server', async ({
  host,
  guest,
  stack,
}) => {
  const code = await startCall(host, guest);
  const notice = (page: Page) => page.getByText(RECONNECTING);
  const button = (name: string) => host.getByRole('button', { name });

  await test.step('without PostgreSQL the call continues, and pages report that they cannot be shown', async () => {
    // Nothing restarts PostgreSQL meanwhile.
    process.kill(stack.pid, 'SIGSTOP');
    process.kill(await descendant(stack.pid, POSTGRES), 'SIGQUIT');
    const page = await guest.context().newPage();
    await expect.poll(async () => (await page.goto('/help'))?.status()).toBe(503);
    await expect(page.getByRole('alert')).toHaveText(
      'Server temporarily unavailable, please try again later',
    );
    await expectPicture(guest);
    await button('Turn camera off').click();
    await expect(guest.getByText('Your host has their camera off')).toBeVisible();
    await button('Turn camera off').click();
    await expect(sphere(guest)).toBeVisible();
    await expectPicture(guest);
    await expect(notice(guest)).toBeHidden();

    process.kill(stack.pid, 'SIGCONT');
    // The warning disappears by itself; the page is shown at the next attempt.
    await expect(page.getByRole('alert')).toBeHidden({ timeout: BACK_MS });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
    await page.close();
  });

  await test.step('without the web server the call continues, and changes are delivered later', async () => {
    // Nothing restarts the web server meanwhile.
    process.kill(stack.pid, 'SIGSTOP');
    process.kill(await descendant(stack.pid, WEB_SERVER), 'SIGKILL');
    await expect(notice(guest)).toBeVisible();
    await expect(notice(host)).toBeVisible();
    await button('Mute').click();
    await expectPicture(guest);
    process.kill(stack.pid, 'SIGCONT');
    await expect(notice(guest)).toBeHidden({ timeout: BACK_MS });
    await expect(notice(host)).toBeHidden({ timeout: BACK_MS });
    await expect(guest.getByText('Your host is muted')).toBeVisible();
    await button('Mute').click();
    await expect(guest.getByText('Your host is muted')).toBeHidden();
  });

  await test.step('a dead media worker is replaced during the call', async () => {
    await killAndHearAgain(guest, await descendant(stack.pid, MEDIA_WORKER));
  });

  await test.step('a new media server takes over the call, and the pages stay', async () => {
    const toolbars = [host, guest].map((page) => page.getByRole('toolbar', { name: 'Call controls' }));
    for (const toolbar of toolbars)
      await toolbar.evaluate((element) => element.setAttribute('data-seen', ''));
    await killAndHearAgain(guest, await descendant(stack.pid, MEDIA_SERVER));
    for (const toolbar of toolbars) await expect(toolbar).toHaveAttribute('data-seen');
  });

  await test.step('the call ends normally, and can be resumed', async () => {
    await button('Leave').click();
    await expect(guest.getByText('The other person left the call.')).toBeVisible();
    const room = await guest.request.get(`/api/channel/requested/${code.replaceAll('-', '')}`);
    expect(await room.json()).toMatchObject({ status: 'FINISHED' });
  });
});
