import type { Page } from '@playwright/test';
import { PATCHES } from '../../film/patches.ts';
import { expect } from '../../support/test.ts';
import { ENCRYPTED, expectLock, NOT_ENCRYPTED, openLock, pictures } from '../support/lock.ts';
import { test as callTest, sphere, startCall, startCallByLink } from '../support/people.ts';
import { patchOf } from '../support/picture.ts';
import { TAPPED } from '../support/tapped.ts';
import type { TappedSite } from '../support/tapped-site.ts';

const WITHOUT = 'Go on without encryption?';
const FORGED = 'Someone may be in between';

/** The colours that a decoder produces at the places of the film's patches; empty if it cannot decode the frames. */
function decode(page: Page, frames: number[][], places: { x: number; y: number }[]) {
  return page.evaluate(
    async ([frames, places]) => {
      const canvas = new OffscreenCanvas(1, 1);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      const latest: { colours: [number, number, number][] } = { colours: [] };
      const decoder = new VideoDecoder({
        output: (frame) => {
          [canvas.width, canvas.height] = [frame.displayWidth, frame.displayHeight];
          context?.drawImage(frame, 0, 0);
          frame.close();
          latest.colours = places.map(({ x, y }) => {
            const [red = 0, green = 0, blue = 0] =
              context?.getImageData(x * canvas.width, y * canvas.height, 1, 1).data ?? [];
            return [red, green, blue];
          });
        },
        error: () => {},
      });
      decoder.configure({ codec: 'avc1.42e034' });
      try {
        for (const [index, bytes] of frames.entries()) {
          const type = index === 0 ? 'key' : 'delta';
          decoder.decode(new EncodedVideoChunk({ type, timestamp: index, data: Uint8Array.from(bytes) }));
        }
        await decoder.flush();
      } catch {
        return [];
      }
      return latest.colours;
    },
    [frames, places] as const,
  );
}

const test = callTest.extend(TAPPED);

const equatorial = PATCHES.filter(({ pitch }) => pitch === 0);

/** The patches of the film that the media server can see. */
async function seenBy(tapped: TappedSite, page: Page): Promise<string[]> {
  const places = equatorial.map(({ yaw }) => ({ x: ((yaw / 360 + 0.5) % 1) * 0.999, y: 0.5 }));
  const colours = await decode(page, await tapped.videoFrames(10), places);
  return colours.map(patchOf).filter((name, index) => name === equatorial[index]?.name);
}
const ALL = equatorial.map(({ name }) => name);

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
}

test('the media server can read nothing of what it forwards', async ({ host, guest, tapped }) => {
  await startCall(host, guest);
  await expectLock(guest, ENCRYPTED);
  expect(await seenBy(tapped, guest)).toEqual([]);

  for (const page of [host, guest]) await page.getByRole('button', { name: /^Messages/ }).click();
  await say(host, 'Meet me at the fountain');
  await expect(guest.getByText('Meet me at the fountain')).toBeVisible();
  const buffer = Buffer.from('the third drawer from above');
  await host
    .getByLabel('Send files')
    .and(host.locator('input'))
    .setInputFiles({ name: 'hidden place.txt', mimeType: 'text/plain', buffer });
  await expect(guest.getByRole('link', { name: 'Save: hidden place.txt' })).toBeVisible({ timeout: 20_000 });
  const relayed = tapped.middle.read.join('\n');
  expect(relayed).toContain('"sealed"');
  expect(relayed).not.toMatch(/fountain|hidden place/);
  const data = Buffer.concat(tapped.data).toString('latin1');
  expect(data.length).toBeGreaterThan(buffer.length);
  expect(data).not.toContain('third drawer');
});

test('a media server that swaps the keys is seen by the pictures', async ({ host, guest, tapped }) => {
  tapped.middle.attack = 'swap';
  await startCall(host, guest);
  const [hosts, guests] = [await pictures(host), await pictures(guest)];
  expect(hosts).not.toEqual(guests);
});

test('a guest with the link is asked before anything goes to a swapped key', async ({
  host,
  guest,
  tapped,
}) => {
  tapped.middle.attack = 'swap';
  await startCallByLink(host, guest);
  const question = guest.getByRole('dialog', { name: FORGED });
  await expect(question).toContainText('Nothing is sent or shown until you go on', { timeout: 30_000 });
  await question.getByRole('button', { name: 'Go on' }).click();
  await expect(question).toBeHidden();
});

test('nothing goes in the clear unless both people say so', async ({ host, guest, tapped }) => {
  await startCall(host, guest);
  expect(await pictures(host)).toEqual(await pictures(guest));
  await host.getByRole('button', { name: 'They are the same' }).click();
  await host.keyboard.press('Escape');

  await test.step('after the server has said that no browser encrypts', async () => {
    tapped.middle.attack = 'strip';
    // The next change of the room brings it to both pages.
    await guest.keyboard.press('Escape');
    await guest.keyboard.press('h');
    for (const page of [host, guest])
      await expect(page.getByRole('dialog', { name: WITHOUT })).toContainText(
        'Until now, this call was encrypted',
      );
    const before = await tapped.videoPackets();
    await host.waitForTimeout(1_000);
    expect(await tapped.videoPackets()).toBe(before);
  });

  await test.step('a person who goes on sends in the clear', async () => {
    await host.getByRole('button', { name: 'Go on without encryption' }).click();
    await expect(await openLock(host, NOT_ENCRYPTED)).toContainText('as you agreed');
    expect(await seenBy(tapped, guest)).toEqual(ALL);
    await expect(guest.getByRole('dialog', { name: WITHOUT })).toBeVisible();
  });
});

test('a browser that cannot encrypt calls in the clear, if the other person agrees', async ({
  host,
  guest,
  tapped,
}) => {
  await startCall(host, guest);
  await guest.addInitScript(() => Reflect.deleteProperty(window, 'RTCRtpScriptTransform'));
  await guest.reload();
  await host.getByRole('button', { name: 'Go on without encryption' }).click({ timeout: 30_000 });
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expect(await openLock(guest, NOT_ENCRYPTED)).toContainText(/Your browser can't encrypt/);
  await expect(await openLock(host, NOT_ENCRYPTED)).toContainText(/as you agreed/);
  expect(await seenBy(tapped, guest)).toEqual(ALL);
});
