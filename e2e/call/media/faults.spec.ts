import type { Page } from '@playwright/test';
import { type Stack, startStack } from '#scripts/testing/stack.ts';
import {
  descendant,
  MEDIA_SERVER,
  MEDIA_WORKER,
  POSTGRES,
  WEB_SERVER,
} from '#tests/support/servers/processes.ts';
import { expect } from '../../support/test.ts';
import { test as callTest, sphere, startCall } from '../support/people.ts';
import { pictureOf, soundLevel } from '../support/picture.ts';

/** These tests kill servers, so they have their own. */
const test = callTest.extend<object, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { stop, ...stack } = await startStack({ MEDIA_WORKERS: '1' });
      await use(stack);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ stack }, use) => use(stack.origin),
});

/** Browsers log requests that fail, and attempts to connect. */
test.use({ expectedErrors: [/Failed to load resource|WebSocket connection to/] });

const RECONNECTING = 'Connection lost. Reconnecting…';
const BACK_MS = 30_000;

async function expectPicture(page: Page): Promise<void> {
  const before = await pictureOf(page);
  await expect.poll(() => pictureOf(page)).not.toBe(before);
}

/** Kills a process that carries the media, and waits for new ones in place of those that it carried. */
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

test('a call outlives its database, its web server, its media worker and its media server', async ({
  host,
  guest,
  stack,
}) => {
  const code = await startCall(host, guest);
  const notice = (page: Page) => page.getByText(RECONNECTING);
  const button = (name: string) => host.getByRole('button', { name });

  await test.step('without PostgreSQL it goes on, and pages say that they cannot be shown', async () => {
    // Nothing starts PostgreSQL again meanwhile.
    process.kill(stack.pid, 'SIGSTOP');
    process.kill(await descendant(stack.pid, POSTGRES), 'SIGQUIT');
    const page = await guest.context().newPage();
    await expect.poll(async () => (await page.goto('/help'))?.status()).toBe(503);
    await expect(page.getByRole('alert')).toHaveText(
      'Server temporarily unavailable, please try again later',
    );
    await expectPicture(guest);
    await button('Turn camera off').click();
    await expect(guest.getByText("The other person's camera is off")).toBeVisible();
    await button('Turn camera off').click();
    await expect(sphere(guest)).toBeVisible();
    await expectPicture(guest);
    await expect(notice(guest)).toBeHidden();

    process.kill(stack.pid, 'SIGCONT');
    // The warning goes by itself, and the page comes at the next try.
    await expect(page.getByRole('alert')).toBeHidden({ timeout: BACK_MS });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
    await page.close();
  });

  await test.step('without the web server it goes on, and what is done meanwhile is made up for', async () => {
    // Nothing starts it again meanwhile.
    process.kill(stack.pid, 'SIGSTOP');
    process.kill(await descendant(stack.pid, WEB_SERVER), 'SIGKILL');
    await expect(notice(guest)).toBeVisible();
    await expect(notice(host)).toBeVisible();
    await button('Mute').click();
    await expectPicture(guest);
    process.kill(stack.pid, 'SIGCONT');
    await expect(notice(guest)).toBeHidden({ timeout: BACK_MS });
    await expect(notice(host)).toBeHidden({ timeout: BACK_MS });
    await expect(guest.getByText('Muted')).toBeVisible();
    await button('Mute').click();
    await expect(guest.getByText('Muted')).toBeHidden();
  });

  await test.step('a media worker that dies is replaced under it', async () => {
    await killAndHearAgain(guest, await descendant(stack.pid, MEDIA_WORKER));
  });

  await test.step('the media server takes it up again, in the same view', async () => {
    const toolbars = [host, guest].map((page) => page.getByRole('toolbar', { name: 'Call controls' }));
    for (const toolbar of toolbars)
      await toolbar.evaluate((element) => element.setAttribute('data-seen', ''));
    await killAndHearAgain(guest, await descendant(stack.pid, MEDIA_SERVER));
    for (const toolbar of toolbars) await expect(toolbar).toHaveAttribute('data-seen');
  });

  await test.step('nothing is lost: it ends as any other, and can be gone on with', async () => {
    await button('Leave').click();
    await expect(guest.getByText('The other person left the call.')).toBeVisible();
    const room = await guest.request.get(`/api/channel/requested/${code.replaceAll('-', '')}`);
    expect(await room.json()).toMatchObject({ status: 'FINISHED' });
  });
});
