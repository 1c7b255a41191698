import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { MAX_FILE_BYTES } from '#protocol/limits.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { expect } from '../../support/test.ts';
import { sphere, startCall, test } from '../support/people.ts';

const said = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem');

async function openMessages(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Messages/ }).click();
}

async function choose(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await page.getByLabel('Send files').and(page.locator('input')).setInputFiles(files);
}

async function saved(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: `Save: ${name}` }).click({ timeout: 20_000 });
  const file = await download;
  expect(file.suggestedFilename()).toBe(name);
  return readFile(await file.path());
}

/** Drops a file on the picture, as from another window. Runs in the page. */
function drop({ name, type, text }: { name: string; type: string; text: string }): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name, { type }));
  for (const event of ['dragover', 'drop'])
    document.body.dispatchEvent(
      new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true, composed: true }),
    );
}

/** Records the types of blobs that get a URL. Runs in the page. */
function recordTypes(): void {
  const types: Record<string, string> = {};
  Object.assign(window, { typesOfBlobs: types });
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    const address = createObjectURL(blob);
    if (blob instanceof Blob) types[address] = blob.type;
    return address;
  };
}

test('files and pictures between the two people of a call', async ({ host, guest }) => {
  await guest.addInitScript(recordTypes);
  await startCall(host, guest);
  const picture = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const film = { name: 'a film.mp4', mimeType: 'video/mp4', buffer: randomBytes(2_000_000) };

  await test.step('a picture is shown, and can be saved', async () => {
    await openMessages(guest);
    await choose(guest, { name: 'map.png', mimeType: 'image/png', buffer: picture });
    await expect(said(guest).getByRole('img', { name: 'map.png' })).toBeVisible();
    await expect(said(guest).getByRole('img', { name: 'Delivered' })).toBeVisible();
    await expect(host.getByRole('status').filter({ hasText: 'New message: Guest: map.png' })).toBeVisible();
    await openMessages(host);
    const shown = said(host).getByRole('img', { name: 'map.png' });
    await expect(shown).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200);
    expect(await saved(host, 'map.png')).toEqual(picture);
    await expectAccessible(host, { targetSize: false });
  });

  await test.step('a file dropped anywhere is sent, and an HTML file opens without this site’s origin', async () => {
    const text = '<script>alert(1)</script>';
    await host.evaluate(drop, { name: 'page.html', type: 'text/html', text });
    const link = guest.getByRole('link', { name: 'Save: page.html' });
    await expect(link).toBeVisible({ timeout: 20_000 });
    const address = await link.getAttribute('href');
    const types = await guest.evaluate<Record<string, string>>('typesOfBlobs');
    expect(types[address ?? '']).toBe('application/octet-stream');
    expect(String(await saved(guest, 'page.html'))).toBe(text);
  });

  await test.step('a file that is too large is refused, and the others are sent', async () => {
    const large = { name: 'large.bin', mimeType: '', buffer: Buffer.alloc(MAX_FILE_BYTES + 1) };
    await choose(guest, large, film);
    await expect(guest.getByText('large.bin is too large: files can have at most 10 MB')).toBeVisible();
    expect(await saved(host, film.name)).toEqual(film.buffer);
  });

  await test.step('files come again after a reload, while their sender still has them', async () => {
    await host.reload();
    await expect(sphere(guest)).toBeVisible();
    await openMessages(host);
    await expect(said(host).getByRole('img', { name: 'map.png' })).toBeVisible({ timeout: 30_000 });
    expect(await saved(host, film.name)).toEqual(film.buffer);

    await guest.reload();
    await openMessages(guest);
    await expect(guest.getByRole('link', { name: 'Save: page.html' })).toHaveCount(0);
    await expect(said(guest).filter({ hasText: 'page.html' }).getByText('No longer available')).toBeVisible({
      timeout: 30_000,
    });
    await expect(said(guest).filter({ hasText: 'map.png' })).toBeVisible();
  });
});
