import { newRoomSchema } from '#protocol/room-code.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { sphere, startCall, test } from '../support/people.ts';

/** Leaves the page without any microphone or camera. Runs in the page. */
function haveNoDevices(): void {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
  navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
}

test('what the other person does not send is said in one line', async ({ host, guest }) => {
  await startCall(host, guest);
  const line = guest.getByRole('status').filter({ hasText: /^Your host (is|has) / });
  await expect(line).toHaveCount(0);
  await host.getByRole('button', { name: 'Mute' }).click();
  await expect(line).toHaveText('Your host is muted');
  await host.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(line).toHaveText('Your host is muted and has their camera off');
  await expectAccessible(guest, { targetSize: false });
  await host.getByRole('button', { name: 'Mute' }).click();
  await expect(line).toHaveText('Your host has their camera off');
  await host.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(line).toHaveCount(0);
});

test('a guest without camera and microphone lacks both', async ({ host, guest }) => {
  await guest.addInitScript(haveNoDevices);
  const { token } = newRoomSchema.parse(await (await host.request.get('/api/channel/ticket')).json());
  await host.goto(`/room/host/${token}?skip=true`);
  await expect(host.getByTestId('room-code')).toBeVisible({ timeout: 30_000 });
  await guest.goto(`/room/guest/${token}?skip=true`);
  await guest.getByRole('button', { name: 'Join without camera and microphone' }).click({ timeout: 30_000 });
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expect(host.getByText('Your guest has no microphone and has no camera')).toBeVisible({
    timeout: 30_000,
  });
});
