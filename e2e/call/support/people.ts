import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { formatRoomCode, newRoomSchema } from '#protocol/room-code.ts';
import { newAddress } from '#tests/support/servers/client.ts';
import { ensureFilm } from '../../film/film.ts';
import type { FilmShape } from '../../film/frames.ts';
import { launchBrowser } from '../../support/browser.ts';
import { test as base, expect, watchConsole } from '../../support/test.ts';

const FILM: FilmShape = { projection: 'equirectangular', width: 1280, height: 640 };

/** Starts a browser whose camera plays a film instead of the test pattern. @param film its path */
export function launchWithCamera(film: string): Promise<Browser> {
  return launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
}

/** Starts a browser whose camera plays the film with a patch in each direction. */
export async function launchWithFilm(shape: FilmShape): Promise<Browser> {
  return launchWithCamera(await ensureFilm(shape));
}

/** Starts a browser with Chromium's fake camera, which is flat, and a beeping microphone. */
function launchWithTestCamera(): Promise<Browser> {
  return launchBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
}

type Browsers = { hostBrowser: Browser; guestBrowser: Browser };
type People = {
  host: Page;
  guest: Page;
  /** The site's URL. */
  site: string;
  /** Options for another person's browser context. */
  person: BrowserContextOptions;
  /** Console errors that the tests of a file or group cause, such as failed requests. */
  expectedErrors: readonly RegExp[];
};

/** Logged by browsers for responses such as 404. */
export const REFUSED_REQUEST = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Two people in two browsers: the host has a 360° camera, the guest a flat one. */
export const test = base.extend<People, Browsers>({
  hostBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const browser = await launchWithFilm(FILM);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  guestBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const browser = await launchWithTestCamera();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  expectedErrors: [[], { option: true }],
  // Without a GPU, rendering a larger page leaves too little CPU for the rest.
  viewport: { width: 640, height: 360 },
  site: async ({ baseURL }, use) => use(baseURL ?? ''),
  person: async ({ site, viewport }, use) => {
    // Rate limits are per address, so each test has its own.
    const extraHTTPHeaders = { 'X-Forwarded-For': newAddress() };
    await use({ baseURL: site, viewport, extraHTTPHeaders });
  },
  host: async ({ hostBrowser, person, expectedErrors }, use) => {
    await withPage(await hostBrowser.newContext(person), use, expectedErrors);
  },
  guest: async ({ guestBrowser, person, expectedErrors }, use) => {
    await withPage(await guestBrowser.newContext(person), use, expectedErrors);
  },
});

/**
 * Runs `use` with a page of the context, and fails if errors were logged to its console.
 * @param expected errors that the test causes
 */
export async function withPage(
  context: BrowserContext,
  use: (page: Page) => Promise<void>,
  expected: readonly RegExp[] = [],
): Promise<void> {
  const page = await context.newPage();
  const errors = watchConsole(page);
  await use(page);
  await context.close();
  expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([]);
}

/** Creates a room from the home page and reads its code as displayed, in groups of three. */
export async function createRoom(page: Page): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Create room' }).click();
  await page.getByRole('button', { name: 'Create room' }).click();
  const code = await page.getByTestId('room-code').textContent();
  expect(code).toMatch(/^\w{3}-\w{3}-\w{3}$/);
  return code ?? '';
}

/** Enters a room from the home page by typing its code. */
export async function enterRoom(page: Page, code: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Enter room' }).click();
  // Typed with keys: React does not notice text that Playwright fills in in Firefox.
  await page.getByLabel('Room code').pressSequentially(code);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
}

/** The guest's view of the host's 360° video. */
export function sphere(page: Page) {
  return page.getByRole('application');
}

/**
 * Starts a call, with the host's video rendered at the guest. Both go straight into a room that the API has made.
 * @returns the room's code
 */
export async function startCall(host: Page, guest: Page): Promise<string> {
  const { token } = newRoomSchema.parse(await (await host.request.get('/api/channel/ticket')).json());
  await host.goto(`/room/host/${token}?skip=true`);
  // The code is valid once the host is in the room.
  await expect(host.getByText(formatRoomCode(token))).toBeVisible({ timeout: 30_000 });
  await guest.goto(`/room/guest/${token}?skip=true`);
  await expect(sphere(guest)).toBeVisible({ timeout: 30_000 });
  await expect(host.getByRole('toolbar', { name: 'Call controls' })).toBeVisible({ timeout: 30_000 });
  // A picture may arrive before the call has started, which disables the site's menu.
  for (const page of [host, guest])
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeDisabled({ timeout: 30_000 });
  return formatRoomCode(token);
}

/** Creates a room, which the guest joins by its invitation link. */
export async function startCallByLink(host: Page, guest: Page): Promise<void> {
  await host.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await createRoom(host);
  await host.getByRole('button', { name: 'Invite' }).click();
  await expect(host.getByText('Link copied')).toBeVisible();
  await guest.context().grantPermissions(['camera', 'microphone']);
  await guest.goto(await host.evaluate(() => navigator.clipboard.readText()));
  await guest.getByRole('button', { name: 'Join call' }).click();
}
