import { z } from 'zod';
import { expect } from '../../support/test.ts';
import { makeKey } from '../support/api-key.ts';
import { openForeignPage } from '../support/foreign-page.ts';
import { enterRoom, test } from '../support/people.ts';
import { colourInTheMiddle, patchOf } from '../support/picture.ts';

const roomSchema = z.object({
  code: z.string(),
  hostUrl: z.url(),
  watch: z.object({ whep: z.url(), key: z.string() }),
});

test('a player shows the host of an API key’s room by WHEP, beside the guest, and both are told', async ({
  host,
  guest,
  guestBrowser,
  site,
}) => {
  const key = await makeKey([]);
  const options = { headers: { Authorization: `Bearer ${key}` }, data: { watch: true } };
  const made = await guest.request.post(`${site}/api/room`, options);
  const { code, hostUrl, watch } = roomSchema.parse(await made.json());
  await host.goto(hostUrl);
  await host.getByRole('button', { name: 'Join call' }).click();
  await expect(host.getByTestId('room-code')).toBeVisible();

  const screen = await guestBrowser.newContext();
  const player = await screen.newPage();
  await openForeignPage(player, new URL('../support/whep-page.ts', import.meta.url));
  await player.evaluate(([whep, key]) => window.showHost(whep, key), [watch.whep, watch.key] as const);
  const shown = () => colourInTheMiddle(player).then(patchOf);
  await expect.poll(shown, { timeout: 30_000 }).toBe('front');

  await expect(host.getByText('Another screen shows the host')).toBeVisible();

  await enterRoom(guest, code);
  const question = guest.getByRole('dialog', { name: 'Go on without encryption?' });
  await expect(question).toContainText("A screen that isn't a browser");
  await question.getByRole('button', { name: 'Go on without encryption' }).click();
  for (const page of [host, guest]) {
    await page.getByRole('button', { name: 'Not end-to-end encrypted' }).click();
    await expect(page.getByRole('dialog').getByText('Another screen shows the host')).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await expect.poll(shown).toBe('front');

  await player.evaluate(() => window.hideHost());
  for (const page of [host, guest])
    await expect(page.getByText('The other screen no longer shows the host')).toBeVisible();
  await screen.close();
});
