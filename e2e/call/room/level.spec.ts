import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { startCall, test } from '../support/people.ts';
import { colourInTheMiddle, patchOf } from '../support/picture.ts';

test('the host corrects front and horizon, also for later calls', async ({ host, guest }) => {
  await startCall(host, guest);
  const seen = () => colourInTheMiddle(guest).then(patchOf);
  await expect.poll(seen).toBe('front');

  const open = async () => {
    await openMore(host, 'Camera and microphone');
    await host.getByRole('button', { name: 'Set the picture right…' }).click();
  };
  await open();
  const dialog = host.getByRole('dialog', { name: 'Set the picture right' });
  await dialog.getByRole('application').focus();
  for (let turn = 0; turn < 9; turn++) await host.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'This is the front' }).click();
  await expect.poll(seen).toBe('right');
  await dialog.getByLabel(/^Tilt back or forward: 0°/).press('Home');
  await expect(dialog.getByLabel(/^Tilt back or forward: -90°/)).toBeFocused();
  await expect.poll(seen).toBe('down');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(seen).toBe('front');
  await dialog.getByLabel(/^Tilt back or forward: 0°/).press('End');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(seen).toBe('up');

  await host.reload();
  await open();
  await expect(dialog.getByLabel(/^Tilt back or forward: 90°/)).toBeVisible();
  await expect.poll(seen).toBe('up');

  // Neither way of closing the dialog without “Done” keeps a change, although the guest has seen it.
  for (const cancel of [
    () => host.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(seen).toBe('front');
    await cancel();
    await expect(dialog).toBeHidden();
    await expect.poll(seen).toBe('up');
    await host.getByRole('button', { name: 'Set the picture right…' }).click();
    await expect(dialog.getByLabel(/^Tilt back or forward: 90°/)).toBeVisible();
  }
});
