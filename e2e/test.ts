import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** Collects what a page reports as errors from now on: on its console, and uncaught. */
export function watchConsole(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

/** Fails a test whose page reported an error. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const errors = watchConsole(page);
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** Waits until the page is scripted: before, a form would be sent as without JavaScript. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
}
