import { test as base, expect, watchConsole } from '../support/test.ts';
import { type Browsers, launchBrowsers, type NetworkCall, type Site, startCall, startSite } from './call.ts';
import { Lab } from './lab.ts';
import type { Family } from './namespaces.ts';
import type { Watch } from './watch.ts';

/** Small enough that two cores encode, decode and paint it in time: what is slow then is the network. */
const FILM = { projection: 'equirectangular', width: 1280, height: 640 } as const;

/** How long a call may take to come back. */
export const BACK_MS = 40_000;

/** Browsers log requests that fail, and attempts to connect. */
const EXPECTED = /Failed to load resource|WebSocket connection to|net::ERR_/;

type Setting = { family: Family; lab: Lab; site: Site; browsers: Browsers };

/** With a lab of one family, and a call in it. */
export const test = base.extend<{ call: NetworkCall }, Setting>({
  family: [4, { option: true, scope: 'worker' }],
  lab: [
    async ({ family }, use) => {
      const lab = await Lab.open(family);
      await use(lab);
      await lab.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ lab }, use) => {
      const site = await startSite(lab);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  browsers: [
    async ({ lab }, use) => {
      const browsers = await launchBrowsers(lab, FILM);
      await use(browsers);
      for (const browser of Object.values(browsers)) await browser.close();
    },
    { scope: 'worker' },
  ],
  call: async ({ lab, site, browsers }, use) => {
    const call = await startCall(browsers, site);
    const errors = [call.host, call.guest].map(watchConsole);
    await use(call);
    await call.close();
    await lab.paths.guest.mend();
    expect(errors.flat().filter((error) => !EXPECTED.test(error))).toEqual([]);
  },
});

/** Picture and sound go on arriving, and the picture is painted. */
export async function expectMedia(watch: Watch): Promise<void> {
  const counts = () => {
    const { decoded = 0, painted = 0, heard = 0 } = watch.latest ?? {};
    return { decoded, painted, heard };
  };
  // What was on its way when a fault began has arrived by the first look.
  const before = counts();
  // 20 frames and half a second of sound.
  const more = { decoded: before.decoded + 20, painted: before.painted + 5, heard: before.heard + 24_000 };
  for (const kind of ['decoded', 'painted', 'heard'] as const)
    await expect.poll(() => counts()[kind], { message: kind, timeout: BACK_MS }).toBeGreaterThan(more[kind]);
}
