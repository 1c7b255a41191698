import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { expectNotice, hearNotices } from '../support/notices.ts';
import { sphere, startCall, test } from '../support/people.ts';
import { colourInTheMiddle, patchOf } from '../support/picture.ts';

test('a direction is saved with a name, and a key leads back to it', async ({ host, guest }) => {
  await startCall(host, guest);
  // A gradual turn would be described while it is still moving.
  await guest.emulateMedia({ reducedMotion: 'reduce' });
  await hearNotices(guest);
  const seen = () => colourInTheMiddle(guest).then(patchOf);
  const list = guest.getByRole('dialog', { name: 'Saved directions' });
  await sphere(guest).focus();
  for (let turn = 0; turn < 9; turn++) await guest.keyboard.press('ArrowRight');

  await guest.keyboard.press('l');
  await list.getByRole('button', { name: 'Save this direction' }).click();
  await expect(list.getByText('Enter a name, such as “door”')).toBeVisible();
  await expect(list.getByLabel('Name of this direction')).toBeFocused();
  await guest.keyboard.type('1 door');
  await guest.keyboard.press('Enter');
  await expect(list.getByRole('listitem').getByRole('button', { name: '1 door', exact: true })).toBeVisible();
  await guest.keyboard.press('Escape');
  await expect(sphere(guest)).toBeFocused();

  await guest.keyboard.press('r');
  await expect.poll(seen).toBe('front');
  await host.getByRole('button', { name: 'Mute' }).click();
  await expect(guest.getByText('Your host is muted')).toBeVisible();
  await guest.keyboard.press('b');
  await expectNotice(guest, /^Looking ahead\. Since you last asked: They muted their microphone\b/);
  await guest.keyboard.press('2');
  await expectNotice(guest, 'No direction is saved as 2');
  await guest.keyboard.press('1');
  await expect.poll(seen).toBe('right');
  await guest.keyboard.press('b');
  // The change is not announced again.
  await expectNotice(guest, /^Looking at 1 door, 90° to the right\. (?!.*muted)/);

  await guest.reload();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expect.poll(seen).toBe('front');
  await (await openMore(guest, 'Guide')).getByRole('button', { name: 'Saved directions' }).click();
  await list.getByRole('button', { name: '1 door', exact: true }).click();
  await expect.poll(seen).toBe('right');
  await guest.keyboard.press('l');
  await list.getByRole('button', { name: 'Remove 1 door' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(0);
});
