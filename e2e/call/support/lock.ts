import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/test.ts';

export const ENCRYPTED = 'End-to-end encrypted';
export const NOT_ENCRYPTED = 'Not end-to-end encrypted';
export const lock = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the dialog of the lock. */
export async function openLock(page: Page, name = ENCRYPTED): Promise<Locator> {
  await page.mouse.move(200, 100);
  await lock(page, name).click();
  return page.getByRole('dialog', { name });
}

/** The pictures to compare, with their names. */
export async function pictures(page: Page, name = ENCRYPTED): Promise<string[]> {
  const shown = (await openLock(page, name)).getByRole('listitem');
  await expect(shown).toHaveCount(6);
  return shown.allTextContents();
}
