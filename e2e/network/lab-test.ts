import type { FilmShape } from '../film/frames.ts';
import { test as base, expect, watchConsole } from '../support/test.ts';
import { type Browsers, launchBrowsers, type NetworkCall, type Site, startCall, startSite } from './call.ts';
import { Lab } from './lab.ts';
import type { Family } from './namespaces.ts';
import type { Watch } from './watch.ts';

/** Small enough for two cores to encode, decode and paint in time, so that any delay comes from the network. */
const FILM: FilmShape = { projection: 'equirectangular', width: 1280, height: 640 };

/** How long a call may take to recover. */
export const BACK_MS = 40_000;

/** Browsers log failed requests and connection attempts. */
const EXPECTED = /Failed to load resource|WebSocket connection to|net::ERR_/;

type Setting = { family: Family; film: FilmShape; lab: Lab; site: Site; browsers: Browsers };

/** With a lab of one address family, and a call in it. */
export const test = base.extend<{ call: NetworkCall }, Setting>({
  family: [4, { option: true, scope: 'worker' }],
  film: [FILM, { option: true, scope: 'worker' }],
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
    async ({ lab, film }, use) => {
      const browsers = await launchBrowsers(lab, film);
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

/** Waits until picture and sound arrive and the picture is painted. */
export async function expectMedia(watch: Watch): Promise<void> {
  const counts = () => {
    const { decoded = 0, painted = 0, heard = 0 } = watch.latest ?? {};
    return { decoded, painted, heard };
  };
  // Packets under way when the fault began are in the first count.
  const before = counts();
  // 20 frames and half a second of sound.
  const more = { decoded: before.decoded + 20, painted: before.painted + 5, heard: before.heard + 24_000 };
  for (const kind of ['decoded', 'painted', 'heard'] as const)
    await expect.poll(() => counts()[kind], { message: kind, timeout: BACK_MS }).toBeGreaterThan(more[kind]);
}
