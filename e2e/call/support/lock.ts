import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/test.ts';
import { openMore } from './controls.ts';

export const ENCRYPTED = 'End-to-end encrypted';
export const NOT_ENCRYPTED = 'Not end-to-end encrypted';

/** Opens what the call says about its encryption. */
export async function openLock(page: Page, name = ENCRYPTED): Promise<Locator> {
  return (await openMore(page, 'Connection')).getByRole('region', { name, exact: true });
}

/** Waits until the call says this about its encryption. */
export async function expectLock(page: Page, name: string): Promise<void> {
  await expect(await openLock(page, name)).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
}

/** The pictures to compare, with their names. */
export async function pictures(page: Page, name = ENCRYPTED): Promise<string[]> {
  const shown = (await openLock(page, name)).getByRole('listitem');
  await expect(shown).toHaveCount(6);
  return shown.allTextContents();
}
