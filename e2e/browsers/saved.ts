import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';

/**
 * Keeps the files that a page saves, because Playwright gets no events of Firefox's downloads. Call it before the page
 * is opened.
 */
export async function keepSaved(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (what) => {
      Object.assign(window, { saved: what });
      return createObjectURL(what);
    };
  });
}

/** Waits until the page has saved a file, and writes the last one to `path`. */
export async function writeSaved(page: Page, path: string): Promise<void> {
  const read = () =>
    page.evaluate(async () => {
      const saved: unknown = Reflect.get(window, 'saved');
      if (!(saved instanceof Blob)) return null;
      return new Promise<string | null>((resolve) => {
        const reader = new FileReader();
        reader.onloadend = () => resolve(typeof reader.result === 'string' ? reader.result : null);
        reader.readAsDataURL(saved);
      });
    });
  await expect.poll(read, { timeout: 30_000 }).not.toBeNull();
  const [, base64 = ''] = (await read())?.split(',') ?? [];
  await writeFile(path, base64, 'base64');
}
