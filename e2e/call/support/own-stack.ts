import type { Fixtures } from '@playwright/test';
import { type Stack, startStack } from '#scripts/testing/stack.ts';

type Site = { site: string };

/** Fixtures of a site whose servers a test may kill. It has one media worker. */
export const OWN_STACK: Fixtures<Site, { stack: Stack }, Site> = {
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { stop, ...stack } = await startStack({ MEDIA_WORKERS: '1' });
      await use(stack);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ stack }, use) => use(stack.origin),
};
