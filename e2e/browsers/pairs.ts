import type { Browser } from '@playwright/test';
import { test as callTest, launchWithCamera, withPage } from '../call/support/people.ts';
import { ensureFilm } from '../film/film.ts';
import { Desktop } from './desktop.ts';
import { launchFirefox } from './firefox.ts';

export { expect } from '../support/test.ts';

export type Engine = 'chromium' | 'firefox';
export type Pair = { host: Engine; guest: Engine };

/** Each browser is the host once and the guest once, with another browser or one of the same kind. */
export const PAIRS: readonly Pair[] = [
  { host: 'chromium', guest: 'firefox' },
  { host: 'firefox', guest: 'chromium' },
  { host: 'firefox', guest: 'firefox' },
];

type Launch = (engine: Engine) => Promise<Browser>;
type Fixtures = {
  /** The browsers of the two people. */
  pair: Pair;
};

/** Two people with 360° cameras, in the browsers of a pair. */
export const test = callTest.extend<Fixtures, { launch: Launch }>({
  pair: [{ host: 'chromium', guest: 'firefox' }, { option: true }],
  launch: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const desktop = await Desktop.open();
      const film = await ensureFilm({ projection: 'equirectangular', width: 1280, height: 640 });
      const launched = new Map<Engine, Promise<Browser>>();
      await use((engine) => {
        const browser =
          launched.get(engine) ?? (engine === 'chromium' ? launchWithCamera(film) : launchFirefox(desktop));
        launched.set(engine, browser);
        return browser;
      });
      for (const browser of launched.values()) await (await browser).close();
      await desktop.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  host: async ({ launch, pair, person, expectedErrors }, use) => {
    const browser = await launch(pair.host);
    await withPage(await browser.newContext(person), use, expectedErrors);
  },
  guest: async ({ launch, pair, person, expectedErrors }, use) => {
    const browser = await launch(pair.guest);
    await withPage(await browser.newContext(person), use, expectedErrors);
  },
});
