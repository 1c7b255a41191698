import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

export { expect };

/** Logged by Chromium some seconds after the frame was lost; its level is Chromium's choice. */
const FORGOTTEN_FRAME = /VideoFrame was garbage collected without being closed/;

/** Logged by Remix where someone goes on to another page while the data of this one are loaded. */
const isLoadLeft = (message: ConsoleMessage) =>
  message.text().includes('AbortError') && /\/framework-[^/]+\.js$/.test(message.location().url);
/** What Chromium calls the rest of such data. */
const LOAD_LEFT = 'AbortError: BodyStreamBuffer was aborted';

/** Collects a page's errors from now on: console errors, uncaught ones, and video frames that no one closed. */
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

type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/**
 * Waits until the page is hydrated, if it is one of Remix's. React's own mark on the root counts: its keys on elements
 * are there while it still renders, and a link that is clicked then loads its page as without JavaScript.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!('__remixContext' in window)) return true;
    for (const [key, root] of Object.entries(document) as [string, Root][])
      if (key.startsWith('__reactContainer')) return !root.stateNode.current.memoizedState.isDehydrated;
    return false;
  });
}
