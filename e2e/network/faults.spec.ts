import { test as base, expect, watchConsole } from '../test.ts';
import { type Browsers, launchBrowsers, type NetworkCall, type Site, startCall, startSite } from './call.ts';
import { Lab } from './lab.ts';
import { whyNoNamespaces } from './namespaces.ts';
import type { Watch } from './watch.ts';

/** Small enough that two cores encode, decode and paint it in time: what is slow then is the network. */
const FILM = { projection: 'equirectangular', width: 1280, height: 640 } as const;

const RECONNECTING = 'Connection lost. Reconnecting…';
const OTHER_RECONNECTING = 'The other person lost connection. Waiting for them to return…';
const BACK_MS = 40_000;

/** Browsers log requests that fail, and attempts to connect. */
const EXPECTED = /Failed to load resource|WebSocket connection to|net::ERR_/;

const test = base.extend<{ call: NetworkCall }, { lab: Lab; site: Site; browsers: Browsers }>({
  lab: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const lab = await Lab.open();
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

const why = whyNoNamespaces();
test.skip(why !== null, why ?? '');

test.describe(`On a bad network${why === null ? '' : ` (skipped: ${why})`}`, () => {
  test('media outlive a path that is cut for three seconds', async ({ lab, call }) => {
    const { host, guest, watches } = call;
    const path = lab.paths.guest;
    const streams = watches.guest.latest?.streams;
    await path.cut();
    // The picture freezes: the cut is real.
    await expect.poll(() => watches.guest.still(Date.now() - 3_000, Date.now())).toBeGreaterThan(2.8);
    await expect(guest.getByText(RECONNECTING)).toBeVisible();
    await path.mend();
    await expectMedia(watches.guest);
    await expect(guest.getByText(RECONNECTING)).toBeHidden({ timeout: BACK_MS });
    await expect(host.getByText(OTHER_RECONNECTING)).toBeHidden({ timeout: BACK_MS });
    // By the same connections: the former path answers again.
    expect(watches.guest.latest?.streams).toEqual(streams);
  });

  test('a call falls to TCP where UDP is closed', async ({ lab, call }) => {
    const { guest, watches } = call;
    expect(watches.guest.latest?.protocol).toBe('udp');
    await lab.paths.guest.cut({ protocol: 'udp' });
    await expect.poll(() => watches.guest.latest?.protocol, { timeout: BACK_MS }).toBe('tcp');
    await expectMedia(watches.guest);
    await expect(guest.getByText(RECONNECTING)).toBeHidden();
  });

  test('a call follows its guest to another address', async ({ lab, call }) => {
    const { host, guest, watches } = call;
    // Looked for from the start: a guest that is quick is back before the change has been made.
    await Promise.all([
      expect(guest.getByText(RECONNECTING)).toBeVisible({ timeout: BACK_MS }),
      lab.paths.guest.changeAddress(),
    ]);
    await expectMedia(watches.guest);
    await expect(guest.getByText(RECONNECTING)).toBeHidden({ timeout: BACK_MS });
    await expect(host.getByText(OTHER_RECONNECTING)).toBeHidden({ timeout: BACK_MS });
  });
});

/** Picture and sound go on arriving, and the picture is painted. */
async function expectMedia(watch: Watch): Promise<void> {
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
