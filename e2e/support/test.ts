import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

export { expect };

/** Chromium logs this seconds after the frame was lost, at a level of its choice. */
const FORGOTTEN_FRAME = /VideoFrame was garbage collected without being closed/;

/** Remix logs this when the page changes while its data is still loading. */
const isLoadLeft = (message: ConsoleMessage) =>
  message.text().includes('AbortError') && /\/framework-[^/]+\.js$/.test(message.location().url);
/** Chromium's error for the rest of that data. */
const LOAD_LEFT = 'AbortError: BodyStreamBuffer was aborted';

/** Collects a page's errors from now on: console errors, uncaught ones, and video frames that were not closed. */
export function watchConsole(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if ((message.type() === 'error' && !isLoadLeft(message)) || FORGOTTEN_FRAME.test(message.text()))
      errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => {
    if (!String(error).startsWith(LOAD_LEFT)) errors.push(String(error));
  });
  return errors;
}

/**
 * Fails a test whose page reported an error. Navigation waits for hydration, because an earlier form would be submitted
 * without JavaScript; tests can override this with `waitUntil`.
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

type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/**
 * Waits until the page is hydrated, if it is a Remix page. Checks React's mark on the root: the keys on elements appear
 * while React still renders, and a link clicked then would load its page without JavaScript.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!('__remixContext' in window)) return true;
    for (const [key, root] of Object.entries(document) as [string, Root][])
      if (key.startsWith('__reactContainer')) return !root.stateNode.current.memoizedState.isDehydrated;
    return false;
  });
}
