import type { Fixtures } from '@playwright/test';
import { TappedSite } from './tapped-site.ts';

type Site = { site: string };

/** Fixtures of a site whose media server the test reads, and can make dishonest. */
export const TAPPED: Fixtures<Site, { tapped: TappedSite }, Site> = {
  tapped: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const site = await TappedSite.start();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ tapped }, use) => {
    tapped.begin();
    await use(tapped.url);
  },
};
