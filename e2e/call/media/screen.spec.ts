import type { Page } from '@playwright/test';
import { ensureFilm } from '../../film/film.ts';
import { type Colour, PATCHES } from '../../film/patches.ts';
import { launchBrowser } from '../../support/browser.ts';
import { expect } from '../../support/test.ts';
import { keepConnections } from '../support/connections.ts';
import { CuttableProxy } from '../support/cuttable-proxy.ts';
import { test as callTest, sphere, startCall, withPage } from '../support/people.ts';
import { colourAt, patchOf } from '../support/picture.ts';

const TITLE = 'Known colours';

/** A host whose browser shares the tab with a known title, as if the person had chosen it. */
const test = callTest.extend<object, object>({
  hostBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const film = await ensureFilm({ projection: 'equirectangular', width: 1280, height: 640 });
      const browser = await launchBrowser([
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
        `--auto-select-tab-capture-source-by-title=${TITLE}`,
      ]);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

test.use({ viewport: { width: 960, height: 540 } });

const colours = new Map(PATCHES.map(({ name, colour }) => [name, colour]));
const css = (name: string) => `rgb(${colours.get(name)?.join(' ')})`;

/** A tab with a colour in each corner: upper left, upper right, lower left, lower right. */
async function openTab(near: Page, corners: readonly string[]): Promise<Page> {
  const tab = await near.context().newPage();
  await tab.setContent(`<title>${TITLE}</title><body></body>`);
  await paint(tab, corners);
  await near.bringToFront();
  return tab;
}

async function paint(tab: Page, corners: readonly string[]): Promise<void> {
  const parts = corners.map((name) => `<i style="background:${css(name)}"></i>`).join('');
  await tab.evaluate((html) => {
    document.body.style.cssText = 'margin:0;display:grid;grid:1fr 1fr/1fr 1fr;height:100vh';
    document.body.innerHTML = html;
  }, parts);
}

const theirScreen = (page: Page) => page.getByTestId('screen');
const toggle = (page: Page) => page.getByRole('button', { name: 'Share screen' });

/** The colours near the corners of the shared picture, inside any bars around it. */
async function cornersOf(page: Page): Promise<string[]> {
  const box = await theirScreen(page).boundingBox();
  const shape = await theirScreen(page).evaluate((video) =>
    video instanceof HTMLVideoElement ? [video.videoWidth, video.videoHeight] : [],
  );
  const [width = 0, height = 0] = shape;
  if (!box || !width) return [];
  const scale = Math.min(box.width / width, box.height / height);
  const [shownWidth, shownHeight] = [width * scale, height * scale];
  const [left, top] = [box.x + (box.width - shownWidth) / 2, box.y + (box.height - shownHeight) / 2];
  const names: string[] = [];
  for (const y of [0.06, 0.8]) {
    for (const x of [0.1, 0.75]) {
      const colour: Colour = await colourAt(page, left + x * shownWidth, top + y * shownHeight);
      names.push(patchOf(colour));
    }
  }
  return names;
}

/** The colour in the middle of the sphere. */
async function seenAhead(page: Page): Promise<string> {
  const box = await sphere(page).boundingBox();
  if (!box) return 'nothing';
  return patchOf(await colourAt(page, box.x + box.width / 2, box.y + box.height / 2));
}

/** What the camera's encoder keeps if it is short of bandwidth, and the height of its picture. */
const cameraOf = (page: Page) =>
  page.evaluate(async () => {
    const senders = (window.connections ?? []).flatMap((connection) => connection.getSenders());
    const camera = senders.find(({ track }) => track?.contentHint === 'motion');
    const height = [...((await camera?.getStats())?.values() ?? [])].find(
      ({ type }) => type === 'outbound-rtp',
    )?.frameHeight;
    return { keeps: camera?.getParameters().degradationPreference, height };
  });

const swap = (page: Page) => page.getByRole('button', { name: 'Enlarge screen or camera' });

/** The places of screen and sphere on the other person's page. */
async function boxesOf(page: Page) {
  const [screen, camera] = await Promise.all([
    page.getByRole('region', { name: "The other person's screen" }).boundingBox(),
    sphere(page).boundingBox(),
  ]);
  const nowhere = { x: 0, y: 0, width: 0, height: 0 };
  return { screen: screen ?? nowhere, camera: camera ?? nowhere };
}

test('a screen is shared beside the camera, survives a reconnection, and ends', async ({
  hostBrowser,
  guest,
  person,
  site,
}) => {
  const proxy = new CuttableProxy(site);
  const context = await hostBrowser.newContext({ ...person, baseURL: await proxy.open() });
  await context.grantPermissions(['camera', 'microphone']);
  const use = async (host: Page) => {
    await host.addInitScript(keepConnections);
    await startCall(host, guest);
    await expect.poll(() => seenAhead(guest)).toBe('front');
    const stop = host.getByRole('button', { name: 'Stop sharing' });
    const first = ['right', 'back', 'left', 'down'];

    await test.step('both pictures are shown, and the guest can look around in the sphere', async () => {
      const tab = await openTab(host, first);
      await host.keyboard.press('e');
      await expect(host.getByText('You are sharing your screen')).toBeVisible();
      await expect(guest.getByText('The other person is sharing their screen')).toBeVisible();
      await expect.poll(() => cornersOf(guest)).toEqual(first);
      await expect.poll(() => seenAhead(guest)).toBe('front');
      // What a browser takes from the size while both are sent would come back over half a minute.
      expect((await cameraOf(host)).keeps).toBe('maintain-resolution');
      await sphere(guest).focus();
      for (let turn = 0; turn < 9; turn++) await guest.keyboard.press('ArrowRight');
      await expect.poll(() => seenAhead(guest)).toBe('right');

      const widths = async () => {
        const { screen, camera } = await boxesOf(guest);
        return { screen: screen.width / 960, camera: camera.width / 960 };
      };
      expect(await widths()).toEqual({ screen: 0.5, camera: 0.5 });
      await swap(guest).click();
      await expect.poll(async () => (await widths()).screen).toBeGreaterThan(0.6);
      await guest.keyboard.press('x');
      await expect.poll(async () => (await widths()).camera).toBeGreaterThan(0.6);
      await expect.poll(() => cornersOf(guest)).toEqual(first);
      await expect.poll(() => seenAhead(guest)).toBe('right');
      await swap(guest).click();
      await expect.poll(widths).toEqual({ screen: 0.5, camera: 0.5 });

      await test.step('on a phone: one above the other upright, side by side on its side', async () => {
        await guest.setViewportSize({ width: 390, height: 844 });
        await expect
          .poll(async () => (await boxesOf(guest)).camera)
          .toMatchObject({ y: 0, height: 422, width: 390 });
        expect((await boxesOf(guest)).screen).toMatchObject({ y: 422, height: 422, width: 390 });
        await expect.poll(() => cornersOf(guest)).toEqual(first);
        await guest.setViewportSize({ width: 844, height: 390 });
        await expect
          .poll(async () => (await boxesOf(guest)).camera)
          .toMatchObject({ x: 422, height: 390, width: 422 });
        expect((await boxesOf(guest)).screen).toMatchObject({ x: 0, height: 390, width: 422 });
        await expect.poll(() => cornersOf(guest)).toEqual(first);
        await guest.setViewportSize({ width: 960, height: 540 });
        await expect.poll(() => cornersOf(guest)).toEqual(first);
      });

      await test.step('sharing continues while the socket is disconnected', async () => {
        proxy.cut();
        await expect(host.getByText('Connection lost. Reconnecting…')).toBeVisible();
        await paint(tab, first.toReversed());
        await expect.poll(() => cornersOf(guest)).toEqual(first.toReversed());
        proxy.mend();
        await expect(host.getByText('Connection lost. Reconnecting…')).toBeHidden({ timeout: 15_000 });
        await paint(tab, first);
        await expect.poll(() => cornersOf(guest)).toEqual(first);
      });

      // Closing the tab ends the track, as the browser's own button does.
      await tab.close();
      await expect(host.getByText('Your screen is no longer shared')).toBeVisible();
      await expect(guest.getByText('The other person stopped sharing their screen')).toBeVisible();
      await expect(theirScreen(guest)).toBeHidden();
      await expect(stop).toBeHidden();
      await expect.poll(() => seenAhead(guest)).toBe('right');
      await expect
        .poll(() => cameraOf(host), { timeout: 60_000 })
        .toEqual({ keeps: 'maintain-framerate', height: 640 });
    });

    await test.step('both people can share at once; a reload or the button ends it', async () => {
      await openTab(host, first);
      await toggle(host).click();
      await expect.poll(() => cornersOf(guest)).toEqual(first);
      await toggle(guest).click();
      await expect(theirScreen(host)).toBeVisible();
      await host.reload();
      await expect(theirScreen(guest)).toBeHidden({ timeout: 15_000 });
      await expect(theirScreen(host)).toBeVisible({ timeout: 30_000 });
      await guest.getByRole('button', { name: 'Stop sharing' }).click();
      await expect(theirScreen(host)).toBeHidden();
    });
  };
  await withPage(context, use, [/net::ERR_/, /WebSocket connection to/]);
  proxy.close();
});
