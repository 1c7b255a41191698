import { unique } from '#tests/support/people/people.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { bookNow, makeStreamer, offerTime, signUp } from '../support/booked.ts';
import { sphere, test, withPage } from '../support/people.ts';

test('the two people of a booking meet in its room, which no one else can enter', async ({
  host,
  guest,
  hostBrowser,
  person,
}) => {
  const streamer = await signUp(host, unique('ana'));
  await signUp(guest, unique('ben'));
  await withPage(await hostBrowser.newContext(person), (page) => makeStreamer(page, streamer));
  await offerTime(host);
  await bookNow(guest, streamer);

  await guest.goto('/personal/booking');
  await guest.getByRole('button', { name: /^Enter the room/ }).click();
  await expect(guest.getByText('The host has not opened the room yet')).toBeVisible();
  await expectAccessible(guest, { targetSize: false });

  await host.goto('/es/personal/booking?as=producer');
  await host.getByRole('button', { name: /^Entrar en la sala/ }).click();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expect(host.getByRole('toolbar', { name: 'Controles de la llamada' })).toBeVisible({
    timeout: 30_000,
  });

  const code = /\/room\/host\/(\w{9})/.exec(host.url())?.[1];
  await withPage(await hostBrowser.newContext(person), async (page) => {
    await page.goto(`/room/guest/${code}`);
    await expect(page.getByText('Invalid code')).toBeVisible();
  });

  // A person who left by mistake comes back the same way.
  await host.getByRole('button', { name: 'Salir' }).click();
  await expect(guest.getByText('The other person left the call.')).toBeVisible();
  await host.goto('/es/personal/booking?as=producer');
  await host.getByRole('button', { name: /^Entrar en la sala/ }).click();
  await guest.getByRole('button', { name: 'Rejoin' }).click();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
});
