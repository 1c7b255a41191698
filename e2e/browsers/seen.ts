import type { Page } from '@playwright/test';
import { sphere } from '../call/support/people.ts';
import { pictureOf, soundLevel } from '../call/support/picture.ts';
import { expect } from '../support/test.ts';

/** Waits until each page shows the other's 360° picture moving, and plays its sound. */
export async function expectCall(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await expect(sphere(page)).toBeVisible({ timeout: 30_000 });
    const before = await pictureOf(page);
    await expect.poll(() => pictureOf(page), { timeout: 20_000 }).not.toBe(before);
    await expect.poll(() => soundLevel(page), { timeout: 20_000 }).toBeGreaterThan(0.02);
  }
}
