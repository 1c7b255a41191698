import type { Download, Page } from '@playwright/test';
import sharp from 'sharp';
import { pretendGpu } from '../../support/pretend-gpu.ts';
import { expect } from '../../support/test.ts';
import { openMore } from '../support/controls.ts';
import { expectNotice, hearNotices } from '../support/notices.ts';
import { sphere, startCall, test } from '../support/people.ts';
import { colourInTheMiddle, patchAt, patchOf } from '../support/picture.ts';

async function saved(page: Page, action: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  return download;
}

async function choose(page: Page, name: string): Promise<void> {
  await (await openMore(page, 'Capture')).getByRole('button', { name }).click();
}

for (const way of ['planes', 'texture'] as const) {
  test(`the guest saves the view and the whole sphere, and the host is told: ${way}`, async ({
    host,
    guest,
  }) => {
    if (way === 'texture') await guest.addInitScript(pretendGpu);
    await startCall(host, guest);
    for (const page of [host, guest]) await hearNotices(page);
    const told = 'The other person saved a picture of your camera';
    const canvasSize = () =>
      sphere(guest)
        .locator('canvas')
        .evaluate((element: HTMLCanvasElement) => [element.width, element.height]);
    await sphere(guest).focus();
    for (let turn = 0; turn < 9; turn++) await guest.keyboard.press('ArrowRight');
    await expect.poll(async () => patchOf(await colourInTheMiddle(guest))).toBe('right');

    await test.step('the view as it is on a screen with two pixels for each CSS pixel', async () => {
      const before = await canvasSize();
      const download = await saved(guest, () => guest.keyboard.press('s'));
      expect(download.suggestedFilename()).toMatch(/^panocall-\d{4}(-\d{2}){5}\.jpg$/);
      const file = await download.path();
      expect(await patchAt(file, 0.5, 0.5)).toBe('right');
      const { width, height, xmp } = await sharp(file).metadata();
      expect([width, height]).toEqual([1280, 720]);
      // The picture on the page stays as it is.
      expect(await canvasSize()).toEqual(before);
      expect(patchOf(await colourInTheMiddle(guest))).toBe('right');
      expect(xmp).toBeUndefined();
      await expectNotice(guest, 'Picture saved. The other person has been told.');
      await expectNotice(host, told);
    });

    await test.step('the sphere as it was received', async () => {
      const download = await saved(guest, () => choose(guest, 'Save the whole sphere'));
      const file = await download.path();
      expect(download.suggestedFilename()).toMatch(/^panocall-360-/);
      expect(await patchAt(file, 0.5, 0.5)).toBe('front');
      expect(await patchAt(file, 0.75, 0.5)).toBe('right');
      expect(await patchAt(file, 0.25, 0.5)).toBe('left');
      const { width, height, xmp } = await sharp(file).metadata();
      expect(width).toBe(2 * height);
      expect(xmp?.toString()).toContain(`GPano:FullPanoWidthPixels="${width}"`);
      await expectNotice(host, told, 2);
    });
  });
}
