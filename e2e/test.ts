import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** Collects a page's errors from now on: console errors and uncaught ones. */
export function watchConsole(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

/**
 * Fails a test whose page reported an error. Navigation waits for hydration, before which a form would be
 * submitted as without JavaScript; tests can override this with `waitUntil`.
 */
export const test = base.extend({
  context: async ({ context, javaScriptEnabled }, use) => {
    const newPage = context.newPage.bind(context);
    context.newPage = async () => {
      const page = await newPage();
      const goto = page.goto.bind(page);
      page.goto = async (url, options) => {
        const answer = await goto(url, options);
        if (javaScriptEnabled !== false && !options?.waitUntil) await hydrated(page);
        return answer;
      };
      return page;
    };
    await use(context);
  },
  page: async ({ page }, use) => {
    const errors = watchConsole(page);
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** Waits until the page is hydrated, if it is one of Remix's. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !('__remixContext' in window) || Object.keys(document.body).some((key) => key.startsWith('__react')),
  );
}
