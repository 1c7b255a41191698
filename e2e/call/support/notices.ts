import type { Page } from '@playwright/test';
import { expect } from '../../support/test.ts';

/** Records the notices of a page from now on, however briefly they are shown. */
export async function hearNotices(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: string[] = [];
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof Element && target.closest('[role="status"]'))
          for (const { textContent } of addedNodes) heard.push(textContent ?? '');
      document.documentElement.dataset.heard = JSON.stringify(heard);
    }).observe(document.body, { subtree: true, childList: true });
  });
}

/** Waits until a notice has been announced this many times. */
export async function expectNotice(page: Page, text: string | RegExp, times = 1): Promise<void> {
  const heard = async () => {
    const texts: unknown = JSON.parse((await page.locator('html').getAttribute('data-heard')) ?? '[]');
    return Array.isArray(texts)
      ? texts.filter((one) => (text instanceof RegExp ? text.test(one) : one === text))
      : [];
  };
  await expect.poll(heard).toHaveLength(times);
}
