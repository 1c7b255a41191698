import type { Page } from '@playwright/test';
import { PATCHES } from '../../film/patches.ts';
import { expect } from '../../support/test.ts';
import { createRoom, sphere, startCall, test } from '../support/people.ts';
import { patchOf } from '../support/picture.ts';
import { TappedSite } from '../support/tapped-site.ts';

const ENCRYPTED = 'End-to-end encrypted';
const lock = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the dialog of the lock. */
async function openLock(page: Page, name = ENCRYPTED) {
  await page.mouse.move(200, 100);
  await lock(page, name).click();
  return page.getByRole('dialog', { name });
}

async function pictures(page: Page, name = ENCRYPTED): Promise<string[]> {
  const shown = (await openLock(page, name)).getByRole('listitem');
  await expect(shown).toHaveCount(8);
  return shown.allTextContents();
}

test('the invitation link proves that nobody is in between, also after a reload', async ({ host, guest }) => {
  await host.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await createRoom(host);
  await host.getByRole('button', { name: 'Invite' }).click();
  await expect(host.getByText('Link copied')).toBeVisible();
  await guest.context().grantPermissions(['camera', 'microphone']);
  await guest.goto(await host.evaluate(() => navigator.clipboard.readText()));
  const proven = 'The invitation link shows that nobody is in between.';
  await expect((await openLock(guest)).getByText(proven)).toBeVisible({ timeout: 30_000 });
  await expect(lock(host, ENCRYPTED)).toBeVisible({ timeout: 30_000 });
  await host.reload();
  await expect((await openLock(host)).getByText(proven)).toBeVisible({ timeout: 30_000 });
});

test('people who typed the code compare pictures, and again when keys change', async ({ host, guest }) => {
  await startCall(host, guest);
  expect(await pictures(host)).toEqual(await pictures(guest));
  await host.getByRole('button', { name: 'They are the same' }).click();
  await expect(host.getByText('You compared the pictures: nobody is in between.')).toBeVisible();
  await host.keyboard.press('Escape');

  await guest.reload();
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  const changed = 'The encryption keys have changed';
  const shown = await pictures(host, changed);
  expect(shown).toEqual(await pictures(guest));
  await host.getByRole('button', { name: 'They are the same' }).click();
  await expect(lock(host, ENCRYPTED)).toBeVisible();
});

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

const tappedTest = test.extend<object, { tapped: TappedSite }>({
  tapped: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const site = await TappedSite.start();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ tapped }, use) => use(tapped.url),
});

tappedTest(
  'the media server cannot read what it forwards, unless a browser lacks encryption',
  async ({ host, guest, tapped }) => {
    const patches = PATCHES.filter(({ pitch }) => pitch === 0);
    const places = patches.map(({ yaw }) => ({ x: ((yaw / 360 + 0.5) % 1) * 0.999, y: 0.5 }));
    const seen = async () => {
      const colours = await decode(guest, await tapped.videoFrames(10), places);
      return colours.map(patchOf).filter((name, index) => name === patches[index]?.name);
    };
    await startCall(host, guest);
    await expect(lock(guest, ENCRYPTED)).toBeVisible();
    expect(await seen()).toEqual([]);

    await guest.addInitScript(() => Reflect.deleteProperty(window, 'RTCRtpScriptTransform'));
    await guest.reload();
    await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
    await expect(await openLock(guest, 'Not end-to-end encrypted')).toContainText(
      /Your browser can't encrypt/,
    );
    await expect(await openLock(host, 'Not end-to-end encrypted')).toContainText(
      /The other person's browser can't encrypt/,
    );
    expect(await seen()).toEqual(patches.map(({ name }) => name));
  },
);
