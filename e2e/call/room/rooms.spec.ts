import { expect } from '@playwright/test';
import { camera } from '#media-server/tests/support/client.ts';
import { QUIET } from '#protocol/errors.ts';
import { hydrated } from '../../support/test.ts';
import { keepConnections } from '../support/connections.ts';
import { createRoom, enterRoom, sphere, startCall, test, withPage } from '../support/people.ts';
import { takeSeat } from '../support/stand-in.ts';

test('the host is in the room two seconds after the guest entered', async ({ host, guest }) => {
  // Back closes the dialog, although the page has no earlier entry in its history.
  await guest.goto('/');
  await guest.getByRole('button', { name: 'Start' }).click();
  await expect(guest.getByRole('dialog')).toBeVisible();
  await guest.goBack();
  await expect(guest.getByRole('dialog')).toBeHidden();
  await expect(guest.getByRole('button', { name: 'Start' })).toBeVisible();
  const code = await createRoom(host);
  await enterRoom(guest, code.toLowerCase().replaceAll('-', ' '));
  await expect(host.getByText('Your guest is here. Opening the room…')).toBeVisible();
  await expect(host).toHaveURL(/\/room\/host\/\w{9}\?skip=true$/);
  await expect(guest).toHaveURL(/\/room\/guest\/\w{9}\?skip=true$/);
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  // The room replaced the dialog's entry, so one step back, after the question, is the home page.
  await guest.goBack();
  await guest.getByRole('dialog', { name: 'Leave the call?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(guest.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(host.getByText('The other person left the call.')).toBeVisible();
});

test('a link of our pages leads straight into the call, in its language, also if the devices fail', async ({
  host,
  guest,
}) => {
  const code = await createRoom(host);
  await guest.context().grantPermissions(['camera', 'microphone']);
  await guest.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('In use', 'NotReadableError');
    };
  });
  const asked: string[] = [];
  guest.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await guest.goto(`/es/room/guest/${code}?skip=true`);
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  // The ticket is part of the page; the people are requested after entering.
  expect(asked.filter((path) => /^\/api\/channel\/(?!people\/)/.test(path))).toEqual([]);
  await expect(guest.getByRole('toolbar', { name: 'Controles de la llamada' })).toBeVisible();
  const problem = guest.getByRole('alert').filter({ has: guest.getByRole('button', { name: 'Reintentar' }) });
  await expect(problem).toBeVisible();
  await problem.getByRole('button', { name: 'Cerrar' }).click();
  await expect(problem).toBeHidden();
});

test('a guest with the right code is connected before entering, and receives nothing until then', async ({
  host,
  guest,
}) => {
  await guest.addInitScript(keepConnections);
  const state = () =>
    guest.evaluate(async () => {
      // The client library closes the connections with which it reads the browser's codecs.
      const connections =
        window.connections?.filter(({ signalingState }) => signalingState !== 'closed') ?? [];
      const [receiving] = connections;
      const stats = [...((await receiving?.getStats()) ?? new Map()).values()];
      // mediasoup probes the path with packets of a separate source.
      const media = stats.filter(({ type, ssrc }) => type === 'inbound-rtp' && ssrc !== 1234);
      return {
        count: connections.length,
        connected: receiving?.connectionState === 'connected',
        // Sound, picture, and that source.
        negotiated: receiving?.getReceivers().length,
        packets: media.reduce((sum, { packetsReceived }) => sum + packetsReceived, 0),
      };
    });
  const code = await createRoom(host);
  await guest.goto('/room/guest');
  await hydrated(guest);
  await guest.getByLabel('Room code').fill(code);
  const prepared = { count: 1, connected: true, negotiated: 3, packets: 0 };
  await expect.poll(state).toEqual(prepared);
  // Long enough for unwanted packets to arrive.
  await guest.waitForTimeout(1000);
  expect(await state()).toEqual(prepared);
  await guest.getByRole('button', { name: 'Enter' }).click();
  await expect.poll(async () => (await state()).packets).toBeGreaterThan(0);
  await expect.poll(async () => (await state()).count).toBe(2);
});

test.describe('refusals', () => {
  test('a wrong or used code is refused, and the typed text stays', async ({
    host,
    guest,
    guestBrowser,
    person,
  }) => {
    await enterRoom(guest, 'ACD-EFG-HJK');
    await expect(guest.getByText('Invalid code')).toBeVisible();
    await expect(guest.getByLabel('Room code')).toHaveValue('ACD-EFG-HJK');
    const code = await startCall(host, guest);
    await withPage(await guestBrowser.newContext(person), async (third) => {
      await enterRoom(third, code);
      await expect(third.getByText('Someone else has already joined with this room code')).toBeVisible();
    });
  });

  test('a third person cannot join, as a guest or as the host', async ({
    host,
    guest,
    guestBrowser,
    person,
  }) => {
    const code = await startCall(host, guest);
    await withPage(await guestBrowser.newContext(person), async (third) => {
      await third.goto(`/room/guest/${code}`);
      await expect(third.getByText('Cannot join this call')).toBeVisible();
      await third.goto(`/room/host/${code}`);
      await expect(third.getByText('Cannot join this call')).toBeVisible();
    });
    await expect(sphere(guest)).toBeVisible();
  });
});

test.describe('leaving', () => {
  test('each side sees the other leave, and both can come back', async ({ host, guest }) => {
    await startCall(host, guest);
    await guest.getByRole('button', { name: 'Leave' }).click();
    await expect(guest.getByText('You left the call.')).toBeVisible();
    await expect(guest.getByText(/^Duration: 00:\d\d$/)).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Rejoin' })).toBeVisible();
    await expect(host.getByText('The other person left the call.')).toBeVisible();
    await expect(host.getByText(/^Duration: 00:\d\d$/)).toBeVisible();

    // Closing or reloading the page also leaves the call.
    await guest.reload();
    await guest.getByRole('button', { name: 'Rejoin' }).click();
    await expect(guest.getByText('Waiting for the other person to come back…')).toBeVisible();
    await expect(host.getByText('The other person is back and waiting for you.')).toBeVisible();
    await host.getByRole('button', { name: 'Rejoin' }).click();
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await expect(host.getByRole('toolbar', { name: 'Call controls' })).toBeVisible({ timeout: 30_000 });

    await host.getByRole('button', { name: 'Leave' }).click();
    await expect(guest.getByText('The other person left the call.')).toBeVisible();
    await host.getByRole('button', { name: 'Start a new call' }).click();
    await expect(host.getByRole('button', { name: 'Create room' })).toBeVisible();
    await guest.route('/api/channel/seat/*', (route) =>
      route.fulfill({ headers: { [QUIET]: 'true' }, json: { code: 'CHANNEL_ENDED' } }),
    );
    await guest.getByRole('button', { name: 'Rejoin' }).click();
    await expect(guest.getByLabel('Room code')).toHaveAccessibleDescription(/Room expired/);
    await expect(guest).toHaveURL(/\/room\/guest$/);
  });

  test('a failed call can be retried in its room, or in a new one', async ({ host, guest }) => {
    const code = await createRoom(host);
    const other = await takeSeat(guest.request, code, 'guest');
    await other.request('requestChannel', { camera: { ...camera, cameraType: 'NO_CAM' } });
    await other.request('failChannel', { reason: 'media' });
    await expect(host.getByText('Something went wrong')).toBeVisible();
    await expect(host.getByText('Connection failed')).toBeVisible();
    await host.getByRole('button', { name: 'Try again' }).click();
    await expect(host.getByText('Waiting for the other person to come back…')).toBeVisible();
    expect(host.url()).toContain(`/room/host/${code.replaceAll('-', '')}`);

    const back = await takeSeat(guest.request, code, 'guest', true);
    await back.request('failChannel', { reason: 'media' });
    await expect(host.getByText('Something went wrong')).toBeVisible();
    await host.route(
      '/api/channel/seat/*',
      (route) => route.fulfill({ headers: { [QUIET]: 'true' }, json: { code: 'CHANNEL_ENDED' } }),
      { times: 1 },
    );
    await host.getByRole('button', { name: 'Try again' }).click();
    await expect(host.getByTestId('room-code')).toBeVisible();
    expect(await host.getByTestId('room-code').textContent()).not.toBe(code);
    for (const { socket } of [other, back]) socket.close();
  });
});

test('a reload of either side returns to the call', async ({ host, guest }) => {
  await startCall(host, guest);
  await guest.reload();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expect(host.getByRole('toolbar')).toBeVisible();
  await host.reload();
  await expect(host.getByTestId('remote-picture').locator('video')).toBeVisible({ timeout: 30_000 });
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
});

test('a second tab takes over the seat, and the first one can take it back', async ({ host, guest }) => {
  await startCall(host, guest);
  const second = await guest.context().newPage();
  await second.goto(guest.url());
  await expect(sphere(second)).toBeVisible({ timeout: 30_000 });
  await expect(guest.getByText('This call is open in another tab or window.')).toBeVisible();
  await guest.getByRole('button', { name: 'Continue here' }).click();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
});
