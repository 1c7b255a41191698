import type { Locator, Page } from '@playwright/test';

type Group = 'Camera and microphone' | 'Capture' | 'Guide' | 'Accessibility' | 'Connection';

/** Opens a group of the *More* panel. */
export async function openMore(page: Page, group: Group): Promise<Locator> {
  // Faded controls take no clicks.
  await page.mouse.move(200, 100);
  const panel = page.getByRole('dialog', { name: 'More' });
  if (await panel.isVisible()) await page.keyboard.press('Escape');
  // The page may have been reloaded.
  await page.getByRole('button', { name: 'More', exact: true }).click({ timeout: 30_000 });
  await panel.getByRole('button', { name: group }).click();
  return panel;
}

/** Opens the statistics of the connection. */
export async function openStats(page: Page): Promise<Locator> {
  const panel = await openMore(page, 'Connection');
  await panel.getByText('Statistics').first().click();
  return panel.getByTestId('stats');
}

/** Chooses how a 360° picture is seen. */
export async function chooseView(page: Page, name: 'Map' | 'Sphere' | 'VR'): Promise<void> {
  await page.mouse.move(200, 100);
  await page.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('radio', { name }).press('Enter');
  await page.keyboard.press('Escape');
}
