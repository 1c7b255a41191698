import { expect } from '@playwright/test';
import { openMore } from '../support/controls.ts';
import { CuttableProxy } from '../support/cuttable-proxy.ts';
import { createRoom, sphere, test, withPage } from '../support/people.ts';
import { pictureOf, soundLevel } from '../support/picture.ts';

test('a dropped WebSocket reconnects without losing the media', async ({
  host,
  guestBrowser,
  person,
  site,
}) => {
  const proxy = new CuttableProxy(site);
  const address = await proxy.open();
  const code = await createRoom(host);
  const context = await guestBrowser.newContext({ ...person, baseURL: address });
  // The browser logs each failed connection attempt.
  await withPage(
    context,
    async (guest) => {
      await guest.goto(`/room/guest/${code}?skip=true`);
      await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
      await expect(host.getByRole('toolbar')).toBeVisible();
      // Audio may arrive slightly after video.
      await expect.poll(() => soundLevel(guest)).toBeGreaterThan(0.05);
      await guest.evaluate(() => {
        const stream = document.querySelector('audio')?.srcObject;
        if (stream instanceof MediaStream) document.body.dataset.before = stream.getTracks()[0]?.id;
      });

      proxy.cut();
      await expect(guest.getByText('Connection lost. Reconnecting…')).toBeVisible();
      // The guest is still seen and heard.
      const away = host.getByText('Your guest lost connection. Waiting for them to return…');
      await expect(away).toBeHidden();
      const before = await pictureOf(guest);
      await expect.poll(() => pictureOf(guest)).not.toBe(before);
      expect(await soundLevel(guest)).toBeGreaterThan(0.05);
      await openMore(guest, 'Camera and microphone');
      await guest.getByLabel('Microphone', { exact: true }).selectOption('none');
      await guest.keyboard.press('Escape');

      proxy.mend();
      await expect(guest.getByText('Connection lost. Reconnecting…')).toBeHidden({ timeout: 15_000 });
      await expect(away).toBeHidden();
      const kept = await guest.evaluate(() => {
        const stream = document.querySelector('audio')?.srcObject;
        return stream instanceof MediaStream && stream.getTracks()[0]?.id === document.body.dataset.before;
      });
      expect(kept).toBe(true);
      // The host's page drops the sound that the guest stopped sending meanwhile.
      const hears = () => host.evaluate(() => document.querySelector('audio')?.srcObject !== null);
      await expect.poll(hears).toBe(false);
      await expect.poll(() => soundLevel(guest)).toBeGreaterThan(0.05);

      // Leaving does not wait for the server, which is told later.
      proxy.cut();
      await expect(guest.getByText('Connection lost. Reconnecting…')).toBeVisible();
      await guest.getByRole('button', { name: 'Leave' }).click();
      await expect(guest.getByRole('heading', { name: 'Call ended' })).toBeVisible();
      proxy.mend();
      await expect(host.getByText('The other person left the call.')).toBeVisible({ timeout: 25_000 });
    },
    // An icon that could not be loaded meanwhile is looked for elsewhere.
    [/net::ERR_/, /WebSocket connection to/, /favicon\.ico/],
  );
  proxy.close();
});

test('the start page reports a missing server, and continues when it is back', async ({
  guestBrowser,
  person,
  site,
}) => {
  const proxy = new CuttableProxy(site);
  const address = await proxy.open();
  const context = await guestBrowser.newContext({ ...person, baseURL: address });
  await withPage(
    context,
    async (page) => {
      await page.goto('/room/host');
      const create = page.getByRole('button', { name: 'Create room' });
      await expect(create).toBeEnabled();
      proxy.cut();
      await create.click();
      await expect(page.getByText('Server temporarily unavailable, please try again later')).toBeVisible();
      proxy.mend();
      await expect(create).toBeEnabled({ timeout: 15_000 });
      await create.click();
      await expect(page.getByTestId('room-code')).toBeVisible();
    },
    [/net::ERR_/],
  );
  proxy.close();
});
