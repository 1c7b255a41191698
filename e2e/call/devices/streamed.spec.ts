import type { Page } from '@playwright/test';
import { z } from 'zod';
import { hasFfmpeg } from '../../sphere/harness/ffmpeg.ts';
import { expect } from '../../support/test.ts';
import { makeKey } from '../support/api-key.ts';
import { openMore } from '../support/controls.ts';
import { sphere, test } from '../support/people.ts';
import { colourInTheMiddle, patchOf, soundLevel } from '../support/picture.ts';
import { createStreamedRoom, enterStreamedRoom } from '../support/streamed-room.ts';
import { awaitViewer, publishFilm, streamCamera, streamFilm } from '../support/streaming-program.ts';

const roomSchema = z.object({ code: z.string(), hostUrl: z.url(), ingest: z.object({ key: z.string() }) });

const ahead = (page: Page) => colourInTheMiddle(page).then(patchOf);

const expectAhead = (page: Page, patch: string) =>
  expect.poll(() => ahead(page), { timeout: 30_000 }).toBe(patch);

/** Enters such a room, and expects its picture. */
async function enterUnencrypted(guest: Page, code: string): Promise<void> {
  await enterStreamedRoom(guest, code);
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expectAhead(guest, 'front');
}

/** Turns to the right until what the film has there is ahead. */
async function expectAllAround(guest: Page): Promise<void> {
  await sphere(guest).focus();
  const turned = async () => {
    await guest.keyboard.press('ArrowRight');
    return ahead(guest);
  };
  await expect.poll(turned, { timeout: 30_000, intervals: [50] }).toBe('right');
}

test.skip(!hasFfmpeg, 'ffmpeg is not installed');

/** Of a camera that is not ready yet. */
test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 502/] });

test('a program sends the host’s camera by WHIP', async ({ host, guest }) => {
  const code = await createStreamedRoom(host);
  await expect(host.getByText('Waiting for the picture', { exact: false })).toBeVisible();
  let program = await streamFilm(host);
  await expect(host.getByText('The picture is here.')).toBeVisible({ timeout: 30_000 });

  await test.step('which the guest sees all around, after agreeing that it is not encrypted', async () => {
    await enterUnencrypted(guest, code);
    await expectAllAround(guest);
  });

  await test.step('which the lock says', async () => {
    await host.getByRole('button', { name: 'Not end-to-end encrypted' }).click();
    await expect(host.getByText("The program that sends your camera can't encrypt it")).toBeVisible();
    await host.keyboard.press('Escape');
  });

  await test.step('which the host turns off and on', async () => {
    const camera = host.getByRole('button', { name: 'Turn camera off' });
    await camera.click();
    await expect(guest.getByText(/has their camera off/)).toBeVisible();
    await camera.click();
    await expectAhead(guest, 'right');
  });

  await test.step('which comes back with the program', async () => {
    program.vanish();
    await expect(host.getByText("Waiting for your program's picture")).toBeVisible({ timeout: 30_000 });
    await openMore(host, 'Camera and microphone');
    program = await streamFilm(host);
    await expect(host.getByText('The picture is here.')).toBeVisible({ timeout: 30_000 });
    await host.keyboard.press('Escape');
    await expectAhead(guest, 'right');
  });

  await test.step('and stays when the host reloads', async () => {
    await host.reload();
    await expect(host.getByRole('group', { name: /^You/ }).locator('video')).toBeVisible({ timeout: 30_000 });
    await expectAhead(guest, 'right');
  });
  program.vanish();
});

test('another browser sends the host’s camera, by a WHIP client that others wrote', async ({
  host,
  guest,
  hostBrowser,
}) => {
  const code = await createStreamedRoom(host);
  const sender = await hostBrowser.newContext();
  await streamCamera(await sender.newPage(), host);
  await enterUnencrypted(guest, code);
  await sender.close();
});

test('a camera’s app sends the host’s camera by RTMP', async ({ host, guest }) => {
  const code = await createStreamedRoom(host);
  let publisher = await publishFilm(host);
  await expect(host.getByText('The picture is here.')).toBeVisible({ timeout: 30_000 });
  await enterUnencrypted(guest, code);
  await expectAllAround(guest);

  await test.step('with its sound, once the host has no microphone', async () => {
    await openMore(host, 'Camera and microphone');
    await host.getByLabel('Microphone', { exact: true }).selectOption('none');
    await host.keyboard.press('Escape');
    // Twice, as the first may still have the microphone's.
    const lasting = async () => Math.min(await soundLevel(guest), await soundLevel(guest));
    await expect.poll(lasting, { timeout: 30_000 }).toBeGreaterThan(0.05);
    const mute = host.getByRole('button', { name: 'Mute', exact: true });
    await mute.click();
    await expect.poll(() => soundLevel(guest), { timeout: 30_000 }).toBeLessThan(0.01);
    await mute.click();
    await expect.poll(lasting, { timeout: 30_000 }).toBeGreaterThan(0.05);
  });

  await test.step('and comes back after it vanished', async () => {
    publisher.vanish();
    await expect(host.getByText("Waiting for your program's picture")).toBeVisible({ timeout: 30_000 });
    await openMore(host, 'Camera and microphone');
    publisher = await publishFilm(host);
    await expect(host.getByText('The picture is here.')).toBeVisible({ timeout: 30_000 });
    await host.keyboard.press('Escape');
    await expectAhead(guest, 'right');
  });

  await test.step('and the host is told what is wrong if it sends B-frames', async () => {
    publisher.vanish();
    await expect(host.getByText("Waiting for your program's picture")).toBeVisible({ timeout: 30_000 });
    await openMore(host, 'Camera and microphone');
    publisher = await publishFilm(host, { bFrames: 2 });
    await host.keyboard.press('Escape');
    const told = host.getByText('Your program sends B-frames: the picture jumps');
    await expect(told).toBeVisible({ timeout: 30_000 });
    await expect(guest.getByText('B-frames', { exact: false })).toBeHidden();
  });
  publisher.vanish();
});

test('the site connects to a camera that the host names', async ({ host, guest }) => {
  const code = await createStreamedRoom(host);
  await host.getByText('A camera that the site connects to').click();
  const field = host.getByLabel("Camera's address");
  const connectTo = async (address: string) => {
    await field.fill(address);
    await field.press('Enter');
  };
  await connectTo('http://127.0.0.1/');
  await expect(field).toHaveAccessibleDescription(/begins with rtsp:\/\/ or srt:\/\//);
  const camera = await awaitViewer();
  // Again, if the camera was not ready.
  await expect(async () => {
    await connectTo(camera.address);
    await expect(host.getByText('The picture is here.')).toBeVisible({ timeout: 20_000 });
  }).toPass({ timeout: 60_000 });
  await enterUnencrypted(guest, code);
  await expectAllAround(guest);

  await test.step('and again after it was lost, from the address that was kept', async () => {
    camera.vanish();
    await expect(host.getByText("Waiting for your program's picture")).toBeVisible({ timeout: 30_000 });
    await openMore(host, 'Camera and microphone');
    await host.getByText('A camera that the site connects to').click();
    await expect(field).toHaveValue(camera.address);
  });
});

test('the host’s page of an API key’s room begins with a program’s camera', async ({ host, guest, site }) => {
  const key = await makeKey([]);
  const options = { headers: { Authorization: `Bearer ${key}` }, data: { ingest: true } };
  const made = await guest.request.post(`${site}/api/room`, options);
  const { code, hostUrl, ingest } = roomSchema.parse(await made.json());
  await host.goto(hostUrl);
  await expect(host.getByText("Waiting for your program's picture")).toBeVisible();
  await host.getByRole('button', { name: 'Join call' }).click();
  const program = await streamFilm(host);
  await expect(host.getByText('The picture is here.')).toBeVisible({ timeout: 30_000 });
  await expect(host.getByLabel('Key (bearer token, stream key)', { exact: true })).toHaveText(ingest.key);
  await enterUnencrypted(guest, code);

  await test.step('and the guest sees it in the format that the host chooses', async () => {
    await openMore(host, 'Camera and microphone');
    const format = host.getByLabel('Video format');
    await format.selectOption('flat');
    await expect(sphere(guest)).toBeHidden();
    await format.selectOption('equirectangular');
    await expectAhead(guest, 'front');
  });
  program.vanish();
});
