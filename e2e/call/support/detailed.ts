import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { FilmShape } from '../../film/frames.ts';
import { expect } from '../../support/test.ts';
import { arrivingSizes, keepConnections } from './connections.ts';
import { openMore } from './controls.ts';
import { test as callTest, launchWithFilm, sphere, startCall } from './people.ts';
import { colourInTheMiddle, patchOf } from './picture.ts';

/** A camera with more detail than is sent of the whole sphere, and a window that shows more than that. */
export const DETAILED_FILM: FilmShape = { projection: 'equirectangular', width: 3840, height: 1920 };
export const DETAILED_VIEW = { width: 1067, height: 600 };

/** The whole has one of two sizes. */
const [WHOLE, PART] = [/^(1280×640|960×480)$/, '1280×976'];

/** Two people: the part of the host's picture that the guest looks at can be sent in full detail. */
export const detailedTest = callTest.extend<object, { hostBrowser: Browser }>({
  viewport: DETAILED_VIEW,
  hostBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const browser = await launchWithFilm(DETAILED_FILM);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  guest: async ({ guest }, use) => {
    await guest.addInitScript(keepConnections);
    await use(guest);
  },
});

/** Starts a call in which the guest has zoomed in on what is ahead. */
export async function startDetailedCall(host: Page, guest: Page): Promise<void> {
  await startCall(host, guest);
  await zoomIn(host, guest);
}

/** Has the host send all of the camera's detail, and the guest zoom in; needs `keepConnections` at the guest. */
export async function zoomIn(host: Page, guest: Page): Promise<void> {
  await openMore(host, 'Camera and microphone');
  await host.getByLabel('Quality').selectOption('DEFAULT');
  await host.keyboard.press('Escape');
  await sphere(guest).focus();
  for (let step = 0; step < 12; step++) await guest.keyboard.press('+');
  await expectPart(guest);
}

export async function expectPart(page: Page): Promise<void> {
  await expect.poll(() => arrivingSizes(page), { timeout: 30_000 }).toContain(PART);
  await expect
    .poll(() => arrivingSizes(page), { timeout: 30_000 })
    .toContainEqual(expect.stringMatching(WHOLE));
}

/** The whole arrives alone. */
export async function expectWhole(page: Page): Promise<void> {
  // Between two pictures nothing may arrive for a moment.
  await expect
    .poll(() => arrivingSizes(page), { timeout: 30_000 })
    .toEqual([expect.not.stringMatching(PART)]);
}

/**
 * Expects the patch ahead to be sharp: among the steps from pixel to pixel of a row through it is one of at least a
 * quarter of the range. Without the part it is a tenth.
 */
export async function expectSharp(page: Page): Promise<void> {
  const largestStep = async () => {
    const clip = { x: 200, y: 300, width: 667, height: 1 };
    const row = await sharp(await page.screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer();
    const steps = [...row].slice(1).map((level, at) => Math.abs(level - (row[at] ?? 0)));
    return Math.max(...steps) / (Math.max(...row) - Math.min(...row));
  };
  await expect.poll(largestStep).toBeGreaterThan(0.25);
}

/** Turns by 88° to the patch there: where the view is zoomed in, a key press turns it by 4°. */
export async function turnTo(page: Page, patch: string, key: 'ArrowRight' | 'ArrowLeft'): Promise<void> {
  await sphere(page).focus();
  for (let press = 0; press < 22; press++) await page.keyboard.press(key);
  const seen = () => colourInTheMiddle(page).then(patchOf);
  await expect.poll(seen, { timeout: 30_000 }).toBe(patch);
}

/** Expects every picture during `act` to have the patch ahead in the middle, where its edge is at 279 pixels. */
export async function expectAhead(page: Page, patch: string, act: () => Promise<void>): Promise<void> {
  const others = new Set<string>();
  const expected = ['beside', patch, patch, patch, 'beside'].join(' ');
  await expect.poll(() => patchesAcross(page)).toBe(expected);
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const row = await patchesAcross(page);
      if (row !== expected) others.add(row);
    }
  })();
  await act().finally(() => {
    isOver = true;
  });
  await watching;
  expect([...others]).toEqual([]);
}

/** The patches at some points of the row in the middle. */
async function patchesAcross(page: Page): Promise<string> {
  const { width, height } = DETAILED_VIEW;
  const png = await page.screenshot({ clip: { x: 0, y: height / 2, width, height: 1 } });
  const row = await sharp(png).removeAlpha().raw().toBuffer();
  const names = [-360, -220, 0, 220, 360].map((x) => {
    const at = 3 * Math.round(width / 2 + x);
    const name = patchOf([row[at] ?? 0, row[at + 1] ?? 0, row[at + 2] ?? 0]);
    return name.startsWith('rgb') ? 'beside' : name;
  });
  return names.join(' ');
}
